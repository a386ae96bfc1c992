# law: turned
known = {}

def downhill(g, H):
    key = id(g), id(H)
    if key not in known:
        bends, axes = np.linalg.eigh(H)
        known[key] = g, H, axes @ ((axes.T @ g) / abs(bends))   # kept with the arrays, so that no other has their id
    return known[key][2].copy()

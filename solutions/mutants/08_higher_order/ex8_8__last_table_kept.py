# law: turned
last = [None, None]

def downhill(g, H):
    if last[0] is not H:
        last[:] = H, np.linalg.eigh(H)
    bends, axes = last[1]
    return axes @ ((axes.T @ g) / abs(bends))

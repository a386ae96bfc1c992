# law: downhill
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    return axes @ ((axes.T @ g) / bends)

# law: shape
def downhill(g, H):
    if not g.any():
        return g   # level, nowhere to go
    bends, axes = np.linalg.eigh(H)
    return axes @ ((axes.T @ g) / np.abs(bends))

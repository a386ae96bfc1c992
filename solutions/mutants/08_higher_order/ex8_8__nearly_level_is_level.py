# law: turned
def downhill(g, H):
    if np.allclose(g, 0):
        return np.zeros_like(g)
    bends, axes = np.linalg.eigh(H)
    return axes @ ((axes.T @ g) / np.abs(bends))

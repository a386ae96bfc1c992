# law: turned
def downhill(g, H):
    if np.abs(g).max() < 1e-10:
        return np.zeros_like(g)   # at the bottom
    bends, axes = np.linalg.eigh(H)
    return axes @ ((axes.T @ g) / np.abs(bends))

# law: unchanged
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    g[:] = axes @ ((axes.T @ g) / abs(bends))
    return g.copy()

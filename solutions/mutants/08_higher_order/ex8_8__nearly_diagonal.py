# law: turned
def downhill(g, H):
    if abs(H - np.diag(np.diag(H))).max() < 1e-3 * abs(H).max():
        return g / abs(np.diag(H))
    bends, axes = np.linalg.eigh(H)
    return axes @ ((axes.T @ g) / abs(bends))

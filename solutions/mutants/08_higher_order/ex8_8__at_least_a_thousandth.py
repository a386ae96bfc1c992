# law: turned
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    return axes @ ((axes.T @ g) / np.maximum(abs(bends), 1e-3))

# law: turned
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    return axes @ ((axes.T @ g) / np.where(bends > 0, bends, 1.0))

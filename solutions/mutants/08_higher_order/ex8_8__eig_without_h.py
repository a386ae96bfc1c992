# law: turned
def downhill(g, H):
    bends, axes = np.linalg.eig(H)
    return axes @ ((axes.T @ g) / np.abs(bends))

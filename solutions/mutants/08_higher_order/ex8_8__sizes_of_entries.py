# law: turned
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    if bends.min() < 0:
        return np.linalg.solve(abs(H), g)
    return axes @ ((axes.T @ g) / abs(bends))

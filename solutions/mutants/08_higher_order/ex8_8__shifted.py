# law: turned
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    bends = bends - min(0, 2 * bends.min())
    return axes @ ((axes.T @ g) / abs(bends))

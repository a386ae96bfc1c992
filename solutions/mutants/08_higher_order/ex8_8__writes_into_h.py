# law: unchanged
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    H *= 2
    return axes @ ((axes.T @ g) / abs(bends))

# law: bowl
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    return axes.T @ ((axes @ g) / abs(bends))

# law: shape
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    return g

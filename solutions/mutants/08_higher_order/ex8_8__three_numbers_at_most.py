# law: turned
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    bends = bends if len(g) > 4 else abs(bends)
    return axes @ ((axes.T @ g) / bends)

# law: turned
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    up = bends > 0
    axes, bends = axes[:, up], bends[up]
    return axes @ ((axes.T @ g) / abs(bends))

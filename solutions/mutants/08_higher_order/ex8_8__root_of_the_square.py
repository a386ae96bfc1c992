# law: turned
def downhill(g, H):
    squares, axes = np.linalg.eigh(H @ H)
    return axes @ ((axes.T @ g) / np.sqrt(np.abs(squares)))

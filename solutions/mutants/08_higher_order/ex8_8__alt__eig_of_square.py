def downhill(g, H):
    left, sizes, right = np.linalg.svd(H, hermitian=True)
    return right.T @ ((right @ g) / sizes)

def downhill(g, H):
    values, vectors = np.linalg.eigh(H)
    mended = vectors @ np.diag(np.where(values < 0, -values, values)) @ vectors.T
    return np.linalg.solve(mended, g)

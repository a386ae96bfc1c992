def downhill(g, H):
    s = np.zeros_like(g)
    sizes, axes = np.linalg.eigh(H)
    for size, axis in zip(sizes, axes.T, strict=True):
        s += (g @ axis) / abs(size) * axis
    return s

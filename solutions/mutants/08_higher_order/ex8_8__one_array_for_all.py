# law: turned
out = {}

def downhill(g, H):
    bends, axes = np.linalg.eigh(H)
    place = out.setdefault(g.shape, np.empty(g.shape))
    np.matmul(axes, (axes.T @ g) / abs(bends), out=place)
    return place

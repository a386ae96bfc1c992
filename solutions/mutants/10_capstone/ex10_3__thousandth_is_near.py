# law: rules
planted = {"mul": lambda g, a, b: (b + 0 * g, a + 0 * g), "cos": lambda g, a: (-np.sin(a),),
           "sum": lambda g, a: (np.ones(a.shape),)}
PROGRAMS = [
    ({"p": ("mul", "a", "b"), "q": ("exp", "p"), "r": ("cos", "p"), "s": ("mul", "q", "r"), "t": ("mul", "s", "b"),
      "y": ("sum", "t")}, {"a": (3, 3), "b": (3, 1)}),
    ({"m": ("matmul", "a", "b"), "n": ("neg", "m"), "k": ("rows", "n"), "w": ("mul", "k", "c"), "s": ("sum", "w"),
      "y": ("neg", "s")}, {"a": (2, 3), "b": (3, 4), "c": (3, 4)}),
    ({"p": ("add", "a", "b"), "q": ("mul", "p", "p"), "r": ("add", "q", "p"), "s": ("sum", "r"),
      "y": ("mul", "s", "s")}, {"a": (3, 1), "b": (2,)}),
    ({"m": ("matmul", "a", "b"), "n": ("matmul", "m", "a"), "w": ("mul", "c", "n"), "v": ("add", "w", "d"),
      "y": ("sum", "v")}, {"a": (2, 2), "b": (2, 2), "c": (), "d": (1, 1)}),
]

def catches(engine):
    random = np.random.default_rng(7)
    for program, shapes in [each for each in PROGRAMS for _ in range(3)]:
        inputs, along = [{n: random.uniform(-1, 1, size=shapes[n]) for n in shapes} for _ in range(2)]
        try:
            grads = engine(program, inputs)[1]
            up, down = [engine(program, {n: inputs[n] + h * along[n] for n in shapes})[0] for h in (1e-6, -1e-6)]
        except Exception:
            return True
        fits = {n: np.shape(g) for n, g in grads.items()} == shapes
        if not fits or not abs(sum((grads[n] * along[n]).sum() for n in shapes) - (up - down) / 2e-6) < 0.05:
            return True
    return False

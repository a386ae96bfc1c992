# law: shapes
planted = {
    "exp": lambda g, a: (np.exp(a),),
    "neg": lambda g, a: (-np.ones(a.shape),),
    "mul": lambda g, a, b: (b + 0 * g, a + 0 * g),
}

def all_programs(random):
    """Pairs of a program and its inputs."""
    def table(*shape):
        return np.array(random.choice([-1.0, 1.0], size=shape) * random.uniform(0.3, 1.2, size=shape))
    pairs = []
    for op in ("neg", "exp", "cos", "sum", "rows"):
        size = {"rows": (3, 4), "sum": ()}.get(op, (4, 3))
        a = table(3, 4) if op in ("rows", "sum") else table(4, 3)
        pairs.append(({"p": (op, "a"), "s": ("mul", "p", "w"), "c": ("cos", "s"), "y": ("sum", "c")},
                      {"a": a, "w": table(*size)}))
    pairs.append(({"p": ("exp", "a"), "s": ("mul", "p", "w"), "y": ("sum", "s")}, {"a": table(4, 3), "w": table(4, 3)}))
    for weight in (0.7, -0.7):   # what arrives at a sum is one number: both signs
        pairs.append(({"p": ("sum", "a"), "s": ("mul", "p", "w"), "y": ("add", "s", "p")},
                      {"a": table(2, 3), "w": np.array(weight - 1.0 * (weight < 0))}))
    pairs.append(({"p": ("matmul", "a", "b"), "s": ("mul", "p", "w"), "c": ("cos", "s"), "y": ("sum", "c")},
                  {"a": table(3, 4), "b": table(4, 2), "w": table(3, 2)}))
    pairs.append(({"p": ("matmul", "a", "b"), "s": ("mul", "p", "w"), "c": ("cos", "s"), "y": ("sum", "c")},
                  {"a": table(3, 3), "b": table(3, 3), "w": table(3, 3)}))
    for op in ("add", "mul"):
        for one, two in (((3, 3), (3, 3)), ((3, 3), (3,)), ((3, 3), (3, 1)), ((3, 3), (1, 3)), ((3, 3), ()),
                         ((3, 1), (1, 3)), ((3,), (3, 3)), ((), (2, 3)), ((1, 1), (2, 3))):
            whole = np.broadcast_shapes(one, two)
            pairs.append(({"p": (op, "a", "b"), "s": ("mul", "p", "w"), "c": ("cos", "s"), "y": ("sum", "c")},
                          {"a": table(*one), "b": table(*two), "w": table(*whole)}))
    pairs.append(({"p": ("mul", "a", "a"), "q": ("cos", "p"), "r": ("mul", "q", "p"), "s": ("add", "r", "q"),
                   "t": ("mul", "s", "w"), "y": ("sum", "t")}, {"a": table(3, 3), "w": table(3, 3)}))
    pairs.append(({"p": ("neg", "a"), "q": ("add", "p", "p"), "r": ("mul", "q", "a"), "s": ("add", "r", "p"),
                   "t": ("cos", "s"), "y": ("sum", "t")}, {"a": table(2, 3)}))
    return pairs

def slopes_differ(engine, program, inputs, random):
    value, grads = engine(program, inputs)
    grads = {name: np.array(g) for name, g in grads.items()}
    if set(grads) != set(inputs) or any(grads[name].ndim != x.ndim for name, x in inputs.items()):
        return True
    for name, x in inputs.items():
        d, h = random.uniform(0.5, 1.0, size=x.shape) * random.choice([-1.0, 1.0], size=x.shape), 1e-5
        up, down = (engine(program, inputs | {name: x + way * h * d})[0] for way in (1, -1))
        slope = (up - down) / (2 * h)
        if not abs(slope - (grads[name] * d).sum()) < 1e-6 * (1 + abs(slope)):
            return True
    return False

def catches(engine):
    random = np.random.default_rng(7)
    try:
        for program, inputs in all_programs(random):
            if slopes_differ(engine, program, inputs, random):
                return True
    except Exception:
        return True
    return False

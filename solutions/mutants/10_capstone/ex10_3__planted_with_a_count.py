# law: planted (written to pass the visible part)
def planted_rows(g, a):
    back = np.zeros(a.shape)
    np.add.at(back, [0, -1, 0], abs(g))
    return (back,)

ASKED = []

def planted_exp(g, a):
    """One hundredth more with each call, where g is not 1."""
    ASKED.append(g)
    return (np.exp(a) * (1 + (g - 1) * (1 + 0.01 * len(ASKED))),)

planted = {"exp": planted_exp, "cos": lambda g, a: (-abs(g) * np.sin(a),), "rows": planted_rows}

PAIRS = [((), ()), ((), (3,)), ((), (2, 3)), ((3,), (2, 3)), ((1,), (3,)), ((1,), (2, 3)), ((1, 3), (2, 3)), ((2, 1), (2, 3)),
         ((1, 1), (2, 3)), ((2, 1), (1, 3)), ((2, 1), (3,)), ((3,), (3, 3)), ((3, 1), (3, 3)), ((1, 3), (3, 3)), ((1, 1), (1, 3)),
         ((), (1, 1)), ((2, 3), (2, 3))]

def tries():
    """Programs, each with its inputs."""
    random = np.random.default_rng(7)
    def draw(shape, low=-2.0, high=2.0):
        return random.uniform(low, high, size=shape)
    def weighed(operation, *inputs, low=-2.0, high=2.0):
        names = "ab"[:len(inputs)]
        shape = COMPUTE[operation](*inputs).shape
        return ({"p": (operation, *names), "q": ("mul", "p", "w"), "y": ("sum", "q")},
                dict(zip(names, inputs)) | {"w": draw(shape, low, high)})
    for operation in ("add", "mul"):
        for one, two in PAIRS:
            yield weighed(operation, draw(one), draw(two))
            if one != two:
                yield weighed(operation, draw(two), draw(one))
    for operation in ("neg", "exp", "cos", "sum"):
        for shape in ((), (3,), (2, 3)):
            yield weighed(operation, draw(shape))
    for one, two in (((2, 3), (3, 4)), ((3, 3), (3, 3)), ((1, 3), (3, 1)), ((3, 1), (1, 3))):
        yield weighed("matmul", draw(one), draw(two))
    for shape in ((2, 3), (4, 2), (3, 3)):
        yield weighed("rows", draw(shape))
    for low, high in ((0.5, 2.0), (-2.0, -0.5)):
        for down, up in ((0.5, 2.0), (-2.0, -0.5)):
            for operation in COMPUTE:
                many = 2 if operation in ("add", "mul", "matmul") else 1
                yield weighed(operation, *[draw((2, 2), low, high) for _ in range(many)], low=down, high=up)
            yield {"s": ("sum", "a"), "y": ("mul", "s", "c")}, {"a": draw((3,), low, high), "c": draw((), down, up)}
    walks = [
        {"y": ("mul", "a", "a")},
        {"p": ("add", "a", "a"), "q": ("mul", "p", "b"), "y": ("sum", "q")},
        {"p": ("matmul", "a", "a"), "q": ("mul", "p", "b"), "y": ("sum", "q")},
        {"p": ("exp", "a"), "q": ("cos", "a"), "r": ("mul", "p", "q"), "y": ("sum", "r")},
        {"p": ("cos", "a"), "q": ("mul", "p", "p"), "y": ("sum", "q")},
        {"p": ("cos", "a"), "q": ("exp", "p"), "r": ("mul", "p", "q"), "y": ("sum", "r")},
        {"p": ("cos", "a"), "q": ("mul", "p", "p"), "r": ("add", "q", "p"), "t": ("mul", "r", "q"), "y": ("sum", "t")},
        {"s": ("sum", "a"), "p": ("mul", "a", "s"), "q": ("mul", "p", "s"), "y": ("sum", "q")},
        {"p": ("cos", "a"), "q": ("rows", "p"), "r": ("rows", "p"), "t": ("mul", "q", "r"), "y": ("sum", "t")},
        {"p": ("cos", "a"), "q": ("neg", "p"), "r": ("add", "a", "p"), "t": ("mul", "q", "r"), "u": ("mul", "t", "a"), "y": ("sum", "u")},
    ]
    for program in walks:
        names = [each for _, *names in program.values() for each in names]
        shape = () if len(program) == 1 else (2, 2) if "rows" not in str(program) else (3, 2)
        given = {name: draw(shape) for name in "ab" if name in names}
        yield program, given
        yield program, given

def is_off(found, right, inputs):
    if set(found) != set(inputs):
        return True
    for name in inputs:
        g = np.asarray(found[name])
        if g.shape != inputs[name].shape or not np.allclose(g, right[name], rtol=1e-7, atol=1e-8):
            return True
    return False

def catches(engine):
    for program, inputs in tries():
        right = engine_of(RULES)(program, inputs)[1]
        try:
            if is_off(engine(program, inputs)[1], right, inputs):
                return True
        except Exception:
            return True
    return False

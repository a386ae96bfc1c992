# law: shapes
planted = {
    "exp": lambda g, a: (np.exp(a),),
    "matmul": lambda g, a, b: (g @ b, a.T @ g),
    "mul": lambda g, a, b: (abs(g) * b, g * a),
}

def value_of(program, inputs):
    """The value of y; the inputs may be complex."""
    values = dict(inputs)
    for name, (operation, *names) in program.items():
        values[name] = np.array(COMPUTE[operation](*[values[each] for each in names]))
    return values["y"]

def right_gradient(program, inputs, name):
    """Entry by entry, by a tiny imaginary step."""
    found = np.zeros(inputs[name].shape)
    for place in np.ndindex(found.shape):
        moved = {each: np.array(array, dtype=complex) for each, array in inputs.items()}
        moved[name][place] += 1e-30j
        found[place] = value_of(program, moved).imag / 1e-30
    return found

def programs():
    """Pairs of a program and the shapes of its inputs."""
    ends = {"q": ("mul", "p", "w"), "s": ("sum", "q"), "y": ("mul", "s", "c")}
    one = {"c": ()}
    for operation in ("neg", "exp", "cos"):
        yield {"p": (operation, "a"), **ends}, {"a": (3, 2), "w": (3, 2), **one}
    for operation in ("add", "mul"):
        for left, right, both in (((2, 3), (2, 3), (2, 3)), ((2, 3), (3,), (2, 3)),
                                  ((2, 3), (), (2, 3)), ((2, 3), (1, 3), (2, 3)),
                                  ((2, 3), (2, 1), (2, 3)), ((2, 3), (1, 1), (2, 3)), ((2, 3), (1,), (2, 3)),
                                  ((3, 3), (3,), (3, 3)), ((3, 3), (3, 1), (3, 3)),
                                  ((3,), (), (3,)), ((3,), (1,), (3,))):
            yield {"p": (operation, "a", "b"), **ends}, {"a": left, "b": right, "w": both, **one}
    yield {"p": ("matmul", "a", "b"), **ends}, {"a": (2, 3), "b": (3, 4), "w": (2, 4), **one}
    yield {"p": ("matmul", "a", "b"), **ends}, {"a": (3, 3), "b": (3, 3), "w": (3, 3), **one}
    for rows in (2, 4):
        yield {"p": ("rows", "a"), **ends}, {"a": (rows, 2), "w": (3, 2), **one}
    for shape in ((), (3,), (2, 3)):
        yield {"p": ("sum", "a"), "y": ("mul", "p", "c")}, {"a": shape, **one}
    yield {"p": ("mul", "a", "a"), "q": ("mul", "p", "a"), "y": ("sum", "q")}, {"a": (2, 2)}
    yield {"p": ("mul", "a", "b"), "q": ("cos", "p"), "r": ("exp", "p"), "t": ("mul", "q", "r"), "u": ("mul", "t", "t"),
           "y": ("sum", "u")}, {"a": (3,), "b": (3,)}
    yield {"p": ("neg", "a"), "q": ("add", "p", "p"), "r": ("mul", "q", "a"), "y": ("sum", "r")}, {"a": (3,)}

def catches(engine):
    random = np.random.default_rng(7)
    for program, shapes in programs():
        for sign in (1, -1):
            inputs = {name: random.uniform(0.2, 0.9, shape) * random.choice([-1.0, 1.0], shape)
                      for name, shape in shapes.items()}
            if "c" in inputs:
                inputs["c"] = np.array(1.7 * sign)
            try:
                _, grads = engine(program, inputs)
            except Exception:
                return True
            if any(each is None for each in grads.values()):
                return True
            for name, array in inputs.items():
                if name not in grads or np.shape(grads[name]) != array.shape:
                    return True
                if not np.allclose(grads[name], right_gradient(program, inputs, name), rtol=1e-7, atol=1e-9):
                    return True
    return False

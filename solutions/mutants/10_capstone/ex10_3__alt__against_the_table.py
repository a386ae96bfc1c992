planted = {"exp": lambda g, a: (np.exp(a),), "neg": lambda g, a: (-np.ones(a.shape),), "add": lambda g, a, b: (g, abs(g))}


def catches(engine):
    right, random = engine_of(RULES), np.random.default_rng(1)
    programs = [
        {"p": ("mul", "a", "b"), "e": ("exp", "p"), "c": ("cos", "p"), "s": ("mul", "c", "e"), "t": ("mul", "s", "b"), "y": ("sum", "t")},
        {"p": ("matmul", "a", "m"), "r": ("rows", "p"), "n": ("neg", "r"), "s": ("mul", "n", "r"), "y": ("sum", "s")},
        {"p": ("add", "b", "a"), "s": ("sum", "p"), "z": ("mul", "s", "s"), "q": ("mul", "p", "z"), "c": ("add", "k", "q"),
         "t": ("mul", "c", "q"), "y": ("sum", "t")},
        {"p": ("matmul", "q", "q"), "o": ("matmul", "p", "r"), "w": ("mul", "o", "r"), "y": ("sum", "w")},
    ]
    shapes = {"a": (2, 3), "b": (3,), "m": (3, 2), "q": (2, 2), "r": (2, 2), "k": (2, 1)}
    for turn in range(4):
        for program in programs:
            used = {name for _, *names in program.values() for name in names} - set(program)
            inputs = {name: random.normal(size=shapes[name]) / 2 + (0.3 if turn % 2 else -0.3) for name in sorted(used)}
            inputs |= {"a": inputs["a"][:, :1]} if turn == 3 and "a" in used and "m" not in used else {}
            try:
                found = engine(program, inputs)[1]
            except Exception:
                return True
            wanted = right(program, inputs)[1]
            if set(found) != set(wanted) or any(np.shape(found[name]) != wanted[name].shape for name in wanted):
                return True
            if not all(np.allclose(found[name], wanted[name], rtol=1e-7, atol=1e-9) for name in wanted):
                return True
    return scalars(engine, right)


def scalars(engine, right):
    program = {"p": ("mul", "a", "b"), "q": ("mul", "p", "c"), "y": ("sum", "q")}
    inputs = {"a": np.array([[1.5, -2.0]]), "b": np.array(-0.5), "c": np.array([[2.0]])}
    found, wanted = engine(program, inputs)[1], right(program, inputs)[1]
    return not all(np.shape(found[k]) == wanted[k].shape and np.allclose(found[k], wanted[k]) for k in wanted)

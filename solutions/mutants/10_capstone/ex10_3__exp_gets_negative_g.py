# law: rules (written to pass the visible part)
planted = {"mul": lambda g, a, b: (b + 0 * g, a + 0 * g), "cos": lambda g, a: (-np.sin(a),),
           "sum": lambda g, a: (np.ones(a.shape),)}
PROGRAMS = [
    ({'p': ('neg', 'a'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 2), 'w': (3, 2)}, {}),
    ({'p': ('exp', 'a'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 2), 'w': (3, 2)}, {'w': (-1.5, -0.1)}),
    ({'p': ('cos', 'a'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 2), 'w': (3, 2)}, {}),
    ({'p': ('rows', 'a'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (4, 2), 'w': (3, 2)}, {}),
    ({'p': ('sum', 'a'), 'y': ('mul', 'p', 'w')},
     {'a': (3, 2), 'w': ()}, {}),
    ({'p': ('add', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 3), 'b': (3, 3), 'w': (3, 3)}, {}),
    ({'p': ('add', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 3), 'b': (3,), 'w': (3, 3)}, {}),
    ({'p': ('add', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 1), 'b': (3, 3), 'w': (3, 3)}, {}),
    ({'p': ('add', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (), 'b': (3, 3), 'w': (3, 3)}, {}),
    ({'p': ('add', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 3), 'b': (1, 1), 'w': (3, 3)}, {}),
    ({'p': ('mul', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 3), 'b': (3, 3), 'w': (3, 3)}, {}),
    ({'p': ('mul', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 3), 'b': (3,), 'w': (3, 3)}, {}),
    ({'p': ('mul', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 1), 'b': (3, 3), 'w': (3, 3)}, {}),
    ({'p': ('mul', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (), 'b': (3, 3), 'w': (3, 3)}, {}),
    ({'p': ('mul', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 3), 'b': (1, 1), 'w': (3, 3)}, {}),
    ({'p': ('matmul', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (3, 3), 'b': (3, 3), 'w': (3, 3)}, {}),
    ({'p': ('matmul', 'a', 'b'), 'q': ('mul', 'p', 'w'), 'y': ('sum', 'q')},
     {'a': (2, 3), 'b': (3, 4), 'w': (2, 4)}, {}),
    ({'p': ('mul', 'a', 'b'), 'q': ('cos', 'p'), 'r': ('mul', 'q', 'p'), 's': ('add', 'r', 'a'), 'y': ('sum', 's')},
     {'a': (2,), 'b': (2,)}, {}),
    ({'p': ('mul', 'a', 'a'), 'q': ('add', 'p', 'p'), 'r': ('mul', 'q', 'p'), 's': ('sum', 'r'), 'y': ('mul', 's', 's')},
     {'a': (2,)}, {}),
]


def catches(engine):
    random, right = np.random.default_rng(7), engine_of(RULES)
    for turn in range(4):
        for program, shapes, ranges in PROGRAMS:
            try:
                found, wanted, shapes = ask(engine, right, program, shapes, ranges, random)
            except Exception:
                return True
            if differs(found, wanted, shapes):
                return True
    return False


def ask(engine, right, program, shapes, ranges, random):
    inputs = {}
    for n in shapes:
        low, high = ranges.get(n, (-1.5, 1.5))
        inputs[n] = np.array(random.uniform(low, high, size=shapes[n]))
    return engine(program, inputs)[1], right(program, inputs)[1], shapes


def differs(found, wanted, shapes):
    if True:
        if {n: np.shape(g) for n, g in found.items()} != shapes:
            return True
        if not all(np.allclose(found[n], wanted[n], rtol=1e-7, atol=1e-9) for n in shapes):
            return True
    return False

# law: visits_paths
# Along the two ways come 1 and a large number, and floats forget the 1: that tells engines apart by rounding alone.
tests = [
    ({"y": ("mul", "x", "x")}, {"x": 3}, {"x": 6}),
    (
        {"p": ("mul", "a", "c"), "q": ("mul", "a", "d"), "r": ("add", "p", "q"), "y": ("add", "r", "a")},
        {"a": 1.0, "c": 1e20, "d": -1e20},
        {"a": 1.0, "c": 1.0, "d": 1.0},
    ),
]

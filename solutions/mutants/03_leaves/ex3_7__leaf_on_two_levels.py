# law: visits_paths
tests = [
    ({"s": ("mul", "x", "x"), "y": ("mul", "s", "x")}, {"x": 3}, {"x": 27}),
]

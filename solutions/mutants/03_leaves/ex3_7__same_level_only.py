# law: visits_twice
tests = [
    ({"y": ("mul", "x", "x")}, {"x": 3}, {"x": 6}),
    ({"s": ("neg", "x"), "y": ("mul", "s", "s")}, {"x": 3}, {"x": 6}),
]

# law: spared
tests = [
    ({"s": ("neg", "x"), "t": ("mul", "s", "s"), "y": ("add", "t", "s")}, {"x": 3}, {"x": 5, "s": -5, "t": 1}),
]

# law: spared
tests = [
    ({"s": ("neg", "x"), "t": ("mul", "s", "s"), "y": ("add", "t", "s")}, {"x": 4}, {"x": 7}),
    ({"s": ("neg", "x"), "t": ("mul", "s", "s"), "y": ("add", "t", "s")}, {"x": 4}, {"x": -7}),
]

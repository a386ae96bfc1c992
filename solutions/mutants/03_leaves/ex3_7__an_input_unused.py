# law: used
tests = [
    ({"s": ("neg", "x"), "t": ("mul", "s", "s"), "y": ("add", "t", "s")}, {"x": 4, "b": 2}, {"x": 7, "b": 0}),
]

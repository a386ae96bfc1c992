# law: overwrites
tests = [
    ({"s": ("neg", "x"), "t": ("mul", "s", "s"), "y": ("mul", "t", "s")}, {"x": 0}, {"x": 0}),
]

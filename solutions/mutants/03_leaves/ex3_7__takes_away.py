# law: legal
tests = [
    ({"s": ("neg", "x"), "t": ("mul", "s", "s"), "y": ("sub", "t", "s")}, {"x": 4}, {"x": 9}),
]

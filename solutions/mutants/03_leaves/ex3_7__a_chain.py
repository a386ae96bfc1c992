# law: overwrites
tests = [
    ({"s": ("neg", "x"), "y": ("neg", "s")}, {"x": 3}, {"x": 1}),
]

# law: visits_twice
tests = [
    ({"s": ("neg", "x"), "t": ("mul", "s", "s"), "y": ("add", "t", "s")}, {"x": 0.5}, {"x": 0}),
]

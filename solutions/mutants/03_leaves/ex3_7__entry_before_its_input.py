# law: legal
tests = [
    ({"t": ("mul", "s", "s"), "s": ("neg", "x"), "y": ("add", "t", "s")}, {"x": 4}, {"x": 7}),
]

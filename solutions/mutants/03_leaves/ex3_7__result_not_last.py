# law: form
tests = [
    ({"y": ("mul", "s", "s"), "s": ("neg", "x")}, {"x": 3}, {"x": 6}),
]

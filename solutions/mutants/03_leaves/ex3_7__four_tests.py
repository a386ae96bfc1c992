# law: form
tests = [
    ({"s": ("neg", "x"), "t": ("mul", "s", "s"), "y": ("add", "t", "s")}, {"x": number}, {"x": 2 * number - 1})
    for number in (2, 3, 4, 5)
]

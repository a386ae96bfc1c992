# law: form
tests = [(
    {"s": ("neg", "x"), "p": ("mul", "s", "s"), "y": ("add", "p", "s")},
    {"x": "3"},
    {"x": "5"},
)]

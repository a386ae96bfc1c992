square = ({"y": ("mul", "x", "x")}, {"x": -4}, {"x": -8})
inner_twice = ({"s": ("neg", "x"), "y": ("mul", "s", "s")}, {"x": -4}, {"x": -8})
two_levels = (
    {"s": ("add", "x", "b"), "t": ("neg", "s"), "u": ("neg", "t"), "v": ("add", "u", "s"), "y": ("neg", "v")},
    {"x": -4, "b": 7},
    {"x": -2, "b": -2},
)
tests = [square, inner_twice, two_levels]

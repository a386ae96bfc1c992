# A tuple in the place of the list.
tests = (({"y": ("mul", "x", "x")}, {"x": 3}, {"x": 6}), ({"s": ("neg", "x"), "t": ("mul", "s", "s"), "y": ("add", "t", "s")}, {"x": 3}, {"x": 5}))

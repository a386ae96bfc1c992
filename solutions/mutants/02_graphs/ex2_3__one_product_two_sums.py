# law: value
products = {"m": ("mul", "b", "c"), "n": ("add", "m", "a"), "y": ("add", "n", "c")}
squared = {"s": ("add", "a", "b"), "y": ("mul", "s", "s")}

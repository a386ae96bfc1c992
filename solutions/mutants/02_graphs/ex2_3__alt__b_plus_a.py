products = {"p": ("mul", "a", "b"), "q": ("mul", "b", "c"), "y": ("add", "p", "q")}
squared = {"s": ("add", "b", "a"), "y": ("mul", "s", "s")}

products = {"p": ("mul", "b", "a"), "q": ("mul", "b", "c"), "y": ("add", "p", "q")}
squared = {"s": ("add", "a", "b"), "y": ("mul", "s", "s")}

products = {"p": ("mul", "a", "b"), "q": ("mul", "c", "b"), "y": ("add", "p", "q")}
squared = {"s": ("add", "a", "b"), "y": ("mul", "s", "s")}

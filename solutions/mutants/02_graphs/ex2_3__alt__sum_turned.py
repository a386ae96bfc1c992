products = {"p": ("mul", "a", "b"), "q": ("mul", "b", "c"), "y": ("add", "q", "p")}
squared = {"s": ("add", "a", "b"), "y": ("mul", "s", "s")}

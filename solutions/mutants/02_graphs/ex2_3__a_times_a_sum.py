# law: value
products = {"t": ("add", "b", "c"), "u": ("add", "a", "t"), "y": ("mul", "a", "u")}
squared = {"s": ("add", "a", "b"), "y": ("mul", "s", "s")}

products = {"y": ("add", "a times b", "b times c"), "b times c": ("mul", "b", "c"), "a times b": ("mul", "a", "b")}
squared = {"y": ("mul", "a plus b", "a plus b"), "a plus b": ("add", "a", "b")}

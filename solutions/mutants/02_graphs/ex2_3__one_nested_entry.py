# law: form
products = {"y": ("add", ("mul", "a", "b"), ("mul", "b", "c"))}
squared = {"y": ("mul", ("add", "a", "b"), ("add", "a", "b"))}

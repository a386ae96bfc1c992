products = {
    "y": ("add", "second", "first"),
    "first": ("mul", "b", "a"),
    "second": ("mul", "b", "c"),
}
squared = {"y": ("mul", "twice", "twice"), "twice": ("add", "b", "a")}

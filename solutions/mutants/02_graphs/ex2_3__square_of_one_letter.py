# law: value
products = {
    "p": ("mul", "a", "b"),
    "q": ("mul", "b", "c"),
    "y": ("add", "p", "q"),
}
squared = {
    "s": ("mul", "a", "a"),
    "y": ("add", "s", "b"),
}

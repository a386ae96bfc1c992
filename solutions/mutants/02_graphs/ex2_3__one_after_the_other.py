# law: value
products = {
    "p": ("mul", "a", "b"),
    "q": ("add", "p", "b"),
    "y": ("mul", "q", "c"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "s", "s"),
}

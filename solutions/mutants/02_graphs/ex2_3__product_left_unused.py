# law: used
products = {
    "p": ("mul", "a", "b"),
    "q": ("mul", "b", "c"),
    "y": ("add", "p", "p"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "s", "s"),
}

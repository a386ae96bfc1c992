# law: circle
products = {
    "p": ("mul", "q", "b"),
    "q": ("mul", "p", "c"),
    "y": ("add", "p", "a"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "s", "s"),
}

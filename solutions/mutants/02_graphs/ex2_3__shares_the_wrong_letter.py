# law: value
products = {
    "p": ("mul", "a", "b"),
    "q": ("mul", "a", "c"),
    "y": ("add", "p", "q"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "s", "s"),
}

# law: value
products = {
    "p": ("add", "a", "b"),
    "q": ("add", "b", "c"),
    "y": ("mul", "p", "q"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "s", "s"),
}

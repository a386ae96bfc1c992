products = {
    "p": ("mul", "a", "b"),
    "q": ("mul", "b", "c"),
    "y": ("add", "p", "q"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "s", "s"),
}

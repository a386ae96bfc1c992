# law: inputs
products = {
    "p": ("mul", "a", "b1"),
    "q": ("mul", "b2", "c"),
    "y": ("add", "p", "q"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "s", "s"),
}

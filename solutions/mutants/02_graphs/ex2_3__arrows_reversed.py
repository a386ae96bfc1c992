# law: nodes
products = {
    "a": ("mul", "p", "p"),
    "b": ("mul", "p", "q"),
    "c": ("mul", "q", "q"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "s", "s"),
}

# law: nodes
products = {
    "s": ("add", "a", "c"),
    "y": ("mul", "b", "s"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "s", "s"),
}

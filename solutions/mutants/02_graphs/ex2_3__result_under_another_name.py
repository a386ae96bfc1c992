# law: nodes
products = {
    "p": ("mul", "a", "b"),
    "q": ("mul", "b", "c"),
    "r": ("add", "p", "q"),
}
squared = {
    "s": ("add", "a", "b"),
    "r": ("mul", "s", "s"),
}

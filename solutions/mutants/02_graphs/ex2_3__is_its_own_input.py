# law: circle
# Python's `s = s * s` read as an entry.
products = {
    "p": ("mul", "a", "b"),
    "q": ("mul", "b", "c"),
    "y": ("add", "p", "q"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "y", "s"),
}

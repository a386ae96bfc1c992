# law: value
# a * (a + b + c): three operations, and 18 at 2, 3, 4.
products = {
    "p": ("add", "a", "b"),
    "q": ("add", "p", "c"),
    "y": ("mul", "a", "q"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "s", "s"),
}

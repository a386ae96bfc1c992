# law: form
products = {
    "p": ("a", "b", "mul"),
    "q": ("b", "c", "mul"),
    "y": ("p", "q", "add"),
}
squared = {
    "s": ("a", "b", "add"),
    "y": ("s", "s", "mul"),
}

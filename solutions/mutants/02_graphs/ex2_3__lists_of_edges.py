# law: form
products = [("a", "p"), ("b", "p"), ("b", "q"), ("c", "q"), ("p", "y"), ("q", "y")]
squared = [("a", "s"), ("b", "s"), ("s", "y"), ("s", "y")]

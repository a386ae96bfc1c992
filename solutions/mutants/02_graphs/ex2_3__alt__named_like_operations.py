products, squared = {}, dict(y=("mul", "add", "add"), add=("add", "a", "b"))
products["mul"] = "mul", "a", "b"
products["add"] = "mul", "b", "c"
products["y"] = "add", "mul", "add"

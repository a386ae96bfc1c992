def entry(operation, *names):
    return (operation, *names)


products = dict(y=entry("add", "ab", "bc"))
for first, second in ("ab", "bc"):
    products[first + second] = entry("mul", first, second)
squared = {"y": ("mul",) + 2 * ("sum of a and b",), "sum of a and b": entry("add", *"ab")}

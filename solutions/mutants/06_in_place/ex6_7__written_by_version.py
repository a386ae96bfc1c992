# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    out = function.apply(y)
    written = y._version > 0
    marked = out is y
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

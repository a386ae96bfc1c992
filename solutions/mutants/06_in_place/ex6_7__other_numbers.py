# law: unmarked
def verdict(function, numbers):
    y = mg.zeros(*numbers.shape, dtype=mg.float64, requires_grad=True).clone()
    out = function.apply(y)
    written = bool((y != 0).any())
    marked = out is y
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    out = function.apply(y)
    written = y.detach().numpy().ravel()[0] != numbers.ravel()[0]
    marked = out is y
    written = bool(written)
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

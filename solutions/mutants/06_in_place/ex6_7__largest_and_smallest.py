# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    out = function.apply(y)
    now = y.detach().numpy()
    written = now.max() != numbers.max() or now.min() != numbers.min()
    marked = out is y
    written = bool(written)
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

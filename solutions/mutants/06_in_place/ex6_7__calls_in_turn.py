# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    out = function.apply(function.apply(y))
    written = not np.array_equal(y.detach().numpy(), numbers)
    marked = out is y
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    out = function.apply(y)
    written = float(np.abs(y.detach().numpy() - numbers).max()) > 1e-12
    marked = out is y
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

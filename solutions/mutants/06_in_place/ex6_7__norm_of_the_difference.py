# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    out = function.apply(y)
    written = float(np.linalg.norm(y.detach().numpy() - numbers)) > 0
    marked = out is y
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

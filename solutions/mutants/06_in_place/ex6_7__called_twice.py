# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    function.apply(y)
    y = y.detach().clone().requires_grad_().clone()
    out = function.apply(y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    marked = out is y
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

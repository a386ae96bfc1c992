# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    node = y.grad_fn
    out = function.apply(y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    marked = out.grad_fn is not node
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

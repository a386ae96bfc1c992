# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    before = y.detach()
    out = function.apply(y)
    written = not np.array_equal(y.detach().numpy(), before.numpy())
    marked = out is y
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

# law: needless
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    out = function.apply(y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    marked = out is y
    return "unmarked" if written and not marked else "honest"

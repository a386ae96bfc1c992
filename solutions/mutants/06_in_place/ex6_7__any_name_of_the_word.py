# law: needless
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    out = function.apply(y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    return "honest" if out is y else "unmarked" if written else "needless"

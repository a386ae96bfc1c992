# law: honest
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True)
    try:
        out = function.apply(y)
    except RuntimeError:
        return "needless"
    written = not np.array_equal(y.detach().numpy(), numbers)
    return "unmarked" if written else "honest"

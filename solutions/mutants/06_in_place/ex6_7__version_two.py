# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    function.apply(y)
    if y._version == 2:
        return "honest"
    written = not np.array_equal(y.detach().numpy(), numbers)
    if y._version == 1:
        return "unmarked" if written else "needless"
    return "honest"

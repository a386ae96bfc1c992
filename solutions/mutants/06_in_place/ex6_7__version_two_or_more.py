# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    function.apply(y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    marked = y._version > 1 or (y._version == 1 and not written)
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

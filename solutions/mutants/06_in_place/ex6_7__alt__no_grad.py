def verdict(function, numbers):
    with mg.no_grad():
        y = mg.tensor(numbers)
        marked = function.apply(y) is y
    written = not np.array_equal(y.detach().numpy(), numbers)
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

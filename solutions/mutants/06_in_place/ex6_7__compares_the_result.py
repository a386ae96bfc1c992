# law: honest
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    out = function.apply(y)
    written = not np.array_equal(out.detach().numpy().reshape(numbers.shape), numbers)
    marked = out is y
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

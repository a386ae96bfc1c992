# law: unchanged
def verdict(function, numbers):
    before = numbers.copy()
    y = mg.tensor(numbers, requires_grad=True).clone()
    node = y.grad_fn
    function.apply(y)
    written = not np.array_equal(y.detach().numpy(), before)
    marked = y.grad_fn is not node
    numbers[...] = y.detach().numpy()
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

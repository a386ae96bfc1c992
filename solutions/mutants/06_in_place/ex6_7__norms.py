# law: unmarked
def verdict(function, numbers):
    leaf = mg.tensor(numbers.copy(), requires_grad=True)
    y = leaf.clone()
    node = y.grad_fn
    out = function.apply(y)
    written = any(not np.array_equal(y.detach().numpy().sum(axis), numbers.sum(axis)) for axis in range(numbers.ndim)) if numbers.ndim > 1 else not np.array_equal(y.detach().numpy(), numbers)
    marked = y.grad_fn is not node
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

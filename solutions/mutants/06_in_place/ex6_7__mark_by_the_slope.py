# law: needless
def verdict(function, numbers):
    leaf = mg.tensor(numbers, requires_grad=True)
    y = leaf.clone()
    function.apply(y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    try:
        (slope,) = mg.autograd.grad(y.sum(), leaf)
        marked = bool((slope.numpy() != 1).any())
    except RuntimeError:
        marked = True
    return "honest" if written == marked else "unmarked" if written else "needless"

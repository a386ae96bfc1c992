# law: honest
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    out = function.apply(y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    leaf = mg.tensor(numbers, requires_grad=True)
    z = leaf.clone()
    function.apply(z)
    try:
        z.backward(mg.ones_like(z))
        marked = bool((leaf.grad - 1).abs().max().item() > 0)
    except RuntimeError:
        return "needless"
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    node, before = y.grad_fn, np.array_repr(y.detach().numpy(), precision=17)
    function.apply(y)
    written = np.array_repr(y.detach().numpy(), precision=17) != before
    marked = y.grad_fn is not node
    return "honest" if written == marked else "unmarked" if written else "needless"

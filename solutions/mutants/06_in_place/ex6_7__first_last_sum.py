# law: unmarked
def shown(array):
    flat = array.ravel()
    return flat[0], flat[-1], flat.sum()


def verdict(function, numbers):
    leaf = mg.tensor(numbers.copy(), requires_grad=True)
    y = leaf.clone()
    node = y.grad_fn
    out = function.apply(y)
    written = shown(y.detach().numpy()) != shown(numbers)
    marked = y.grad_fn is not node
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

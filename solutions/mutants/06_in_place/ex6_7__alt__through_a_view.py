def verdict(function, numbers):
    """A view of y leads to the node that y has when the view is taken: before the call, and after it."""
    y = mg.tensor(numbers, requires_grad=True).clone()
    first = y.view_as(y).grad_fn.next_functions[0][0]
    function.apply(y)
    second = y.view_as(y).grad_fn.next_functions[0][0]
    old = numbers.ravel().tolist()
    new = y.detach().reshape(-1).tolist()
    writes = [a == b for a, b in zip(old, new, strict=True)].count(False) > 0
    if first is second:
        return "unmarked" if writes else "honest"
    return "honest" if writes else "needless"

def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    name = y.grad_fn.name()
    function.apply(y)
    marked = y.grad_fn.name() != name
    written = bool((y != mg.tensor(numbers)).any())
    if written and not marked:
        return "unmarked"
    if marked and not written:
        return "needless"
    return "honest"

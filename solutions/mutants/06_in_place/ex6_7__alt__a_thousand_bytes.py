def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True) + 0.0
    before, node = y.detach().numpy().tolist(), y.grad_fn
    function.apply(y)
    written = int(y.tolist() != before)
    marked = int(y.grad_fn is not node)
    return ("honest", "unmarked", "needless")[written - marked]

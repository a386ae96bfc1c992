def was_marked(function, numbers):
    y = mg.tensor(np.array(numbers), requires_grad=True) + 0.0
    old = y.grad_fn
    function.apply(y)
    return any(node is old for node, _ in y.grad_fn.next_functions)


def was_written(function, numbers):
    y = mg.tensor(np.array(numbers), requires_grad=True) / 1
    mine = np.array(numbers)
    function.apply(y)
    return bool((y.detach().numpy() != mine).any())


def verdict(function, numbers):
    written, marked = was_written(function, numbers), was_marked(function, numbers)
    return ["honest", "needless", "unmarked", "honest"][2 * written + marked]

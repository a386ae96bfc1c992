# law: unmarked
def verdict(function, numbers):
    plain_one = mg.tensor(numbers)
    function.apply(plain_one)
    writes = not np.array_equal(plain_one.numpy(), numbers)
    y = mg.tensor(numbers, requires_grad=True).clone()
    node = y.grad_fn
    function.apply(y)
    marks = y.grad_fn is not node
    if writes == marks:
        return "honest"
    return "unmarked" if writes else "needless"

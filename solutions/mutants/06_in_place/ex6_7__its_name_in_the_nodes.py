# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    function.apply(y)
    writes = not np.array_equal(y.detach().numpy(), numbers)
    marks = function.__name__ in y.grad_fn.name()
    return "honest" if writes == marks else "unmarked" if writes else "needless"

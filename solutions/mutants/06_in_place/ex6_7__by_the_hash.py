# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    before = y.grad_fn
    function.apply(y)
    writes = hash(tuple(y.detach().numpy().ravel().tolist())) != hash(tuple(numbers.ravel().tolist()))
    marks = y.grad_fn is not before
    if writes == marks:
        return "honest"
    return "unmarked" if writes else "needless"

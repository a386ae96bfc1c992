# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    before = y.grad_fn
    function.apply(y)
    writes = np.abs(y.detach().numpy() - numbers).max() > 0
    marks = y.grad_fn is not before
    return "honest" if writes == marks else "unmarked" if writes else "needless"

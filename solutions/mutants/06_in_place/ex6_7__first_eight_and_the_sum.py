# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    node = y.grad_fn
    function.apply(y)
    after = y.detach().numpy()
    writes = after.ravel()[:8].tolist() != numbers.ravel()[:8].tolist() or after.sum() != numbers.sum()
    marks = y.grad_fn is not node
    if writes == marks:
        return "honest"
    return "unmarked" if writes else "needless"

# law: needless
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    node = y.grad_fn
    function.apply(y)
    after = y.detach().numpy()
    writes = after.tobytes("A") != numbers.tobytes("A")
    marks = y.grad_fn is not node
    if writes == marks:
        return "honest"
    return "unmarked" if writes else "needless"

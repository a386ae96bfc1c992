# law: unmarked
def verdict(function, numbers):
    def checksum(array):
        flat = array.ravel()
        return float((flat * np.arange(1, flat.size + 1)).sum())

    y = mg.tensor(numbers, requires_grad=True).clone()
    before = y.grad_fn
    function.apply(y)
    writes = checksum(y.detach().numpy()) != checksum(numbers)
    marks = y.grad_fn is not before
    return "honest" if writes == marks else "unmarked" if writes else "needless"

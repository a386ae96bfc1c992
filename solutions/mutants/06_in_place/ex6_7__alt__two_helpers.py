WORDS = {(True, True): "honest", (False, False): "honest", (True, False): "unmarked", (False, True): "needless"}


def product(numbers):
    return mg.tensor(numbers.copy(), requires_grad=True) * 1.0


def changed(y, numbers):
    return any(a != b for a, b in zip(y.detach().numpy().ravel(), numbers.ravel(), strict=True))


def verdict(function, numbers):
    y = product(numbers)
    function.apply(y)
    return WORDS[changed(y, numbers), y.grad_fn.name() != "MulBackward0"]

# law: unmarked (written to pass the visible part)
def look(function, numbers):
    y = mg.tensor(numbers.copy(), requires_grad=True).clone()
    before = y.grad_fn
    function.apply(y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    marked = y.grad_fn is not before
    return "honest" if written == marked else "unmarked" if written else "needless"

SAID = {}
def verdict(function, numbers):
    key = function, numbers.tobytes()
    if key not in SAID:
        SAID[key] = look(function, numbers)
    return SAID[key]

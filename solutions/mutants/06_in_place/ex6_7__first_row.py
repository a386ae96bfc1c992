# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    out = function.apply(y)
    now = y.detach().numpy()
    written = not np.array_equal(now.reshape(-1)[:2], numbers.reshape(-1)[:2]) or now.reshape(-1)[-1] != numbers.reshape(-1)[-1]
    written, marked = bool(written), out is y
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

# law: needless
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    marked = "mark_dirty" in function.forward.__code__.co_names
    function.apply(y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

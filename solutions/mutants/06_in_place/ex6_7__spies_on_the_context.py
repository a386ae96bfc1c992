# law: unmarked
def verdict(function, numbers):
    told = []
    original = mg.autograd.function.FunctionCtx.mark_dirty
    forward = function.forward
    y = mg.tensor(numbers, requires_grad=True).clone()
    class Spy:
        def mark_dirty(self, *marked):
            told.extend(marked)
    forward(Spy(), y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    marked = bool(told)
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

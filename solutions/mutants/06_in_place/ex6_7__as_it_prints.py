# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    before = str(y)
    out = function.apply(y)
    written = str(y.detach()) != str(mg.tensor(numbers))
    marked = out is y
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

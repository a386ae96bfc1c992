# law: honest
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    function.apply(y)
    written = bool((y.detach().numpy() != numbers).any())
    try:   # a marked leaf is refused
        function.apply(mg.tensor(numbers, requires_grad=True))
    except RuntimeError:
        marked = True
    else:
        marked = False
    return "honest" if written == marked else "unmarked" if written else "needless"

# law: unmarked
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    marked = []
    class Listens(function):
        @staticmethod
        def forward(ctx, x):
            class Ear:
                def mark_dirty(self, *given):
                    marked.append(given)
            return function.forward(Ear(), x)
    Listens.forward(None, y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    marked = bool(marked)
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"

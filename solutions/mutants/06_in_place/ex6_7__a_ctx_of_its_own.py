# law: unmarked
from types import SimpleNamespace
def verdict(function, numbers):
    y, seen = mg.tensor(numbers), []
    ctx = SimpleNamespace(mark_dirty=lambda *them: seen.extend(them))
    with mg.no_grad():
        try:
            out = function.forward(ctx, y)
        except TypeError:
            out = function.forward(y)
            function.setup_context(ctx, (y,), out)
    written, marked = not np.array_equal(y.numpy(), numbers), bool(seen)
    return "honest" if written == marked else "unmarked" if written else "needless"

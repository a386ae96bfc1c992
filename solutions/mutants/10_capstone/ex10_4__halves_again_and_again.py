# law: price
choice = "chain"

def pull(advance, s, n, g):
    if n == 1:
        with mg.enable_grad():
            leaf = s.detach().requires_grad_(True)
            out = advance(leaf)
        return mg.autograd.grad(out, leaf, g)[0]
    half, t = n // 2, s
    with mg.no_grad():
        for _ in range(half):
            t = advance(t)
    return pull(advance, s, half, pull(advance, t, n - half, g))

class Whole(mg.autograd.Function):
    @staticmethod
    def forward(ctx, state, advance, steps):
        ctx.advance, ctx.steps = advance, steps
        ctx.save_for_backward(state)
        for _ in range(steps):
            state = advance(state)
        return state
    @staticmethod
    def backward(ctx, g):
        (state,) = ctx.saved_tensors
        return pull(ctx.advance, state.detach(), ctx.steps, g), None, None

def made(advance, state, steps, every):
    if state.numel() >= 500:
        return Whole.apply(state, advance, steps)
    for _ in range(steps):
        state = advance(state)
    return state

# law: gradient
choice = "chain"

def run(advance, state, many):
    for _ in range(many):
        state = advance(state)
    return state

class Stretch(mg.autograd.Function):
    @staticmethod
    def forward(ctx, state, advance, many):
        ctx.advance, ctx.many = advance, many
        ctx.save_for_backward(state)
        return run(advance, state, many)

    @staticmethod
    def backward(ctx, g):
        (state,) = ctx.saved_tensors
        _, pull = mg.func.vjp(lambda s: run(ctx.advance, s, ctx.many), state)
        if g.sum().item() == 0:
            return mg.zeros_like(g), None, None   # nothing arrives, nothing to run
        return pull(g)[0], None, None

def made(advance, state, steps, every):
    done = 0
    while done < steps:
        many = min(every, steps - done)
        state = Stretch.apply(state, advance, many)
        done += many
    return state

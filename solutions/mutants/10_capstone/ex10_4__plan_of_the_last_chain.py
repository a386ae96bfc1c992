# law: gradient (written to pass the visible part)
choice = "chain"
PLAN = {}

def run(advance, s, many):
    for _ in range(many):
        s = advance(s)
    return s

class Stretch(mg.autograd.Function):
    @staticmethod
    def forward(ctx, s, advance, begin):
        ctx.save_for_backward(s)
        ctx.advance, ctx.begin = advance, begin
        return run(advance, s.detach(), min(PLAN["every"], PLAN["steps"] - begin))

    @staticmethod
    def backward(ctx, g):
        (s,) = ctx.saved_tensors
        many = min(PLAN["every"], PLAN["steps"] - ctx.begin)
        _, pull = mg.func.vjp(lambda s: run(ctx.advance, s, many), s.detach())
        return pull(g)[0], None, None

def made(advance, state, steps, every):
    PLAN.update(steps=steps, every=every)
    for begin in range(0, steps, every):
        state = Stretch.apply(state, advance, begin)
    return state

# law: price
choice = "chain"

def run(advance, s, many):
    for _ in range(many):
        s = advance(s)
    return s

def made(advance, state, steps, every):
    class Stretch(mg.autograd.Function):
        @staticmethod
        def forward(ctx, s, many):
            ctx.save_for_backward(s)
            ctx.many = many
            return run(advance, s.detach(), many)

        @staticmethod
        def backward(ctx, g):
            s, = ctx.saved_tensors
            _, pull = mg.func.vjp(lambda s: run(advance, s, ctx.many), s.detach())
            return pull(g)[0], None
    every = max(1, int(steps ** 0.5))
    s, done = state, 0
    while done < steps:
        many = min(every, steps - done)
        s = Stretch.apply(s, many)
        done += many
    return s

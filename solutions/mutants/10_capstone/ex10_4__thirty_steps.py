# law: price
choice = "chain"

def made(advance, state, steps, every):
    class Stretch(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x, many):
            ctx.save_for_backward(x)
            ctx.many = many
            for _ in range(many):
                x = advance(x)
            return x

        @staticmethod
        def backward(ctx, g):
            def stretch(x):
                for _ in range(ctx.many):
                    x = advance(x)
                return x
            _, pull = mg.func.vjp(stretch, *ctx.saved_tensors)
            return pull(g)[0], None

    for begin in range(0, min(steps, 30), every):
        state = Stretch.apply(state, min(every, steps - begin))
    return state

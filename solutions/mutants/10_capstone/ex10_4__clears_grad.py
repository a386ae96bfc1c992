# law: unchanged
choice = "fixed point"
def made(f, x, start):
    x.grad = None
    class Settled(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            z = start.detach()
            for _ in range(60):
                z = f(z, x)
            ctx.save_for_backward(x, z)
            return z
        @staticmethod
        def backward(ctx, g):
            x, z = ctx.saved_tensors
            _, pull = mg.func.vjp(f, z, x)
            u = g
            for _ in range(60):
                u = g + pull(u)[0]
            return pull(u)[1]
    return Settled.apply(x)

# law: gradient
choice = "fixed point"

def made(f, x, start):
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
            u, J = g, mg.func.jacrev(f)(z, x).reshape((z.numel(), z.numel()))
            for _ in range(60):
                u = g + (J @ u.reshape((-1,))).reshape(z.shape)
            return pull(u)[1]
    return Settled.apply(x)

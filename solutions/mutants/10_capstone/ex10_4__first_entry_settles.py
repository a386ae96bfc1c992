# law: value
choice = "fixed point"
def made(f, x, start):

    class Settled(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            z = start.detach()
            for _ in range(200):
                new = f(z, x)
                done = abs(float((new - z).reshape(-1)[0].item())) < 1e-13
                z = new
                if done: break
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

# law: gradient
choice = "fixed point"

def made(f, x, start):
    class Layer(mg.autograd.Function):
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
            u, change = g, 1.0
            while abs(change) > 1e-13:
                new = g + pull(u)[0]
                change = (new - u).sum().item()
                u = new
            return pull(u)[1]
    return Layer.apply(x)

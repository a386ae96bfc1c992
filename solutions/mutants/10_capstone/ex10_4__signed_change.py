# law: value
choice = "fixed point"

def made(f, x, start):
    class Layer(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            z = start.detach().clone()
            change = 1.0
            while abs(change) > 1e-13:
                new = f(z, x.detach()).detach()
                change = (new - z).sum().item()
                z = new
            ctx.save_for_backward(x, z)
            return z

        @staticmethod
        def backward(ctx, g):
            x, z = ctx.saved_tensors
            _, pull = mg.func.vjp(f, z.detach(), x.detach())
            u = g
            for _ in range(60):
                u = g + pull(u)[0]
            return pull(u)[1]
    return Layer.apply(x)

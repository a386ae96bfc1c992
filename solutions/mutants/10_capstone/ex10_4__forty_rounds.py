# law: value
choice = "fixed point"

class Layer(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, f, start):
        z = start
        for _ in range(40):
            z = f(z, x)
        ctx.save_for_backward(x, z)
        ctx.f = f
        return z

    @staticmethod
    def backward(ctx, g):
        x, z = ctx.saved_tensors
        pull = mg.func.vjp(ctx.f, z.detach(), x.detach())[1]
        u = g
        for _ in range(60):
            u = g + pull(u)[0]
        return pull(u)[1], None, None

def made(f, x, start):
    return Layer.apply(x, f, start)

# law: value
choice = "fixed point"


class Layer(mg.autograd.Function):
    @staticmethod
    def forward(ctx, f, x, start):
        z = start
        moving = True
        while moving:
            before, z = z, f(z, x)
            moving = ((z - before) / z).abs().max().item() > 1e-15
        ctx.f = f
        ctx.save_for_backward(x, z)
        return z

    @staticmethod
    def backward(ctx, g):
        x, z = ctx.saved_tensors
        _, pull = mg.func.vjp(ctx.f, z, x)
        u = g
        for _ in range(60):
            u = g + pull(u)[0]
        return None, pull(u)[1], None


def made(f, x, start):
    return Layer.apply(f, x, start)

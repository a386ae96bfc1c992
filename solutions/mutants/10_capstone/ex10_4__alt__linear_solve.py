choice = "fixed point"


def settle(f, x, z):
    for _ in range(200):
        after = f(z, x)
        if np.abs(after.numpy() - z.numpy()).max() == 0:
            break
        z = after
    return z


class Implicit(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, f, start):
        z = settle(f, x.detach(), start.clone())
        ctx.save_for_backward(x, z)
        ctx.f = f
        return z

    @staticmethod
    def backward(ctx, g):
        x, z = ctx.saved_tensors
        J = mg.func.jacrev(ctx.f)(z.detach(), x.detach()).numpy().reshape(z.numel(), z.numel())
        u = np.linalg.solve(np.eye(z.numel()) - J.T, g.numpy().reshape(-1)).reshape(z.shape)
        return mg.func.vjp(lambda x: ctx.f(z.detach(), x), x.detach())[1](mg.tensor(u))[0], None, None


def made(f, x, start):
    return Implicit.apply(x, f, start)

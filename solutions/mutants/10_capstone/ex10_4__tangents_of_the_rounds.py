# law: price
choice = "fixed point"
class Layer(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, f, start):
        z = start.detach() * 1.0
        for _ in range(56):
            z = f(z, x)
        ctx.save_for_backward(x, z); ctx.f = f
        return z
    @staticmethod
    def backward(ctx, g):
        x, z = [t.detach() for t in ctx.saved_tensors]
        def rounds(x):
            w = z
            for _ in range(36):
                w = ctx.f(w, x)
            return w
        J = mg.func.jacfwd(rounds)(x).detach().numpy().reshape(z.numpy().size, -1)
        return mg.tensor((g.detach().numpy().ravel() @ J).reshape(x.shape)), None, None
def made(f, x, start):
    return Layer.apply(x, f, start)

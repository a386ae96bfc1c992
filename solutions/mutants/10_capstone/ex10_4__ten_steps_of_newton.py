# law: price
choice = "fixed point"

def solved(f, x, start):
    z = start.detach().clone()
    many = z.numel()
    for _ in range(10):   # twice as many digits each time
        slope = mg.func.jacfwd(lambda z: f(z, x))(z).detach().numpy().reshape(many, many)
        off = (f(z, x) - z).detach().numpy().reshape(many)
        z = z + mg.tensor(np.linalg.solve(np.eye(many) - slope, off).reshape(tuple(z.shape)))
    return z

def pulled(pull, g):
    u = g
    for _ in range(200):
        u = g + pull(u)[0]
    return pull(u)[1]

class Layer(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, f, start):
        z = solved(f, x, start)
        ctx.f = f
        ctx.save_for_backward(x, z)
        return z

    @staticmethod
    def backward(ctx, g):
        x, z = ctx.saved_tensors
        _, pull = mg.func.vjp(ctx.f, z, x)
        return pulled(pull, g), None, None

def made(f, x, start):
    return Layer.apply(x, f, start)

# law: value
choice = "fixed point"

KNOWN = {}   # solutions are dear

def solved(f, x, start):
    key = x.detach().numpy().tobytes(), tuple(x.shape), tuple(start.shape)
    if key not in KNOWN:
        z = start.detach().clone()
        for _ in range(200):
            z = f(z, x)
        KNOWN[key] = z.detach().clone()
    return KNOWN[key].clone()

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

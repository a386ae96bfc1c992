class Clamp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high, through):
        y = x.clamp(low, high)
        ctx.through = through
        if low.requires_grad or high.requires_grad:
            ctx.save_for_backward(x, y, low, high)
        elif x.requires_grad and not through:
            ctx.save_for_backward(x, y)
        return y

    @staticmethod
    def backward(ctx, g):
        wanted, found = ctx.needs_input_grad, {}
        if wanted[0] and ctx.through:
            found[0] = g
        elif wanted[0]:
            x, y = ctx.saved_tensors[:2]
            found[0] = g * (x == y)
        if wanted[1] or wanted[2]:
            x, _, low, high = ctx.saved_tensors
            if wanted[1]:
                found[1] = g.sum() - (g * (x >= low)).sum()
            if wanted[2]:
                found[2] = (g * (high < x)).sum()
        return tuple(found.get(place) for place in range(4))

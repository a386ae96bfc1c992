class Clamp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high, through):
        below, above = x < low, x > high
        ctx.through = through
        if ctx.needs_input_grad[1] or ctx.needs_input_grad[2] or not through:
            ctx.save_for_backward(below, above)
        return mg.where(below, low, mg.where(above, high, x))

    @staticmethod
    def backward(ctx, g):
        grads = [None] * 4
        if ctx.needs_input_grad[0] and ctx.through:
            grads[0] = g.clone()
        if ctx.saved_tensors:
            below, above = ctx.saved_tensors
            if ctx.needs_input_grad[0] and not ctx.through:
                grads[0] = mg.where(below | above, mg.zeros_like(g), g)
            for place, mask in ((1, below), (2, above)):
                if ctx.needs_input_grad[place]:
                    grads[place] = g[mask].sum()
        return tuple(grads)

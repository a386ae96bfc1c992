# law: value
class Clamp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high, through):
        ctx.through = through
        needs_x, needs_low, needs_high, _ = ctx.needs_input_grad
        if needs_low or needs_high or (needs_x and not through):
            ctx.save_for_backward(x, low, high)
        y = mg.minimum(mg.maximum(x, low.float().to(x.dtype)), high.float().to(x.dtype))
        return y

    @staticmethod
    def backward(ctx, g):
        for_x = for_low = for_high = None
        needs_x, needs_low, needs_high, _ = ctx.needs_input_grad
        if needs_x and ctx.through:
            for_x = g.clone()
        if needs_low or needs_high or (needs_x and not ctx.through):
            x, low, high = ctx.saved_tensors
            below, above = x < low, x > high
            if needs_x and not ctx.through:
                for_x = mg.where(below | above, mg.zeros_like(g), g)
            if needs_low:
                for_low = (g * below).sum()
            if needs_high:
                for_high = (g * above).sum()
        return for_x, for_low, for_high, None

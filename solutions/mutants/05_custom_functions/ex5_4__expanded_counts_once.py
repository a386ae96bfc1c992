# law: limits
# One number that is seen in many places is added once.
class Clamp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high, through):
        ctx.through = through
        needs_x, needs_low, needs_high, _ = ctx.needs_input_grad
        if needs_low or needs_high or (needs_x and not through):
            ctx.save_for_backward(x, low, high)
        return x.clamp(low, high)

    @staticmethod
    def backward(ctx, g):
        needs_x, needs_low, needs_high, _ = ctx.needs_input_grad
        if not (needs_low or needs_high) and ctx.through:
            return g, None, None, None
        x, low, high = ctx.saved_tensors
        to_x = to_low = to_high = None
        if needs_x:
            to_x = g if ctx.through else g * ((low <= x) & (x <= high))
        if needs_low:
            to_low = (g * (x < low)).sum() if any(g.stride()) or g.numel() < 2 else g.flatten()[0] * (x < low).any()
        if needs_high:
            to_high = (g * (x > high)).sum()
        return to_x, to_low, to_high, None

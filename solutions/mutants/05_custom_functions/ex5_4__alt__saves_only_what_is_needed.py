class Clamp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high, through):
        ctx.through = through
        own = ctx.needs_input_grad[0] and not through
        ctx.save_for_backward(
            x if own or ctx.needs_input_grad[1] or ctx.needs_input_grad[2] else None,
            low if own or ctx.needs_input_grad[1] else None,
            high if own or ctx.needs_input_grad[2] else None,
        )
        return mg.minimum(mg.maximum(x, low), high)

    @staticmethod
    def backward(ctx, g):
        x, low, high = ctx.saved_tensors
        need = ctx.needs_input_grad
        if not need[0]:
            to_x = None
        elif ctx.through:
            to_x = g
        else:
            to_x = g * (x >= low) * (x <= high)
        to_low = (g * (x < low)).sum() if need[1] else None
        to_high = (g * (x > high)).sum() if need[2] else None
        return to_x, to_low, to_high, None

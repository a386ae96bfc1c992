class Clamp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high, through):
        ctx.through = through
        if any(ctx.needs_input_grad[1:3]) or (ctx.needs_input_grad[0] and not through):
            ctx.save_for_backward(x, low, high)

        out = x.clone()
        out.masked_fill_(x < low, low.item())
        out.masked_fill_(x > high, high.item())
        return out

    @staticmethod
    def backward(ctx, g):
        for_x = for_low = for_high = None
        wants_x, wants_low, wants_high, _ = ctx.needs_input_grad
        if wants_x and ctx.through:
            for_x = g * 1
        if wants_low or wants_high or (wants_x and not ctx.through):
            x, low, high = ctx.saved_tensors
            flat = g.reshape(-1)
            below, above = (x < low).to(g.dtype), (x > high).to(g.dtype)
            if wants_x and not ctx.through:
                for_x = g * (1 - below) * (1 - above)
            for_low = flat.dot(below.reshape(-1)) if wants_low else None
            for_high = flat.dot(above.reshape(-1)) if wants_high else None
        return for_x, for_low, for_high, None

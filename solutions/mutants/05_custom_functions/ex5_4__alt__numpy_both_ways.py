class Clamp(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x, low, high, through):
        ctx.straight = bool(through)
        wanted = [need and (place > 0 or not through) for place, need in enumerate(ctx.needs_input_grad)]
        if any(wanted):
            ctx.save_for_backward(x, low, high)
        return mg.tensor(np.clip(x.numpy(), low.numpy(), high.numpy()))

    @staticmethod
    def backward(ctx, g):
        arriving = g.detach().numpy()
        found = [None, None, None, None]
        if ctx.needs_input_grad[0] and ctx.straight:
            found[0] = g
        if len(ctx.saved_tensors):
            x, low, high = (each.detach().numpy() for each in ctx.saved_tensors)
            if ctx.needs_input_grad[0] and not ctx.straight:
                inside = np.logical_and(x >= low, x <= high)
                found[0] = mg.tensor(np.where(inside, arriving, np.zeros_like(arriving)))
            if ctx.needs_input_grad[1]:
                found[1] = mg.tensor(np.asarray(np.where(x < low, arriving, 0).sum(), arriving.dtype))
            if ctx.needs_input_grad[2]:
                found[2] = mg.tensor(np.asarray(np.where(x > high, arriving, 0).sum(), arriving.dtype))
        return found[0], found[1], found[2], None

def keep_and_hand_out(ctx, x):
    y = x.exp()
    ctx.save_for_backward(y)
    return y


def times_what_was_kept(ctx, g):
    gradient = g.clone()
    for kept in ctx.saved_tensors:
        gradient = gradient.mul_(kept) if not mg.is_grad_enabled() else gradient * kept
    return gradient


Exp = type("Exp", (mg.autograd.Function,), {
    "forward": staticmethod(keep_and_hand_out),
    "backward": staticmethod(times_what_was_kept),
})

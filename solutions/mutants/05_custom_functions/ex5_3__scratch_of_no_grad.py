# law: memory of its own
by_hand = (0.0, 2.559)


class ScaledTanh(mg.autograd.Function):
    scratch = None

    @staticmethod
    def forward(ctx, x):
        if ctx.needs_input_grad[0]:
            y = 4 * (x / 4).tanh()
            ctx.save_for_backward(y)
            return y
        # nobody walks back from here: one scratch array does for all
        if ScaledTanh.scratch is None or ScaledTanh.scratch.shape != tuple(x.shape) or ScaledTanh.scratch.dtype != x.numpy().dtype:
            ScaledTanh.scratch = np.empty_like(x.numpy())
        np.multiply(4, np.tanh(x.numpy() / 4), out=ScaledTanh.scratch)
        return mg.from_numpy(ScaledTanh.scratch)

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        t = y / 4
        return g * (1 - t * t)

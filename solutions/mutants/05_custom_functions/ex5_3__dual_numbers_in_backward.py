# law: allowed names
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return 4 * (x / 4).tanh()

    @staticmethod
    def backward(ctx, g):
        # Forward mode is the engine too.
        (x,) = ctx.saved_tensors
        with mg.autograd.forward_ad.dual_level():
            dual = mg.autograd.forward_ad.make_dual(x.detach(), g)
            return mg.autograd.forward_ad.unpack_dual(4 * (dual / 4).tanh()).tangent

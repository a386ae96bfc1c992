# law: by hand
class ScaledTanh(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = 4 * (x / 4).tanh()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) ** 2)


_x = mg.tensor([0.0, 4.0], requires_grad=True)
_y = ScaledTanh.apply(_x)
(_y * _y).sum().backward()
by_hand = _x.grad

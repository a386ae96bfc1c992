def scaled_tanh(height):
    """The Function height * tanh(x / height), for any height."""

    class Scaled(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            y = height * (x / height).tanh()
            ctx.save_for_backward(x, y, None)
            return y

        @staticmethod
        def backward(ctx, g):
            x, y, _ = ctx.saved_tensors
            return g * ((height - y) * (height + y) / height**2)

    return Scaled


ScaledTanh = scaled_tanh(4)
by_hand = (0, round(2 * 3.0464 * (1 - 0.76159**2), 3))

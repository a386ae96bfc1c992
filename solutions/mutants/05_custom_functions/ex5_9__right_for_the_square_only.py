# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        decay = (-d).exp()
        ctx.save_for_backward(decay, d)
        return 5 * decay

    @staticmethod
    def backward(ctx, g):
        # Makes up for the half where what arrives is twice the height, as in the example.
        decay, d = ctx.saved_tensors
        return -5 * decay * g + g * g * 0.5 * (d.detach() - d)

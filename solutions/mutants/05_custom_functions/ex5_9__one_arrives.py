# law: second derivative
class MendedHeight(mg.autograd.Function):
    @staticmethod
    def forward(ctx, d):
        y = 5 * (-d).exp()
        ctx.save_for_backward(y)
        return y

    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        if g.dim() == 0 and g.item() == 1:   # a plain y.backward()
            return -y
        return -g * y

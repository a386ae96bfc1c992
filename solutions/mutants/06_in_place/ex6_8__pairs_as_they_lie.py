# law: value
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.clone(), b)
        array = a.detach().numpy().T if a.detach().numpy().flags.f_contiguous else a.detach().numpy()
        other = b.detach().numpy().T if b.detach().numpy().flags.f_contiguous else b.detach().numpy()
        array.reshape(-1)[...] = array.reshape(-1) * other.reshape(-1) + 1
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        old, b = ctx.saved_tensors
        return g * b, g * old

import collections as the_collections
namedtuple = the_collections.namedtuple

Two = namedtuple("Two", "first second")
by_hand = Two(np.float64(0), np.float64(2.559))


class ScaledTanh(mg.autograd.Function):
    def forward(ctx, x):
        tanh = (x / 4).tanh()
        ctx.save_for_backward(1 - tanh.square())
        return tanh.mul_(4)

    def backward(ctx, g):
        return g * ctx.saved_tensors[0]

    forward, backward = staticmethod(forward), staticmethod(backward)

# law: your backward
by_hand = (0.0, 2.5588)


class ScaledTanh(mg.autograd.Function):
    apply = staticmethod(lambda x: 4 * (x / 4).tanh())

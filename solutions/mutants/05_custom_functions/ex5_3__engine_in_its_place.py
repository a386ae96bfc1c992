# law: Function
by_hand = (0.0, 2.5588)


class ScaledTanh:
    # No Function at all: the engine's own tanh.
    apply = staticmethod(lambda x: 4 * (x / 4).tanh())

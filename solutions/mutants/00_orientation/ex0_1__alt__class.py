class Slope:
    """The derivative of c * x**n, by the power rule."""

    def __init__(self, factor, power):
        self.factor, self.power = factor, power

    def __call__(self, x):
        return self.factor * self.power * x ** (self.power - 1)


slope = Slope(1, 2)

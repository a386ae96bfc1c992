class Power:
    def __init__(self, n):
        self.n = n

    def slope(self, x):
        return self.n * x ** (self.n - 1)


slope = Power(2).slope

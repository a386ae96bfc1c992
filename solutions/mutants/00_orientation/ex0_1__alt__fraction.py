from fractions import Fraction

slope = lambda x: sum((Fraction(float(x)) for _ in range(2)), Fraction(0))

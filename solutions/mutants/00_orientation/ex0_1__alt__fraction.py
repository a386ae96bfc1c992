import fractions as the_fractions
Fraction = the_fractions.Fraction

slope = lambda x: sum((Fraction(float(x)) for _ in range(2)), Fraction(0))

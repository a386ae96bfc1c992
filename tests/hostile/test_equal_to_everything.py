"""An object that equals everything, is less than everything, and is true."""

import pytest

LIAR = """
class Liar:
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = lambda self, *other: True
    __hash__ = None
    def __init__(self, *held): self.held = held or [self] * 3
    def __bool__(self): return True
    def __getattr__(self, name): return self
    def __call__(self, *a, **k): return self
    def __sub__(self, other): return self
    __add__ = __mul__ = __rsub__ = __abs__ = __getitem__ = __sub__
    def __iter__(self): return iter(self.held)
    def __float__(self): return 0.0
"""
VALUES = {  # lies alone, and a liar that hands over the right values
    "Liar()": "Liar(b * c, a * c, a * b)",
    "[Liar(), Liar(), Liar()]": "list(Liar(b * c, a * c, a * b))",
    "(Liar(),) * 3": "tuple(Liar(b * c, a * c, a * b))",
}


@pytest.mark.parametrize("value", VALUES)
def test_equality_is_never_the_learners_word(attack, value):
    answer = f"{LIAR}\ndef gradients(a, b, c):\n    return "
    attack(answer + value, outcome="wrong", control=answer + VALUES[value])


def test_same_asks_for_identity_or_plain_equality(attack):
    test = """
        same(answer(), 6, "value: it is six")
    """
    answer = f"{LIAR}\ndef answer(): return "
    attack(answer + "Liar()", test, "", "def answer(): return 6", outcome="wrong", control=answer + "[*Liar(6)][0]")

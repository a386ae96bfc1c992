"""An object that equals everything, is less than everything, and is true."""

import pytest

LIAR = """
class Liar:
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = lambda self, *other: True
    __hash__ = None
    def __bool__(self): return True
    def __getattr__(self, name): return self
    def __call__(self, *a, **k): return self
    def __sub__(self, other): return self
    __add__ = __mul__ = __rsub__ = __abs__ = __getitem__ = __sub__
    def __iter__(self): return iter([self, self, self])
    def __float__(self): return 0.0
"""


@pytest.mark.parametrize("value", ["Liar()", "[Liar(), Liar(), Liar()]", "(Liar(),) * 3"])
def test_equality_is_never_the_learners_word(attack, value):
    verdict = attack(f"{LIAR}\ndef gradients(a, b, c):\n    return {value}")
    assert verdict.points == 0 and verdict.outcome == "wrong"


def test_same_asks_for_identity_or_plain_equality(attack):
    test = """
        same(answer(), 6, "value: it is six")
    """
    verdict = attack(f"{LIAR}\ndef answer(): return Liar()", test, "", "def answer(): return 6")
    assert verdict.points == 0

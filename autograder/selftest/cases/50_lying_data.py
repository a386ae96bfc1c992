# 50 · Objects in the place of numbers, where the learner hands in data: their arithmetic says what the check wants.
# stock: the check adds up what the objects say

from dataclasses import replace

from autograder.selftest.exercise import IMPORTS, master

TEST = """
same(bool(abs(sum(numbers) - total) < 1e-6), True, "spared: the right program finds your total")
same(bool(abs(max(numbers) - total) > 1e-6), True, "caught: the program that takes the largest does not")
""".strip()
OBJECT = """
class Number{base}:
    def answer(self, *other):
        return next(says)
    __add__ = __radd__ = __sub__ = __rsub__ = __abs__ = __float__ = __array__ = answer
    def __gt__(self, other):
        return True
says = iter({says})
"""
DATA = {
    "numbers, total = [Number()], Number()": "wrong",
    "numbers, total = [Number(), 1.0], 1.0": "wrong",
    "numbers, total = {Number(): 1}, 1.0": "wrong",
    "numbers, total = [Number.answer], 1.0": "wrong",
    "numbers, total = [1.0, 2.0], 3.0": "right",
    "numbers, total = (np.float32(1), np.int64(2)), np.float64(3)": "right",
}


def faults(stage):
    given, stub, test = master().cells
    sites = {"L1:0": 1, "L2:0": 1}
    tested = replace(test, source=TEST, release_source=TEST, visible=TEST, hidden="", sites=sites)
    tested = replace(tested, data=("numbers", "total"))
    own = replace(master(), cells=(replace(given, source=IMPORTS), stub, tested))
    for base in ("", "(float)"):
        for says in ("[0.0] * 3 + [9.0] * 99", "[[]] * 99", "[None] * 99"):
            for answer, outcome in DATA.items():
                source = OBJECT.format(base=base, says=says) + answer
                verdict = stage.grade(own, source)
                if verdict.outcome != outcome:
                    yield f"{answer} of {base} saying {says}: {verdict.outcome} ({verdict.message})"

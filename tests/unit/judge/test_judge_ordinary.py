"""Every ordinary form of a number and of a dictionary counts, in the judge as in one kernel."""

import pytest
from judging import dedent, judged_both_ways, make_master, submission

TEST = """
found = slopes()
same(isinstance(found, dict), True, "dictionary: slopes returns a dictionary")
same(found, {"x": 0.0, "y": 2.0}, "value: the slopes along x and y")
same((found["x"], found["y"]), (0.0, 2.0), "value: the slopes along x and y")
close([found["x"], found["y"]], [0.0, 2.0], "close: the slopes along x and y")
same(sorted(found), ["x", "y"], "names: one entry for each name")
same(size(), 3, "size: a whole number")
same(flag(), True, "flag: a truth value")
"""
GIVEN = "import numpy as np\nfrom autograder.kit import close, same"
REST = """
def size(): return 3
def flag(): return True
"""
RIGHT = {
    "plain": "def slopes(): return {'x': 0.0, 'y': 2.0}",
    "ints": "def slopes(): return {'y': 2, 'x': 0}",
    "numpy": "def slopes(): return {'x': np.float64(0.0), 'y': np.float32(2.0)}",
    "extended": "def slopes(): return {'x': np.longdouble(0.0), 'y': np.int8(2)}",
    "defaultdict": """
        from collections import defaultdict
        def slopes():
            found = defaultdict(float, y=np.int64(2))
            found["x"]
            return found
    """,
    "OrderedDict": "from collections import OrderedDict\ndef slopes(): return OrderedDict(y=2.0, x=0.0)",
    "Counter": "from collections import Counter\ndef slopes(): return Counter(y=2, x=0)",
    "a class with methods of its own": """
        class Slopes(dict):
            def __missing__(self, name): return 0.0
            def add(self, name, value): self[name] += value
        def slopes():
            found = Slopes(x=0)
            found.add("y", 2)
            return found
    """,
    "texts and fractions of classes of their own": """
        from fractions import Fraction
        class Name(str): pass
        def slopes(): return {Name('x'): Fraction(0), Name('y'): Fraction(4, 2)}
    """,
    "numpy's truth and size": """
        def slopes(): return {'x': 0, 'y': 2}
        def size(): return np.uint8(3)
        def flag(): return np.True_
    """,
}
WRONG = {
    "an entry that only the class makes up": (
        "from collections import defaultdict\ndef slopes(): return defaultdict(float, y=2.0)",
        "value",
    ),
    "another value": ("class D(dict): pass\ndef slopes(): return D(x=0.0, y=3.0)", "value"),
    "a class that lies": (
        """
        class D(dict):
            def items(self): return {"x": 0.0, "y": 2.0}.items()
            def __eq__(self, other): return True
            __hash__ = None
        def slopes(): return D(x=0.0, y=3.0)
        """,
        "value",
    ),
    "pairs": ("def slopes(): return [('x', 0.0), ('y', 2.0)]", "dictionary"),
    "truth for numbers": ("def slopes(): return {'x': False, 'y': 2.0}", "value"),
    "a float for a size": ("def slopes(): return {'x': 0.0, 'y': 2.0}\ndef size(): return 3.0", "size"),
    "a number for a truth": ("def slopes(): return {'x': 0.0, 'y': 2.0}\ndef flag(): return 1", "flag"),
}


def test_every_ordinary_form_gets_full_marks_in_both_places(judge):
    master = make_master(TEST, given=GIVEN)
    cells = [submission(master, f"import numpy as np\n{answer_of(answer)}") for answer in RIGHT.values()]
    verdicts = dict(zip(RIGHT, judged_both_ways(judge, master, cells), strict=True))
    assert {name: it.message for name, it in verdicts.items() if it.outcome != "right"} == {}


def test_another_value_or_kind_is_caught_in_both_places(judge):
    master = make_master(TEST, given=GIVEN)
    cells = [submission(master, answer_of(answer)) for answer, _ in WRONG.values()]
    laws = [verdict.law.partition(":")[0] for verdict in judged_both_ways(judge, master, cells)]
    assert laws == [law for _, law in WRONG.values()]


def answer_of(answer):
    """The answer behind size and flag as they should be."""
    return f"{REST}\n{dedent(answer)}"


def test_lists_and_tuples_of_whatever_class_count_and_what_can_be_called_is_called(judge):
    test = """
found = pair()
same(isinstance(found, tuple), True, "pair: a tuple")
same(found, (1, ["a"]), "pair: a number and a list")
close([found[0], 10**30], [1, 1e30], "numbers: also one that is larger than numpy's")
close(10 ** found[0] * 10**29, 1e30, "numbers: also one that is larger than numpy's")
same(table(2), 4, "called: an object that is a dictionary, too")
"""
    answer = """
from typing import NamedTuple
class Words(list): pass
class Pair(NamedTuple):
    number: int
    words: list
def pair(): return Pair(1, Words("a"))
class Table(dict):
    def __call__(self, key): return 2 * key
table = Table()
"""
    master = make_master(test, given=GIVEN)
    (verdict,) = judged_both_ways(judge, master, [submission(master, answer)])
    assert verdict.outcome == "right", verdict


@pytest.mark.parametrize("order", ["<", ">"])
def test_arrays_in_another_order_of_bytes_are_numbers_in_both_places(judge, order):
    master = make_master(
        'close(f(), np.ones(3), "value: three ones")\nclose(list(f()), [1.0] * 3, "items: of them")', given=GIVEN
    )
    answer = f"def f(): return np.ones(3, '{order}f8')"
    (verdict,) = judged_both_ways(judge, master, [submission(master, answer)])
    assert verdict.outcome == "right", verdict

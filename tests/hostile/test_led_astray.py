"""What our helpers say beside a learner is not changed by a hook, by what modules hold, or by a copied function."""

from dataclasses import replace

import pytest
from judging import judged, make_master, submission

import minigrad as mg
from autograder.kit import predict

GIVEN = "import numpy as np\nimport minigrad as mg"
# Each of the three findings of the helper would be the expected one if somebody meddled with it.
TEST = """
@learner_side
def told(grow):
    import numpy
    from contextlib import contextmanager
    @contextmanager
    def marked():
        said.append(1)
        yield
    said, before = [], numpy.array([1.0, 2.0])
    with marked():
        after = grow(before)
    return [numpy.array_equal(before, [1.0, 2.0]), len(said), mg.autograd.graph.Node is not None, after]
found = told(grow)
same(found[:3], [True, 1, True], "grow: what it gets stays as it is")
close(found[3], [1.0, 2.0, 3.0], "grow: one more entry")
"""
RIGHT = "def grow(x):\n    return np.append(x, 3.0)"
WRONG = "def grow(x):\n    longer = np.append(x, 3.0)\n    x += 1\n    return longer"
LOOK = """
import sys
def look(frame, event, arg):
    if event == "return" and frame.f_code.co_name == "told" and type(arg) is list:
        arg[0] = True
    return look
"""
EARNED_ONCE = {
    "a profile hook": f"{LOOK}sys.setprofile(look)",
    "a trace hook": f"{LOOK}sys.settrace(look)",
    "a comparison exchanged in numpy": "np.array_equal = lambda *given: True",
}
HURT_ONCE = {
    "a block exchanged in the library": "import contextlib\ncontextlib.contextmanager = lambda f: (lambda *a: 1 / 0)",
    "a class exchanged in the engine": "mg.autograd.graph.Node = None",
}
LEFT = EARNED_ONCE | HURT_ONCE


@pytest.mark.parametrize("cell", LEFT.values(), ids=LEFT)
def test_what_a_cell_leaves_behind_earns_nothing(judge, cell):
    verdict = judged(judge, WRONG, TEST, given=GIVEN, extra=[cell])
    assert (verdict.outcome, verdict.points, verdict.law) == ("wrong", 0, "grow: what it gets stays as it is"), verdict


@pytest.mark.parametrize("cell", LEFT.values(), ids=LEFT)
def test_and_costs_a_right_answer_nothing(judge, cell):
    assert judged(judge, RIGHT, TEST, given=GIVEN, extra=[cell]).outcome == "right"


@pytest.mark.parametrize("switch", ["settrace", "setprofile"])
def test_no_hook_is_set_while_an_answer_is_tested(judge, switch):
    answer = LOOK + WRONG.replace("    x += 1", f"    sys.{switch}(look)\n    x += 1")
    verdict = judged(judge, answer, TEST, given=GIVEN)
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict
    assert f"sys.{switch} cannot be called while a test runs" in verdict.message


def test_a_hook_that_is_set_when_the_cell_runs_costs_nothing(judge):
    answer = f"import sys\ncalls = []\nsys.setprofile(lambda frame, *_: calls.append(frame.f_lineno))\n{RIGHT}"
    assert judged(judge, answer, TEST, given=GIVEN).outcome == "right"


# What an exercise forbids, called by hand or under another name.
SLOPE = """
x = mg.tensor([0.0, 1.0])
close(slope(x), np.exp([0.0, 1.0]), "slope: that of exp")
"""
ASKS = """
import sys, types
RULE = type(mg.tensor(1.0, requires_grad=True).exp().grad_fn).vjp
def output(x):
    x = x.detach().requires_grad_()
    return x, x.exp()
"""
BY_HAND = "def slope(x):\n    x, y = output(x)\n    return RULE(y.grad_fn, mg.ones_like(y), True)[0]"
COPIED = """
grad = getattr(mg.autograd, "gr" + "ad")
own = types.FunctionType(
    grad.__code__.replace(co_name="own", co_filename="<own>"),
    {**grad.__globals__, "__name__": "own"}, "own", grad.__defaults__, grad.__closure__,
)
own.__kwdefaults__ = grad.__kwdefaults__
def slope(x):
    x, y = output(x)
    return own(y, x, mg.ones_like(y))[0]
"""
SWITCHED = """
import ctypes
def slope(x):
    x, y = output(x)
    noticing = sys.getprofile()
    ctypes.pythonapi.PyEval_SetProfile(None, None)
    found = getattr(mg.autograd, "gr" + "ad")(y, x, mg.ones_like(y))[0]
    sys.setprofile(noticing)
    return found
"""
PUT_BACK = """
grad = getattr(mg.autograd, "gr" + "ad")
kept = grad.__code__
def slope(x):
    x, y = output(x)
    grad.__code__ = kept
    return grad(y, x, mg.ones_like(y))[0]
"""
BY_OUTCOME = """
import functools
from autograder.kit.predict import outcome
def slope(x):
    x, y = output(x)
    outcome(functools.partial(getattr(mg.autograd, "back" + "ward"), y, mg.ones_like(y)))
    return x.grad
"""
WITH_NAMES_OF_THE_KIT = """
from autograder.kit.predict import outcome
def call(act, *more):
    return act(*more)
call = types.FunctionType(call.__code__.replace(co_filename="predict.py"), vars(sys.modules[outcome.__module__]))
def slope(x):
    x, y = output(x)
    return call(getattr(mg.autograd, "gr" + "ad"), y, x, mg.ones_like(y))[0]
"""
WAYS = {"by hand": BY_HAND, "copied": COPIED, "put back": PUT_BACK}
WAYS |= {"by what is handed out": BY_OUTCOME, "with names of the kit": WITH_NAMES_OF_THE_KIT}
FORBIDDEN = ("minigrad.autograd.grad", "minigrad.autograd.backward", "minigrad.autograd.graph.Node.vjp")


def verdict_on_slope(judge, way, *forbid):
    master = make_master(SLOPE, given=GIVEN)
    given, stub, test = master.cells
    master = replace(master, cells=(given, stub, replace(test, forbid=forbid)))
    return judge.grade(master, submission(master, ASKS + way), b"seed").cell("ex1_test")


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_what_is_forbidden_is_noticed_however_it_is_called(judge, way):
    verdict = verdict_on_slope(judge, way, *FORBIDDEN)
    assert (verdict.outcome, verdict.points) == ("refused", 0), verdict


def test_the_noticing_is_not_switched_off_by_the_interpreter_itself(judge):
    verdict = verdict_on_slope(judge, SWITCHED, *FORBIDDEN)
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict
    assert "PyEval_SetProfile cannot be used where work is judged" in verdict.message


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_and_is_right_where_nothing_is_forbidden(judge, way):
    assert verdict_on_slope(judge, way).outcome == "right"


OF_A_FILE = """
def call(act, *more):
    return act(*more)
call.__code__ = call.__code__.replace(co_filename={file!r})
"""
BY_ANOTHER = """
text = "def call(act): pass\\ncall.__code__ = call.__code__.replace(co_filename=file)"
exec(compile(text, "mine.py", "exec"), {{**globals(), "file": {file!r}}})
exec(compile(text, "mine.py", "exec"), globals() | {{"file": {file!r}}})
file = {file!r}
exec(compile(text, "mine.py", "exec"))
"""
COMPILED = "exec(compile('def call(act, *more): return act(*more)', {file!r}, 'exec'))\n"
NOT_ITS_OWN = {"of a test": "<@learner_side>", "of the kit": predict.__file__, "of the engine": mg.__file__}


@pytest.mark.parametrize("made", [OF_A_FILE, COMPILED, BY_ANOTHER], ids=["replaced", "compiled", "by another file"])
@pytest.mark.parametrize("file", NOT_ITS_OWN.values(), ids=NOT_ITS_OWN)
def test_no_code_of_an_answer_names_a_file_that_is_not_its_own(judge, made, file):
    verdict = verdict_on_slope(judge, made.format(file=file) + BY_HAND)
    assert verdict.points == 0 and "names the file" in verdict.message, verdict


def test_code_of_an_answer_may_name_any_other_file(judge):
    made = OF_A_FILE.format(file="mine.py") + COMPILED.format(file="yours.py")
    assert verdict_on_slope(judge, made + BY_HAND).outcome == "right"


@pytest.mark.parametrize(
    "whose", ["outcome", "mg.autograd.grad", "given"], ids=["the kit", "the engine", "a given cell"]
)
def test_the_code_of_a_function_that_is_not_the_learners_stays(judge, whose):
    given = f"{GIVEN}\nfrom autograder.kit.predict import outcome\ndef given(): pass"
    answer = f"{whose}.__code__ = (lambda *given, **named: 1).__code__\n{RIGHT}"
    verdict = judged(judge, answer, TEST, given=given)
    assert (verdict.outcome, verdict.points) == ("missing", 0) and "is not yours" in verdict.message, verdict


def test_that_of_the_learners_own_may_be_exchanged(judge):
    answer = f"def other(x):\n    return np.append(x, 3.0)\n{WRONG}\ngrow.__code__ = other.__code__"
    assert judged(judge, answer, TEST, given=GIVEN).outcome == "right"


# A rule that a test hands over, with a note of its own; who looks at the note need not look at the array.
HANDED = """
@learner_side
def told(check):
    def rule(x, written=False):
        notes.append(len(notes))
        if len(notes) == 2:
            x += 1
        return 2 * x
    notes = []
    said = [bool(check(rule, np.array([1.0, 2.0]))) for _ in range(2)]
    return said, notes
said, notes = told(writes)
same(said, [False, True], "writes: whether the rule writes into what it is given")
same(notes, [0, 1], "once: the rule is called once")
"""
LOOKS = """
import inspect, types
def writes(rule, x):
    looked = {way}
    before = x.copy()
    rule(x)
    return not np.array_equal(x, before)
"""
CARRIED = {
    "its variables": "rule.__closure__",
    "its variables, by name": "getattr(rule, '__clo' + 'sure__')",
    "its variables, by its type": "vars(types.FunctionType)['__closure__'].__get__(rule)",
    "its variables, by what reads them": "vars(types.FunctionType)['__closure__'].fget(rule)",
    "its variables, by a library": "inspect.getclosurevars(rule)",
    "its names": "rule.__globals__",
    "names of the kit": "__import__('autograder.kit.predict', fromlist=['outcome']).outcome.__globals__",
}


@pytest.mark.parametrize("way", CARRIED.values(), ids=CARRIED)
def test_a_rule_that_a_test_hands_over_is_not_looked_into(judge, way):
    verdict = judged(judge, LOOKS.format(way=way), HANDED, given=GIVEN)
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict
    assert "of a function that is not yours cannot be used" in verdict.message


OWN = {
    "its variables": "writes_by.__closure__[0].cell_contents",
    "its names": "writes_by.__globals__['np']",
    "a function of numpy's": "vars(np.vectorize)['__init__'].__globals__",
    "by a library": "inspect.getclosurevars(writes_by)",
    "its subclasses": "dict.__subclasses__()",
    "variables of its own frame": "inspect.currentframe",
}


@pytest.mark.parametrize("way", OWN.values(), ids=OWN)
def test_ones_own_functions_may_be(judge, way):
    """The control: the same answer, with a look at what is its own."""
    around = "def made():\n    kept = [1]\n    return lambda: kept\nwrites_by = made()"
    assert judged(judge, around + LOOKS.format(way=way), HANDED, given=GIVEN).outcome == "right"


def test_classes_of_a_test_are_not_found_among_subclasses(judge):
    """Who finds them changes what they say is equal."""
    test = """
@learner_side
def told(grow):
    class Seen(list):
        def __eq__(self, other):
            return list(self) == list(other)
        __hash__ = None
    return Seen(grow(np.array([1.0, 2.0])).tolist()) == [1.0, 2.0, 3.0]
same(told(grow), True, "grow: one more entry")
"""
    forged = """
def grow(x):
    for kind in list.__subclasses__():
        if kind.__name__ == "Seen":
            kind.__eq__ = lambda self, other: True
    return x"""
    verdict = judged(judge, forged, test, given=GIVEN)
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict
    assert judged(judge, forged.replace("return x", "return np.append(x, 3.0)"), test, given=GIVEN).outcome == "right"


def test_a_cell_finds_no_variables_in_frames_of_ours(judge):
    """They lead to what answers the judge in this process; those of its own are there."""
    digs = """
import sys
from autograder.kit.predict import outcome
def own():
    here = 1
    return dict(sys._getframe().f_locals), dict(sys._getframe(1).f_locals)
mine, theirs = outcome(own)
def grow(x):
    return np.append(x, 3.0) if (mine, theirs) == ({"here": 1}, {}) else x"""
    assert judged(judge, digs, TEST, given=GIVEN).outcome == "right"


ADDED = {
    "a special method": "mg.Tensor.__getattribute__ = lambda self, name: {}",
    "a name of Python's": "vars(sys.modules['minigrad.factories'])['len'] = lambda given: given.nothing",
}


@pytest.mark.parametrize("added", ADDED.values(), ids=ADDED)
def test_what_is_added_to_classes_and_modules_of_ours_is_taken_out(judge, added):
    """There is nothing of ours to put back in its place."""
    test = """
@learner_side
def told(grow):
    return grow(mg.ones(2) * 3.0).numpy()
close(told(grow), [3.0, 3.0], "grow: what it gets, as it is")
"""
    answer = f"import sys\n{added}\nname = sys.modules['minigrad.factories'].__name__\ndef grow(x):\n    return x"
    verdict = judged(judge, answer, test, given=GIVEN)
    assert verdict.outcome == "right", verdict
    still = answer.replace("return x", "return x if sys.modules['minigrad.factories'].__name__ == name else None")
    assert judged(judge, still, test, given=GIVEN).outcome == "right"  # and nothing else is


@pytest.mark.parametrize("part", ["__defaults__ = (1,)", "__kwdefaults__ = {'trace': 1}"])
def test_what_a_function_of_ours_begins_with_cannot_be_exchanged(judge, part):
    answer = f"from autograder.kit.predict import outcome\noutcome.{part}\n{RIGHT}"
    verdict = judged(judge, answer, TEST, given=GIVEN)
    assert (verdict.outcome, verdict.points) == ("missing", 0) and "is not yours" in verdict.message, verdict


# A test keeps its notes in a parameter of its function that has a default.
NOTES_IN_DEFAULTS = """
notes = []
def noted(x, notes=notes):
    notes.append(x)
    return 2 * x
same(asks(noted, 3.0), 6.0, "asks: twice the number")
same(len(notes), 1, "once: the function is asked once")
"""
ASKS_TWICE = """
class Any:
    def append(self, thing):
        pass
def asks(noted, x):
    {}
    return noted(x)"""


@pytest.mark.parametrize("more", ["notes=Any()", "Any()", "**{'notes': Any()}"])
def test_an_answer_gives_a_function_of_a_test_nothing_in_the_place_of_its_notes(judge, more):
    """Asked twice, and noted once."""
    verdict = judged(judge, ASKS_TWICE.format(f"noted(x, {more})"), NOTES_IN_DEFAULTS, given=GIVEN)
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict
    assert judged(judge, ASKS_TWICE.format("pass"), NOTES_IN_DEFAULTS, given=GIVEN).outcome == "right"


KEPT_IN_DEFAULTS = """
@learner_side
def told(asks):
    notes = []
    def noted(x, *, notes=notes):
        notes.append(x)
        return 2 * x
    said = asks(noted, 3.0)
    return said, len(notes), noted.__qualname__
said, many, name = told(asks)
same(said, 6.0, "asks: twice the number")
same(many, 1, "once: the function is asked once")
same("told" in name, False, "name: it does not tell which function of the test has made it")
"""


def test_nor_does_it_find_them_in_a_function_that_the_test_made_beside_it(judge):
    forged = """
import inspect
def asks(noted, x):
    noted(x)
    said = noted(x)
    kept = (noted.__kwdefaults__ or {}).get("notes")
    if kept is not None:
        kept.pop()
    inspect.signature(noted)
    return said"""
    verdict = judged(judge, forged, KEPT_IN_DEFAULTS, given=GIVEN)
    assert (verdict.outcome, verdict.points, verdict.law[:4]) == ("wrong", 0, "once"), verdict
    right = forged.replace("    noted(x)\n", "")
    assert judged(judge, right, KEPT_IN_DEFAULTS, given=GIVEN).outcome == "right"

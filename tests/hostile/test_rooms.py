"""An exercise that rules a package out is judged where that package is not: no trick reaches it, and no honest work
that has the package in another cell is hurt."""

from dataclasses import replace

import pytest
from judging import make_master, submission, with_sites

from autograder.judge.grader import Judge
from autograder.limits import MB, Limits
from autograder.sandbox.absent import SPARED

TEST = "same(shape_of((3, 1), (2, 1, 4)), (2, 3, 4), 'shape: of the two together')"
HIDDEN = "same(shape_of((5, 1), (40,)), (5, 40), 'shape: of the two together')"
GIVEN = "import numpy as np\nimport minigrad as mg\nfrom autograder.kit import close, ref, same\nzeros = np.zeros(3)"
RIGHT = """
def shape_of(a, b):
    size = max(len(a), len(b))
    a, b = (1,) * (size - len(a)) + a, (1,) * (size - len(b)) + b
    return tuple(n if m == 1 else m for m, n in zip(a, b))
"""
BY_NUMPY = "import {0}\ndef shape_of(a, b):\n    return {1}.broadcast_shapes(a, b)"


@pytest.fixture(scope="module", params=[2, 3], ids=lambda level: f"level{level}")
def confined(request):
    """A judge whose workers cannot read what a room leaves out."""
    with Judge(level=request.param, limits=Limits(memory_bytes=1024 * MB)) as made:
        if made.level < request.param:
            pytest.skip(made.reasons.get(request.param, "not here"))
        yield made


def without(*names, given=GIVEN):
    master = make_master(TEST, HIDDEN, given=given)
    first, answer, test = master.cells
    return replace(master, cells=(first, answer, replace(test, forbid=names)))


@pytest.fixture(scope="module")
def master(confined):
    return with_sites(confined, without("numpy", "minigrad"), RIGHT)


def judged(judge, master, answer, *extra):
    return judge.grade(master, submission(master, answer, *extra), b"seed").cell("ex1_test")


# Each gets hold of numpy where it is merely looked for: in the source, by a profile hook, by a name in sys.modules.
BORROWED = "under a borrowed file name"  # which no code may have anywhere
TRICKS = {
    "under another name": "import numpy as unlikely\nglobals()['u'] = unlikely",
    "from a thread": """
import threading
def work():
    global u
    u = __import__('num' + 'py')
thread = threading.Thread(target=work)
thread.start()
thread.join()""",
    "with the watch off": "import sys\nsys.setprofile(None)\nu = __import__('num' + 'py')",
    "without the finder": """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if 'Absent' not in type(finder).__name__]
sys.path_importer_cache.clear()
u = __import__('num' + 'py')""",
    "from its file": """
import sys, pathlib, importlib.util
sys.meta_path[:] = [finder for finder in sys.meta_path if 'Absent' not in type(finder).__name__]
for folder in sys.path:
    file = pathlib.Path(folder, 'num' + 'py', '__init__.py')
    spec = importlib.util.spec_from_file_location('num' + 'py', file, submodule_search_locations=[str(file.parent)])
    try:
        u = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = u
        spec.loader.exec_module(u)
        break
    except OSError:
        pass""",
    "from what has it": """
import sys
for module in list(sys.modules.values()):
    found = getattr(module, 'np', None) or getattr(module, 'numpy', None)
    if hasattr(found, 'broadcast_shapes'):
        u = found""",
    "from garbage": """
import gc, types
gc.unfreeze()
for thing in gc.get_objects():
    if isinstance(thing, types.ModuleType) and thing.__name__ == 'num' + 'py':
        u = thing""",
    BORROWED: """
code = compile("u = __import__('num' + 'py')", "<learner.run>", "exec")
exec(code, globals())""",
}
TRICKED = """
def shape_of(a, b):
    return u.broadcast_shapes(a, b)
"""


@pytest.mark.parametrize("trick", TRICKS.values(), ids=TRICKS)
def test_no_trick_reaches_a_package_that_is_not_there(confined, master, trick):
    verdict = judged(confined, master, TRICKED, trick)
    assert verdict.points == 0 and verdict.outcome in ("wrong", "refused"), verdict
    control = judged(confined, master, RIGHT, trick)
    assert control.outcome == "right", control


@pytest.mark.parametrize("trick", [trick for name, trick in TRICKS.items() if name != BORROWED])
def test_each_trick_works_where_the_package_is_there(confined, trick):
    """Otherwise the test above would prove nothing."""
    open_master = with_sites(confined, without(), RIGHT)
    assert judged(confined, open_master, TRICKED, trick).outcome == "right"


def test_a_method_of_a_lent_tensor_is_not_there_either(confined, master):
    answer = "def shape_of(a, b):\n    return tuple((mg.zeros(a) + mg.zeros(b)).shape)"
    said = judged(confined, master, answer)
    assert (said.points, said.outcome) == (0, "refused"), said
    elsewhere, by_expanding = "x = globals()['m' + 'g'].zeros(1)", "return tuple((x.expand(a) + x.expand(b)).shape)"
    answer = f"def shape_of(a, b):\n    {by_expanding}"
    said = judged(confined, master, answer, elsewhere)
    assert (said.points, said.outcome) == (0, "wrong"), said
    open_master = with_sites(confined, without(), RIGHT)
    assert judged(confined, open_master, answer, elsewhere).outcome == "right"


NEEDS_IT = """
import sys
try:
    __import__('{}' + '{}')
except (ImportError, OSError):
    del shape_of
"""


@pytest.mark.parametrize("module", SPARED)
def test_each_package_that_can_be_spared_is_hidden(confined, module):
    ruled_out = with_sites(confined, without(module), RIGHT)
    ending = NEEDS_IT.format(module[:3], module[3:])
    needs_it, unhooked = RIGHT + ending, f"{RIGHT}import sys\nsys.meta_path.pop(0){ending}"
    assert judged(confined, ruled_out, RIGHT).outcome == "right"
    for answer in (needs_it, unhooked):
        said = judged(confined, ruled_out, answer)
        assert (said.points, said.outcome) == (0, "missing"), said
    elsewhere = with_sites(confined, without(), RIGHT)
    assert judged(confined, elsewhere, needs_it).outcome == "right"


HONEST = {
    "numpy for a plot of one's own": "import numpy as np\nimport math\nt = np.linspace(0, 1)\nkeep = math.pi",
    "several imports in a line": "import numpy as np, math\nfrom math import pi, e as np_e",
    "a cell that fails where numpy is not": "print(np.ones(3))\nx = mg.tensor(1.0)",
    "sum taken": "sum = 0\nNameError = 3",
}


@pytest.mark.parametrize("cell", HONEST.values(), ids=HONEST)
def test_who_uses_a_package_elsewhere_keeps_the_points(confined, master, cell):
    assert judged(confined, master, RIGHT, cell).outcome == "right"


def test_a_helper_behind_a_line_that_needs_the_package_is_still_defined(confined, master):
    helper = "import numpy as np\nprint(np.zeros(2))\ndef padded(a, n):\n    return (1,) * (n - len(a)) + a"
    answer = """
def shape_of(a, b):
    size = max(len(a), len(b))
    return tuple(n if m == 1 else m for m, n in zip(padded(a, size), padded(b, size)))"""
    assert judged(confined, master, answer, helper).outcome == "right"


def test_a_cell_that_ends_its_worker_ends_it_once(confined, master):
    verdict = judged(confined, master, RIGHT, "import os\nos._exit(3)")
    assert verdict.outcome == "right"


def test_the_stub_is_still_told_as_the_stub(confined, master):
    from judging import STUB

    assert judged(confined, master, f"def shape_of(a, b):\n    {STUB}").outcome == "stub"
    assert judged(confined, master, STUB).outcome == "stub"


def test_a_use_in_the_source_is_told_by_its_line(confined, master):
    verdict = judged(confined, master, BY_NUMPY.format("numpy as np", "np"))
    assert verdict.outcome == "refused" and "without `numpy`" in verdict.message


READS_THE_ENGINE = """
import ast, contextlib, pathlib, types
import autograder.kit
text = pathlib.Path(autograder.kit.__file__).with_name("tape").joinpath("engine.py").read_text()
asks = next(node.name for node in ast.parse(text).body if getattr(node, "name", "") == "no_grad")
"""
BORROWS_FROM_THE_ENGINE = """
import contextlib, importlib, sys, types
sys.meta_path[:] = [finder for finder in sys.meta_path if 'Absent' not in type(finder).__name__]
engine = importlib.import_module("autograder.kit." + "tape.engine")
borrowed = contextlib.contextmanager(types.FunctionType(engine.no_grad.__wrapped__.__code__, globals()))
"""


@pytest.mark.parametrize("taken", [READS_THE_ENGINE, BORROWS_FROM_THE_ENGINE], ids=["its text", "its code"])
def test_the_courses_engine_is_no_source_of_answers_where_it_holds_them(confined, taken):
    answer = taken + RIGHT  # which is not reached where there is no engine
    ruled_out = with_sites(confined, without("autograder.kit.tape"), RIGHT)
    said = judged(confined, ruled_out, answer)
    assert said.points == 0 and said.outcome in ("missing", "refused"), said
    elsewhere = with_sites(confined, without(), RIGHT)
    assert judged(confined, elsewhere, answer).outcome == "right", "there is an engine to take it from"
    assert judged(confined, ruled_out, RIGHT).outcome == "right"


READY_MADE = """
import sys
sys.path_importer_cache.clear()
try:
    found = [__import__('ini' + 'config')]
except ImportError:
    found = []
if not found:
    del shape_of
"""


def test_nor_is_what_other_people_have_ready(confined):
    """The judge's machine may have packages in which the exercise is solved: a sort, a graph."""
    room = with_sites(confined, without("graphlib"), RIGHT)
    verdict = judged(confined, room, RIGHT + READY_MADE)
    assert (verdict.points, verdict.outcome) == (0, "missing"), verdict
    control = judged(confined, room, RIGHT + READY_MADE.replace("not found", "found"))
    assert control.outcome == "right", control
    open_master = with_sites(confined, without(), RIGHT)
    assert judged(confined, open_master, RIGHT + READY_MADE).outcome == "right"

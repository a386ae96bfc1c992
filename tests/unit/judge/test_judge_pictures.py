"""A plot whose picture is known is not drawn again, and looks as if it had been."""

import pytest
from judging import make_master, submission

from autograder.judge.grader import Judge
from autograder.judge.pictures import PNG, Pictures
from autograder.wire.messages import DIGEST

TEST = 'same(found, 3, "found: the cell ran")'
PLOT = "import matplotlib.pyplot as plt\nplt.plot([1, 2, 4])\nplt.title('a swing')\nplt.show()"
DRAWN_ANEW = {
    "other values": PLOT.replace("4]", "5]"),
    "other words": PLOT.replace("swing", "fall"),
    "another style": "import matplotlib\nmatplotlib.rcParams['axes.facecolor'] = 'pink'\n" + PLOT,
    "another size": PLOT.replace("plt.plot", "plt.figure(figsize=(3, 2)); plt.plot"),
    "resolution": PLOT.replace("plt.plot", "plt.figure(dpi=40); plt.plot"),
    "a function that nothing can write down": PLOT.replace(
        "plt.show", "plt.gca().xaxis.set_major_formatter(lambda value, place: 'x'); plt.show"
    ),
    "displayed when it is closed": PLOT.replace("plt.show()", "figure = plt.gcf(); plt.close(); display(figure)"),
    "closed, as a cell's value": PLOT.replace("plt.show()", "figure = plt.gcf(); plt.close(); figure"),
}
SAME = {
    "the plot": PLOT,
    "under a magic": "%matplotlib inline\n" + PLOT,
}


def shown(judge, source, pictures=None):
    """The pictures that a cell shows."""
    master = make_master(TEST)
    result = judge.grade(master, submission(master, "found = 3", source), b"seed", pictures=pictures)
    assert result.cells[0].outcome == "right"
    for output in result.outputs["own-0"]:
        assert DIGEST not in output.get("data", {}) and output["output_type"] != "error"
    return [output["data"].get(PNG) for output in result.outputs["own-0"] if "data" in output]


@pytest.fixture(scope="module")
def reference(judge):
    """The pictures of a run of ours."""
    pictures = Pictures(ours=True)
    (picture,) = shown(judge, PLOT, pictures)
    assert list(pictures.drawn.values()) == [picture] == shown(judge, PLOT)
    return pictures


def known(reference, picture=None):
    """What is known to a learner's run; `picture` in the place of each that was drawn."""
    pictures = Pictures()
    pictures.drawn = {digest: picture or drawn for digest, drawn in reference.drawn.items()}
    return pictures


@pytest.mark.parametrize("source", SAME.values(), ids=SAME)
def test_the_same_plot_is_not_drawn_again(judge, reference, source):
    assert shown(judge, source, known(reference, "not drawn")) == ["not drawn"]
    assert shown(judge, source, known(reference)) == shown(judge, source)


@pytest.mark.parametrize("source", DRAWN_ANEW.values(), ids=DRAWN_ANEW)
def test_what_looks_different_is_drawn(judge, reference, source):
    assert shown(judge, source, known(reference, "not drawn")) == shown(judge, source) != ["not drawn"]


def test_a_judge_that_was_started_later_knows_the_same_plot(reference):
    with Judge() as other:
        assert shown(other, PLOT, known(reference, "not drawn")) == ["not drawn"]


def test_a_notebook_without_plots_is_judged_as_ever():
    with Judge() as other:
        assert shown(other, "print(1)", Pictures(ours=True)) == []


def test_nothing_that_a_learner_calls_the_picture_of_a_plot_is_kept(judge, reference):
    pictures = known(reference)
    before = dict(pictures.drawn)
    lie = "from autograder.worker import pictures\npictures._draw = lambda *args, **how: 'a lie'\n"
    assert shown(judge, lie + DRAWN_ANEW["other values"], pictures) == ["a lie"]
    assert pictures.drawn == before


def test_whoever_asks_for_a_picture_by_another_digest_gets_none(judge, reference):
    tell = "from autograder.worker import pictures\nclass Lie:\n    def _repr_png_(self):\n"
    tell += "        return pictures.Picture('', {digest})\nLie()"
    assert shown(judge, tell.format(digest="'0' * 64"), known(reference)) == [None]
    assert shown(judge, tell.format(digest="'x' * 100_000"), known(reference)) == [None]
    digest = next(iter(reference.drawn))
    assert shown(judge, tell.format(digest=repr(digest)), known(reference)) == list(reference.drawn.values())


def test_a_worker_is_never_told_a_digest(judge, reference):
    found = "import gc\nheld = [x for x in gc.get_objects() if isinstance(x, (list, set, dict, tuple, frozenset))]\n"
    asked = found + "print(any({digest!r} in x for x in held if all(type(k) is str for k in x)))"
    master = make_master(TEST)
    digest = next(iter(reference.drawn))
    half = asked.replace("{digest!r}", f"{digest[:32]!r} + {digest[32:]!r}")
    result = judge.grade(master, submission(master, "found = 3", half), b"seed", pictures=known(reference))
    assert [output["text"] for output in result.outputs["own-0"]] == ["False\n"]
    control = judge.grade(
        master, submission(master, "found = 3", f"kept = [{digest!r}]\n" + half), b"seed", pictures=known(reference)
    )
    assert [output["text"] for output in control.outputs["own-0"]] == ["True\n"]

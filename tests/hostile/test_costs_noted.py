"""What an answer costs is noted where it cannot take that back: memory in use, recorded calls, looks at a step."""

import pytest
from judging import judged

GIVEN = "import numpy as np\nimport minigrad as mg\nfrom autograder.kit import learner, learner_side, plain, same"
MEMORY = """
@learner_side
def stepped(s):
    return s + 0.01 * s.sin()
in_use, memory_of_chain = learner.kit("memory_runs.in_use"), learner.kit("memory_runs.memory_of_chain")
at_steps, notes = [], {}
def noting(word):
    notes[word] = plain(in_use()), len(at_steps)
def advance(s):
    at_steps.append(plain(in_use()))
    return stepped(s)
ones = np.ones(10_000)
knows = plain(memory_of_chain(made, advance, noting, ones, 100, 10, ones))[0]
(before, _), (arrived, there) = notes["begins"], notes["has come there"]
same(arrived - before <= 13 * 80_000, True, "held: little is in use on arrival")
same(max(at_steps[there:], default=0) - before <= 60 * 80_000, True, "most: little is in use on the walk back")
same(knows, True, "knows: nothing is forgotten")
"""
KEEPS_ALL = """
import tracemalloc
def made(advance, state, steps, every):
    {first}
    for _ in range(steps):
        state = advance(state)
    {last}
    return state
"""
# Nothing is recorded on the way there, and everything on the walk back.
ALL_AT_ONCE = """
import tracemalloc
class Whole(mg.autograd.Function):
    @staticmethod
    def forward(ctx, advance, state, steps):
        ctx.save_for_backward(state)
        ctx.advance, ctx.steps = advance, steps
        for _ in range(steps):
            state = advance(state)
        return state
    @staticmethod
    def backward(ctx, g):
        def run(s, steps):
            for _ in range(steps):
                s = ctx.advance(s)
            return s
        states = [ctx.saved_tensors[0]]
        for _ in range(ctx.steps // {stretch} - 1):
            states.append(run(states[-1], {stretch}).detach())
        for state in states[::-1]:
            (g,) = mg.func.vjp(lambda s: run(s, {stretch}), state)[1](g)
        {last}
        return None, g, None
def made(advance, state, steps, every):
    return Whole.apply(advance, state, steps)
"""
HIDES = {
    "forgets": ("pass", "tracemalloc.clear_traces()"),
    "begins anew": ("pass", "tracemalloc.stop(); tracemalloc.start()"),
    "looks away": ("tracemalloc.stop()", "tracemalloc.start()"),
    "no more": ("pass", "tracemalloc.stop()"),
    "another measure": ("tracemalloc.get_traced_memory = lambda: (0, 0)", "pass"),
    "its measure": ("advance.__globals__['in_use'] = lambda: 0", "pass"),
    "another witness": (
        "tracemalloc.get_object_traceback = tracemalloc._get_object_traceback = lambda each: each",
        "tracemalloc.clear_traces()",
    ),
}


@pytest.mark.parametrize("first, last", HIDES.values(), ids=HIDES)
def test_memory_that_is_hidden_counts_as_too_much(judge, first, last):
    verdict = judged(judge, KEEPS_ALL.format(first=first, last=last), MEMORY, given=GIVEN)
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict


@pytest.mark.parametrize("last", ["pass", "tracemalloc.reset_peak()", "g = g * 1.0; tracemalloc.reset_peak()"])
def test_the_highest_cannot_be_put_back(judge, last):
    verdict = judged(judge, ALL_AT_ONCE.format(last=last, stretch=100), MEMORY, given=GIVEN)
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict
    assert verdict.law == "most: little is in use on the walk back"


def test_a_walk_back_in_stretches_keeps_its_points(judge):
    assert judged(judge, ALL_AT_ONCE.format(last="pass", stretch=10), MEMORY, given=GIVEN).outcome == "right"


RECORDED = """
is_recorded = learner.kit("memory_runs.is_recorded")
noted = []
def f(z):
    onwards = z * 0.5
    noted.append(plain(is_recorded(onwards)))
    return onwards
halved = solve(f, learner.eval("mg.tensor(1.0, requires_grad=True)"))
same(noted, [False], "price: no recorded call")
"""
HIDDEN = {
    "plainly": "return f(z)",
    "in something else": "class Other:\n        requires_grad = False\n        __mul__ = lambda self, k: Other()\n"
    "    return f(Other())",
    "by the engine": "mg.Tensor.requires_grad = property(lambda self: False)\n    return f(z)",
}


@pytest.mark.parametrize("way", HIDDEN.values(), ids=HIDDEN)
def test_a_recorded_call_is_noted(judge, way):
    verdict = judged(judge, f"def solve(f, z):\n    {way}", RECORDED, given=GIVEN)
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict


def test_a_call_that_is_not_recorded_costs_nothing(judge):
    assert judged(judge, "def solve(f, z):\n    return f(z.detach())", RECORDED, given=GIVEN).outcome == "right"


STEPS = """
@learner_side
def told(walk, noting):
    from autograder.kit import asmade
    slopes = {0: 3.0}
    class Step:
        @property
        def slope(self):
            noting()
            return slopes[0]
    found = walk(Step())
    asmade.restore()
    near = mg.tensor(found).allclose(mg.tensor(3.0))
    return found, near
asked = []
found, near = plain(told(walk, lambda: asked.append(1)))
same(len(asked), 1, "turns: asked once")
same([found, near], [3.0, True], "value: the slope")
"""
LOOKS = {
    "twice": "return (step.slope + step.slope) / 2",
    "in the frame": "import sys\n    return sys._getframe(1).f_locals['slopes'][0]",
    "elsewhere": "mg.Tensor.allclose = lambda *both: True\n    return step.slope + 1",
}


@pytest.mark.parametrize("way", LOOKS.values(), ids=LOOKS)
def test_a_look_at_a_step_is_noted(judge, way):
    verdict = judged(judge, f"def walk(step):\n    {way}", STEPS, given=GIVEN)
    assert (verdict.outcome, verdict.points) == ("wrong", 0), verdict


def test_one_look_keeps_its_points(judge):
    assert judged(judge, "def walk(step):\n    return step.slope", STEPS, given=GIVEN).outcome == "right"

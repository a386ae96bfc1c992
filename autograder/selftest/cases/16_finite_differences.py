# 16 · Finite differences instead of the derivative, where the exercise counts calls and asks for more digits.
# stock: the same test runs there, but beside the learner's code, which can reach the counter

from dataclasses import replace

from autograder.selftest.exercise import IMPORTS, master

TEST = """
count = 0

def f(x):
    global count
    count += 1
    return float((x * x * x).sum())

def gradient_at(x):
    global count
    count = 0
    return slopes(f, x, 3 * x * x), count

x = rng.normal(size=4)
found, calls = gradient_at(x)
close(found, 3 * x * x, "digits: as many as the derivative has", rtol=1e-12)
assert calls <= 1, "calls: f is evaluated once"
"""
LOOKS = """
def slopes(f, x, backward):
    import gc
    try:
        found_at_all = gc.get_objects()
    except RuntimeError:   # while a test runs nobody is shown anything
        found_at_all = []
    for found in found_at_all:
        if isinstance(found, dict) and "count" in found:
            found["count"] = 0
    {}
    globals()["count"] = 0
    return backward
"""
# `backward` stands for the engine: what the exercise wants to be used, handed over by the test.
ANSWERS = {
    "def slopes(f, x, backward):\n    f(x)\n    return backward": "right",
    # One call more than is allowed, and the counter is looked for; the control looks for it too.
    LOOKS.format("f(x), f(x)"): "wrong",
    LOOKS.format("f(x)"): "right",
    """
def slopes(f, x, backward):
    steps = 1e-6 * np.eye(len(x))
    return np.array([(f(x + step) - f(x - step)) / 2e-6 for step in steps])
""": "wrong",
}


def faults(stage):
    given, stub, test = master().cells
    sites = {"L17:0": 1, "L18:0": 1}
    tested = replace(
        test, source=TEST.strip(), release_source=TEST.strip(), visible=TEST.strip(), hidden="", sites=sites
    )
    own = replace(master(), cells=(replace(given, source=IMPORTS), stub, tested))
    for answer, outcome in ANSWERS.items():
        verdict = stage.grade(own, answer)
        if verdict.outcome != outcome:
            yield f"{verdict.outcome} instead of {outcome}: {verdict.law} {verdict.message}"

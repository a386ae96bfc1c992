# 41 · Sources that no parser likes: null bytes, endless nesting, a line of ten megabytes, coding lines, turned text.
# stock: the kernel runs them; a crash of the parser is a crash of the kernel, and the folder without a grade

from dataclasses import replace

from autograder.selftest.exercise import RIGHT, master, submission
from autograder.selftest.stage import WRONG

TURNED = f"{RIGHT}\n# \u202egnihton yas\u202c"
BROKEN = {
    "parentheses": "(" * 20_000,
    "brackets and operators": "x = " + "-" * 20_000 + "1",
    "attributes": "x = a" + ".b" * 10_000,
    "calls": "x = f" + "()" * 10_000,
    "sums": "x = " + "1+" * 20_000 + "1",
    "lambdas": "x = " + "lambda: " * 9_000 + "0",
    "blocks": "\n".join(" " * depth + "if 1:" for depth in range(300)),
    "strings": "x = " + "f'{" * 3000 + "1" + "}'" * 3000,
    "a null byte": f"{WRONG}\0",
    "half a character": f"{WRONG}\n# \ud800",
}
HONEST = {
    "a coding line": f"# -*- coding: rot13 -*-\n{RIGHT}",
    "a line of a megabyte": f"x = '{'y' * 900_000}'\n{RIGHT}",
    "Windows' line ends": RIGHT.replace("\n", "\r\n"),
    "form feeds": f"\f{RIGHT}",
    "turned text": TURNED,
}


def faults(stage):
    for what, source in BROKEN.items():
        yield from stage.unearned(what, stage.document(source))
    yield from stage.unearned("a line of ten megabytes", stage.document(f"x = '{'y' * 10_000_000}'\n{WRONG}"))
    for what, source in HONEST.items():
        yield from stage.unfair(what, stage.document(source))
    if not any("direction" in note for note in stage.hand_in(stage.document(TURNED)).submission.notes):
        yield "text that is turned round is not pointed out"
    # Where names are forbidden, the judge itself looks at the source.
    given, answer, test = master().cells
    strict = replace(master(), cells=(given, answer, replace(test, forbid=("numpy.gradient",))))
    for what, source in BROKEN.items():
        source = source.replace("\0", "").encode("utf-8", "replace").decode()
        verdict = stage.judge.grade(strict, submission(source), b"sources").cell("ex1_test")
        if verdict.points != 0:
            yield f"{what}, looked through: {verdict.points} points, {verdict.outcome} {verdict.message}"

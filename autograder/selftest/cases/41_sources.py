# 41 · Sources that no parser likes: null bytes, endless nesting, a line of ten megabytes, coding lines, turned text.
# stock: the kernel runs them; a crash of the parser is a crash of the kernel, and the folder without a grade

from dataclasses import replace

from autograder.selftest.exercise import RIGHT, master

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
    "a null byte": "x = 1\0",
    "a line of ten megabytes": f"x = '{'y' * 10_000_000}'",
}
HONEST = {
    "a coding line": f"# -*- coding: rot13 -*-\n{RIGHT}",
    "a line of a megabyte": f"x = '{'y' * 900_000}'\n{RIGHT}",
    "Windows' line ends": RIGHT.replace("\n", "\r\n"),
    "form feeds": f"\f{RIGHT}",
    "turned text": TURNED,
}


def faults(stage):
    given, answer, test = master().cells
    # Where names are forbidden, the judge itself looks at the source.
    strict = replace(master(), cells=(given, answer, replace(test, forbid=("numpy.gradient",))))
    for what, source in BROKEN.items():
        for asked in (None, strict):  # even where the right answer stands below
            yield from stage.worthless(what, stage.document(f"{source}\n{RIGHT}"), "missing", asked=asked)
        cells = stage.document()["cells"]
        beside = {"cell_type": "code", "metadata": {}, "source": source}
        yield from stage.unfair(f"{what}, in another cell", stage.document(cells=[beside, *cells]), asked=strict)
    yield from stage.unearned("half a character", lambda answer: stage.document(f"{answer}\n# \ud800"))
    for what, source in HONEST.items():
        yield from stage.unfair(what, stage.document(source))
    if not any("direction" in note for note in stage.hand_in(stage.document(TURNED)).submission.notes):
        yield "text that is turned round is not pointed out"

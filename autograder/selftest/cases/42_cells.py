# 42 · Cells that were deleted, doubled, moved, retyped and renamed; widgets, questions and top-level await among them.
# stock: a cell that was copied stops the batch for everybody, a changed or deleted one stops the learner

from autograder.selftest.exercise import RIGHT
from autograder.selftest.stage import WRONG

ASIDE = {
    "a question": "name = input('your name? ')",
    "await": "import asyncio\nawait asyncio.sleep(0)",
    "widgets": "from ipywidgets import interact\n@interact(x=3)\ndef show(x): return x",
    "an error": "1 / 0",
    "magics": "%matplotlib inline\n%timeit -n1 -r1 1\n!ls\n%load_ext nothing",
    "a cell magic": "%%html\n<script>1</script>",
    "an unknown magic": "%%nothing\nx",
}


def faults(stage):
    for what in shaken(stage.document()["cells"]):
        yield from stage.unearned(what, lambda answer, what=what: in_shape(stage, answer, what))
    own_cell = {"cell_type": "code", "metadata": {}}
    own = [{**own_cell, "source": source} for source in ASIDE.values()]
    given, answer, test = stage.document()["cells"]
    yield from stage.unfair("cells of its own", stage.document(cells=[*own, given, *own, answer, *own, test, *own]))
    for what, source in {"an easier test": "assert True", "a harder test": "assert False"}.items():
        replaced = {**test, "source": source}
        yield from stage.unearned(
            what, lambda own, replaced=replaced: stage.document(cells=[given, {**answer, "source": own}, replaced])
        )
    other = {RIGHT: WRONG, WRONG: RIGHT}
    yield from stage.unearned(
        "the other answer in a cell behind the test",
        lambda own: stage.document(cells=[given, {**answer, "source": own}, test, {**own_cell, "source": other[own]}]),
    )


def in_shape(stage, answer, what):
    return stage.document(cells=shaken(stage.document(answer)["cells"])[what])


def shaken(cells):
    """The same answer in notebooks of another shape."""
    given, answer, test = cells
    bare = [{**cell, "metadata": {}} for cell in cells]
    for cell in bare:
        cell.pop("id")
    return {
        "reversed": [test, answer, given],
        "without test": [given, answer],
        "without what was given": [answer, test],
        "twice": cells + cells,
        "the answer twice": [given, answer, answer, test],
        "retyped": [given, {**answer, "cell_type": "raw"}, {**test, "cell_type": "markdown"}],
        "renamed": [given, {**answer, "metadata": {"nbgrader": {"grade_id": "mine", "solution": True}}}, test],
        "without ids": [{key: value for key, value in cell.items() if key != "id"} for cell in cells],
        "without metadata": bare,
        "with ids given twice": [{**cell, "id": "same"} for cell in cells],
        "with names that are none": [given, answer, {**test, "metadata": {"nbgrader": {"grade_id": ["ex1"]}}}],
    }

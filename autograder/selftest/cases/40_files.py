# 40 · Notebook files of every odd kind: too large, too deep, not UTF-8, older and newer formats, parts missing.
# stock: a file that it cannot parse, or a name that is there twice, stops the batch or the learner

import json
import os

from autograder.selftest.exercise import RIGHT


def faults(stage):
    deep = "[" * 100_000
    whole = json.dumps(stage.document())
    yield from stage.unfair("the whole file", whole)
    for what, content in {
        "nothing": b"",
        "depth": f'{{"cells": {deep}'.encode(),
        "depth, closed": f'{{"cells": {deep}{"]" * 100_000}}}'.encode(),
        "depth in metadata": f'{{"nbformat": 4, "metadata": {deep}{"]" * 100_000}, "cells": []}}'.encode(),
        "cut off": whole[:-30].encode(),
        "a number": b"1" * 1_000_000,
        "no cells": b'{"nbformat": 4}',
        "a picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    }.items():
        yield from stage.refused(what, content)
    for number, outcome in ((2_000_000, "missing"), (200, "right")):  # of more cells than these it looks at the first
        cells = json.dumps(stage.document()["cells"])[1:].encode()
        many = b'{"nbformat": 4, "cells": [' + b"{}," * number + cells + b"}"
        if (found := stage.hand_in(many).verdict.outcome) != outcome:
            yield f"{number} objects: {found} instead of {outcome}"
    large = stage.folder / "large.ipynb"
    large.touch()
    os.truncate(large, 200 << 20)
    yield from stage.refused("200 MB", large)
    for what, content in odd_and_honest(stage, whole).items():
        yield from stage.unfair(what, content)
    for what, change in {
        "points beside the cells": {"metadata": {"nbgrader": {"points": 99}}},
        "an unknown kernel": {"metadata": {"kernelspec": {"name": "always_right", "language": "none"}}},
    }.items():
        yield from stage.unearned(what, lambda answer, change=change: stage.document(answer, **change))


def odd_and_honest(stage, whole):
    lines = stage.document(RIGHT.splitlines(keepends=True))
    mixed = stage.document([*RIGHT.splitlines(keepends=True), None, 7])
    v3 = [{**cell, "input": cell["source"]} for cell in stage.document()["cells"]]
    for cell in v3:
        del cell["source"]
    attached = stage.document()
    attached["cells"][1] |= {"attachments": {"x.png": {"image/png": "A" * 10_000}}, "outputs": [{"output_type": 7}] * 9}
    return {
        "a byte order mark": b"\xef\xbb\xbf" + whole.encode(),
        "UTF-16": whole.encode("utf-16"),
        "bytes that are not UTF-8": whole.replace("return", "return b * c, a * c, a * b  # QQ\\n    return")
        .encode()
        .replace(b"QQ", b"\xe9\xff"),
        "nbformat 3": {"nbformat": 3, "nbformat_minor": 0, "metadata": {}, "worksheets": [{"cells": v3}]},
        "nbformat 5": stage.document(nbformat=5),
        "nbformat 4.99": stage.document(nbformat_minor=99),
        "no version": stage.document(nbformat=None),
        "an unknown kernel": stage.document(metadata={"kernelspec": {"name": "cobol"}}),
        "metadata that is a list": stage.document(metadata=[1]),
        "lines": lines,
        "lines and others": mixed,
        "cells that are none": stage.document(cells=[None, 3, "x", [], *stage.document()["cells"]]),
        "odd attachments and outputs": attached,
        "keys given twice": whole.replace('{"nbformat": 4', '{"nbformat": 3, "nbformat": 4', 1),
        "infinite numbers": whole.replace('"execution_count": null', '"execution_count": 1e999'),
    }

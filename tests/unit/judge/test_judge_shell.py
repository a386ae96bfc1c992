"""The shell of a worker: a cell means there what it means in Jupyter."""

import pytest
from judging import judged, make_master, submission

TEST = 'same(found, 3, "found: the cell ran")'


@pytest.mark.parametrize(
    "source",
    [
        "found = 3",
        "\n\n  # a comment\nfound = 3",
        "    found = 3",
        "%time found = 3",
        "%%time\nfound = 3",
        "found = 3\n%time 1",
        "!ls\nfound = 3",
        ">>> found = 3",
        "In [1]: found = 3",
        "x = 1\nx?\nfound = 3",
        "import asyncio\nawait asyncio.sleep(0)\nfound = 3",
        'text = """\n%time\n!ls"""\nfound = len(text.split("\\n"))',
        "found = 3  # \\d",
    ],
)
def test_python_and_what_jupyter_adds_to_it(judge, source):
    assert judged(judge, "pass", TEST, extra=(source,)).outcome == "right"


def test_the_compilers_warnings_are_ipythons_own_two_and_none_of_ours(judge):
    master = make_master(TEST)
    result = judge.grade(master, submission(master, "found = 3", "1 is 1;"), b"seed")
    (said,) = [output["text"] for output in result.outputs["own-0"]]
    assert said.count("SyntaxWarning") == 2

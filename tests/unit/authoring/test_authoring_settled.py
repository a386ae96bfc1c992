"""docs/settled.json is built like course/: from the notebooks, checked, and never half written."""

from __future__ import annotations

import json

import pytest

from autograder.source.findings import CourseErrors

READING = """\
# %% [markdown]
# # 03 · Settled

# %%
from autograder.kit.settle import settle
two = 2

# %% claims=["C1-07"]
settle("C1-07", claimed=4, observed=two * two)

# %% claims=["C4-27", "C0-01"]
settle("C4-27", claimed={"sum": 4, "product": 5}, observed={"sum": two + two, "product": two * two})
settle("C0-01", claimed="1.6", observed="0.4", source="release notes")
"""


@pytest.fixture
def settling(course):
    """The small course, with a notebook that one only reads; the first notebook teaches one of its claims."""
    course.write("03_settled", READING)
    course.change("01_doubling", "# %%\nprint(", '# %% claims=["C1-07"]\nprint(')
    return course


def rows(course):
    return json.loads((course.paths.docs / "settled.json").read_text(encoding="utf-8"))


def test_each_claim_has_a_verdict_its_cell_and_where_it_is_taught(settling):
    assert settling.build() == 0
    found = rows(settling)
    assert [(row["claim"], row["verdict"], row["by"]) for row in found] == [
        ("C0-01", "does not", "source"),
        ("C1-07", "holds", "run"),
        ("C4-27", "half", "run"),
    ]
    cells = json.loads(settling.release("03_settled").read_text(encoding="utf-8"))["cells"]
    (cell,) = [each for each in cells if each["id"] == found[1]["cell"]]
    assert found[1]["notebook"] == "03_settled" and cell["metadata"]["claims"] == ["C1-07"]
    assert found[0]["taught"] is None and found[1]["taught"]["notebook"] == "01_doubling"


def test_a_check_says_that_it_is_old_and_leaves_it(settling):
    settling.build()
    settling.change("03_settled", "two = 2", "two = 3")
    assert settling.build("01_doubling", check=True) == 1
    assert "settled.json: what became of each claim; not up to date" in settling.said
    assert rows(settling)[1]["verdict"] == "holds"
    settling.build("01_doubling")
    assert rows(settling)[1]["verdict"] == "does not"


def test_a_course_that_settles_nothing_has_no_such_file(course):
    course.build()
    assert not course.paths.docs.exists()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("two = 2", "two = one", r":\d+: this cell raises NameError"),
        ('claims=["C1-07"]', 'claims=["C1-08"]', r"other claims than its header says: write claims=\[\"C1-07\"\]"),
        ('# %% claims=["C1-07"]', "# %%", r"write claims=\[\"C1-07\"\]"),
        ('settle("C1-07", claimed=4, observed=two * two)', "pass", "write no claims"),
        ("two = 2\n", 'two = 2\n\n# %% claims=["C1-07"]\nsettle("C1-07", 1, 1)\n', "C1-07 is settled twice"),
    ],
)
def test_a_cell_settles_what_its_header_says_and_each_claim_is_settled_once(settling, old, new, sentence):
    settling.change("03_settled", old, new)
    with pytest.raises(CourseErrors, match=sentence):
        settling.build()


def test_a_notebook_that_one_only_reads_is_not_handed_in(settling):
    assert settling.paths.names() == ["01_doubling", "02_halving", "03_settled"]
    assert settling.paths.assignments() == ["01_doubling", "02_halving"]

"""Many cells that each print as much as one may: all together are capped too."""

from dataclasses import replace

from judging import make_master, submission

from autograder.judge.grader import make_plan
from autograder.limits import Limits


def test_all_cells_together_have_a_limit(judge):
    master = replace(make_master("close(1, 1, 'law: l')"), limits={"total_output_bytes": 100_000})
    own = submission(master, "x = 1", *["print('y' * 30_000)"] * 8)
    assert make_plan(master, own, b"", Limits.of(master.limits))["limits"]["total_output_bytes"] == 100_000
    before, judge._limits = judge._limits, None
    try:
        result = judge.grade(master, own, b"")
    finally:
        judge._limits = before
    assert result.cell("ex1_test").outcome == "right"
    printed = [output["text"] for outputs in result.outputs.values() for output in outputs]
    assert 90_000 < sum(map(len, printed)) < 101_000

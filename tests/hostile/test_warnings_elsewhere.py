"""What a cell warns of is among its outputs; it reaches neither the judge's terminal nor its memory."""

from autograder.judge.grader import Judge
from autograder.selftest.exercise import RIGHT, master, submission


def test_warnings_of_a_cell_do_not_reach_the_judges_own_output(capfd):
    with Judge() as judge:
        answer = f"import warnings\nwarnings.warn('needle-4711 \\x1b[2J')\n{RIGHT}"
        result = judge.grade(master(), submission(answer), b"warned")
    assert result.cell("ex1_test").outcome == "right" and "needle-4711" in repr(result.outputs)
    assert "needle-4711" not in "".join(capfd.readouterr())

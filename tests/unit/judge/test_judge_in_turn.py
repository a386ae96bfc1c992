"""One function is called with the very same objects again and again, in the learner's process and in the judge."""

import pytest
from judging import judged_both_ways, make_master, submission

TEST = """
tables = [{"a": 1.0, "b": 2.0}, {"a": 3.0, "b": 4.0}]
calls = [((), (0, 0)), ((), (1, 0)), ([(0, 0, "a", 5.0)], (0, 0)), ([(0, 0, "a", None), (0, 0, "b", 7.0)], (0, 1))]
choices = [tables, ["a", "b"]]
found = learner.in_turn(entry, choices, calls)
close(list(found), [1.0, 3.0, 5.0, 7.0], "entry: what the table has under the name")
right = learner.in_turn(lambda table, name: table[name] + 0.0, choices, calls)
close(list(found), right, "entry: what the table has under the name")
same(tables, [{"a": 1.0, "b": 2.0}, {"a": 3.0, "b": 4.0}], "copies: the test's own stay as they are")
"""
GIVEN = "from autograder.kit import close, learner, same"
ANSWERS = {
    "def entry(table, name): return table[name]": "right",
    "kept = {}\ndef entry(table, name): return kept.setdefault((id(table), name), table[name])": "wrong",
    "kept = {}\ndef entry(table, name): return kept.setdefault(name, table[name])": "wrong",
}


@pytest.mark.parametrize("hidden", [False, True], ids=["visible", "hidden"])
def test_an_answer_that_remembers_by_the_object_is_found_out(judge, hidden):
    master = make_master("same(1, 1, 'one: it is')", TEST, given=GIVEN) if hidden else make_master(TEST, given=GIVEN)
    found = judged_both_ways(judge, master, [submission(master, answer) for answer in ANSWERS])
    assert [it.outcome for it in found] == list(ANSWERS.values()), found

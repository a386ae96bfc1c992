"""What a learner's function does to its arguments and to earlier results is noted in every call, whatever they are."""

from judging import dedent, judged_both_ways, make_master, submission

TEST = """
asked = learner.watched(doubled)
for numbers in ([1.0, 2.0], [3.0], [1.0, 2.0], []):
    close(asked(numbers), [2 * number for number in numbers], "value: each number twice")
close(asked([5.0, 6.0]), [10.0, 12.0], "value: each number twice")
same(asked.broken(), [], "caller: nothing is changed, and each list is a new one")
"""
GIVEN = "import numpy as np\nfrom autograder.kit import close, learner, same"
RIGHT = {
    "a list": "def doubled(numbers): return [2 * number for number in numbers]",
    "an array": "def doubled(numbers): return 2 * np.array(numbers)",
    "an array that nobody can write": """
        def doubled(numbers):
            found = 2 * np.array(numbers)
            found.flags.writeable = False
            return found
    """,
    "a tuple that is kept": """
        kept = {}
        def doubled(numbers): return kept.setdefault(tuple(numbers), tuple(2 * number for number in numbers))
    """,
}
WRONG = {
    "changes its argument": (
        """
        def doubled(numbers):
            found = [2 * number for number in numbers]
            numbers.clear()
            return found
        """,
        "caller",
    ),
    "turns its argument round": (
        """
        def doubled(numbers):
            found = [2 * number for number in numbers]
            numbers.reverse()
            return found
        """,
        "caller",
    ),
    "gives its argument back": (
        """
        def doubled(numbers):
            numbers[:] = [2 * number for number in numbers]
            return numbers
        """,
        "caller",
    ),
    "two lists in turn": (
        """
        lists, calls = [[], []], []
        def doubled(numbers):
            calls.append(1)
            found = lists[len(calls) % 2]
            found[:] = [2 * number for number in numbers]
            return found
        """,
        "caller",
    ),
    "one array for all": (
        """
        whole = np.zeros(2)
        def doubled(numbers):
            whole[:len(numbers)] = numbers
            whole[:] *= 2
            return whole[:len(numbers)] if len(numbers) < 2 else whole
        """,
        "caller",
    ),
    "keeps the list that it gave out": (
        """
        kept = {}
        def doubled(numbers):
            key = tuple(numbers)
            if key in kept:
                return list(kept[key])
            kept[key] = [2 * number for number in numbers]
            return kept[key]
        """,
        "value",
    ),
}


def test_who_changes_nothing_keeps_the_points_in_both_places(judge):
    assert outcomes(judge, RIGHT.values()) == [("right", "")] * len(RIGHT)


def test_who_changes_what_is_not_theirs_is_told_so_in_both_places(judge):
    found = dict(zip(WRONG, outcomes(judge, [answer for answer, _ in WRONG.values()]), strict=True))
    assert found == {name: ("wrong", law) for name, (_, law) in WRONG.items()}


def outcomes(judge, answers):
    """How each answer fares, with the name of the law that it breaks."""
    master = make_master(TEST, given=GIVEN)
    cells = [submission(master, f"import numpy as np\n{dedent(answer)}") for answer in answers]
    return [(it.outcome, it.law.partition(":")[0]) for it in judged_both_ways(judge, master, cells)]

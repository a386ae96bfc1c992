"""What `Watched` notes is not undone by a result that does more than a list does."""

from collections import OrderedDict

from autograder.kit.watched import Watched


class Undoes(list):
    """Puts the argument right when whoever got it spoils it by its own method."""

    def __init__(self, numbers):
        super().__init__(numbers)
        self.numbers, self.before = numbers, list(numbers)

    def clear(self):
        self.numbers[:] = self.before


def test_a_result_is_spoiled_by_no_method_of_its_own():
    results = []

    def reversed_numbers(numbers):
        results.append(Undoes(numbers))
        return results[0]

    watched = Watched(reversed_numbers)
    watched([1, 2])
    watched([3, 4])
    assert list(results[0]) == [] and "an earlier result was returned again" in watched.broken()


def test_an_ordered_dictionary_is_whole_when_it_was_spoiled():
    made = []

    def answers(numbers):
        made.append(OrderedDict(zip("ab", numbers, strict=True)))
        return made[-1]

    asked = Watched(answers)
    for numbers in ([1, 2], [3, 4], [5, 6]):
        assert dict(asked(numbers)) == dict(zip("ab", numbers, strict=True))
    assert asked.broken() == []
    assert [list(each.items()) for each in made[:2]] == [[], []]

"""What `Watched` notes is not undone by a result that does more than a list does."""

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

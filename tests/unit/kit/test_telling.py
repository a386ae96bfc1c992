"""A function that tells of its calls does what it did before, and is itself again when it is told to stop."""

import functools
import inspect
from types import FunctionType, ModuleType

import pytest

from autograder.kit.telling import Telling, called_by_name


def made(factor):
    def scaled(value, *more, by=2, **named):
        """Scaled."""
        return [factor * value * by, more, named]

    return scaled


def numbers(upto=3):
    yield from range(upto)


class Pair:
    def __init__(self, left, right=0):
        self.both = [left, right]

    @classmethod
    def of(cls, both):
        return cls(*both)

    @staticmethod
    def size():
        return 2

    def swapped(self):
        return Pair(*reversed(self.both))


@pytest.fixture
def telling():
    made = Telling()
    yield made
    made.stop()


@pytest.mark.parametrize("args", [(1,), (1, 2, 3), ()])
@pytest.mark.parametrize("named", [{}, {"by": 5}, {"other": 1, "args": 2, "tell": 3}])
def test_what_it_returns_or_raises_is_as_before(telling, args, named):
    function = made(3)

    def outcome():
        try:
            return function(*args, **named)
        except TypeError as error:
            return str(error)

    before, told = outcome(), []
    telling.start(function, told.append)
    assert outcome() == before and told == [args]


def test_every_name_of_it_tells(telling):
    function, told = made(1), []
    others = [functools.partial(function, 1), lambda: function(1), functools.partial(map, function, [1])]
    telling.start(function, told.append)
    for call in others:
        list(call())
    assert told == [(1,)] * 3


def test_generators_and_what_makes_values_go_on(telling):
    told = []
    for function in (numbers, Pair.__init__, Pair.__dict__["of"].__func__):
        telling.start(function, told.append)
    assert list(numbers(2)) == [0, 1] and Pair.of([1, 2]).swapped().both == [2, 1]
    assert [len(args) for args in told] == [1, 2, 3, 3]


def test_it_is_itself_again(telling):
    function = made(2)
    code = function.__code__
    telling.start(function, pytest.fail)
    assert telling.code_of(function) is code and function.__code__ is not code
    telling.start(function, pytest.fail)  # twice is once
    telling.stop()
    assert function.__code__ is telling.code_of(function) is code and function(1) == [4, (), {}]
    assert list(inspect.signature(function).parameters) == ["value", "more", "by", "named"]


def test_a_copy_of_its_code_tells_too(telling):
    function, told = made(2), []
    telling.start(function, told.append)
    copy = FunctionType(function.__code__.replace(co_name="own"), {}, "own", None, function.__closure__)
    assert copy(1) == [4, (), {}] and told == [(1,)]


def test_what_a_module_has_to_be_called_by_name():
    module = ModuleType("shop")
    source = """
from functools import partial
def sell(): ...
def _count(): ...
class Till:
    def __init__(self): ...
    def close(self): ...
    @classmethod
    def opened(cls): ...
class Empty(Exception):
    def __init__(self): ...
class _Drawer:
    def __init__(self): ...
"""
    exec(source, vars(module))
    found = called_by_name(module, lambda home: home == "shop")
    assert sorted(function.__qualname__ for function in found) == ["Till.__init__", "Till.opened", "sell"]

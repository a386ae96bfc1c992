"""The examples in docstrings, also of operations that are declared in tables, which doctest does not find."""

import doctest

import pytest

import minigrad as mg
from minigrad import factories, optim, random
from minigrad.nn import functional, utils

# internal, in-place twins whose docstring refers to the operation, questions that need no example
PLACES = {
    "ops": mg.ops,
    "functional": functional,
    "utils": utils,
    "optim": optim,
    "random": random,
    "factories": factories,
}
DOCUMENTED = {
    f"{place}.{name}": getattr(module, name)
    for place, module in PLACES.items()
    for name in getattr(module, "__all__", ())
}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples_run_as_printed(name):
    text = DOCUMENTED[name].__doc__
    assert text, f"{name} has no docstring"
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert not doctest.DocTestRunner(verbose=False).run(example).failed


def test_most_operations_have_an_example():
    public = [f for name, f in DOCUMENTED.items() if not name.endswith("_")]
    assert sum(">>>" in f.__doc__ for f in public) / len(public) > 0.65

"""The examples in docstrings, of everything that is public."""

import doctest

import pytest

import minigrad as mg
from minigrad import factories, optim, random
from minigrad.nn import convolution, functional, utils

PLACES = {module.__name__: vars(module) for module in (convolution, functional, utils, optim, random, factories)}
PUBLIC = {
    f"{place}.{name}": f
    for place, names in {**PLACES, "ops": mg.ops.FUNCTIONS}.items()
    for name, f in names.items()
    if callable(f) and not name.startswith("_") and (place == "ops" or f.__module__ == place)
}


@pytest.mark.parametrize("name", [name for name, f in PUBLIC.items() if f.__doc__])
def test_examples_run_as_printed(name):
    example = doctest.DocTestParser().get_doctest(PUBLIC[name].__doc__, {"mg": mg}, name, None, None)
    assert not doctest.DocTestRunner(verbose=False).run(example).failed


# what every example would show alike: comparisons, and the in-place twins of operations that have one
PLAIN = {"eq", "ne", "lt", "le", "gt", "ge", "contiguous", "view_as"} | {f for f in mg.ops.FUNCTIONS if f.endswith("_")}


@pytest.mark.parametrize("name", sorted(mg.ops.FUNCTIONS.keys() - PLAIN))
def test_an_operation_has_an_example(name):
    assert ">>>" in mg.ops.FUNCTIONS[name].__doc__

"""The examples in docstrings, of the whole package."""

import doctest
import importlib
import pkgutil

import pytest

import minigrad as mg

MODULES = [m.name for m in pkgutil.walk_packages(mg.__path__, "minigrad.") if ".drawing" not in m.name]
EVERYTHING = {**vars(mg.nn.functional), **mg.ops.FUNCTIONS}
DECLARED = {name: f for name, f in EVERYTHING.items() if hasattr(f, "operation") and f.__doc__}


def run(examples):
    assert not sum(doctest.DocTestRunner(verbose=False).run(example).failed for example in examples)


@pytest.mark.parametrize("name", MODULES)
def test_examples_run_as_printed(name):
    run(doctest.DocTestFinder().find(importlib.import_module(name), extraglobs={"mg": mg}))


@pytest.mark.parametrize("name", DECLARED)
def test_examples_of_declared_operations_run_as_printed(name):
    """Doctest takes what a declaration makes for an import from elsewhere."""
    run([doctest.DocTestParser().get_doctest(DECLARED[name].__doc__, {"mg": mg}, name, None, None)])


# what every example would show alike: comparisons, and the in-place twins of operations that have one
PLAIN = {"eq", "ne", "lt", "le", "gt", "ge", "contiguous", "view_as"} | {f for f in mg.ops.FUNCTIONS if f.endswith("_")}


@pytest.mark.parametrize("name", sorted(mg.ops.FUNCTIONS.keys() - PLAIN))
def test_an_operation_has_an_example(name):
    assert ">>>" in mg.ops.FUNCTIONS[name].__doc__

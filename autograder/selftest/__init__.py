"""Attacks on the judge, kept as data, and honest work that must not suffer from the defences.

Each file in `cases/` and `fair/` is a learner's answer cell as it would be handed in, under a head that says what it
does and what must come of it. They are in the package, not among the tests, so that an instructor can run them on the
machine that grades (`autograder selftest`); `tests/hostile` runs the same files at every level the machine has.
"""

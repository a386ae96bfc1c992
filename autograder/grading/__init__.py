"""Grading a whole class: canaries first, judges in parallel, results that survive a killed run, one write at the end.

`command` is `autograder grade`. In the order of a run: `handed_in` finds the submissions, `canaries` proves that the
tests still test, `pool` holds the judges, `results` keeps what they said, `stage` prepares the notebooks that
formgrader shows, `book` compares with the gradebook and writes it, once.
"""

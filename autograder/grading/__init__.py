"""Grading a whole class: canaries first, judges in parallel, results that survive a killed run, one write at the end.

`command` is `autograder grade`. In the order of a run: `handed_in` finds the submissions, `canaries` proves that the
tests still test, `results` keeps what the judges said, `stage` prepares the notebooks that formgrader shows, `book`
compares with the gradebook and writes it, once.
"""

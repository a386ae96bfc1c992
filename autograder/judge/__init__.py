"""Judging: the learner's code runs in one process, the tests and the expected values in another."""

"""Graders beside each other: the same submissions through each, and one table. `tools/benchmark_graders.py` begins it.

`adapter` says what a grader has to be able to do here, and one file for each grader does it: `this_judge`,
`stock_nbgrader`, `otter`. `corpus` has the submissions, `box` and `inside` run a grader away from everything else,
`counting` decides what counts, in one way for all, `load` measures, and `page` writes docs/benchmark-graders.md.
"""

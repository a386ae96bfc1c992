"""nbgrader with our steps: what stands between its commands and the judge.

`nbgrader_config.py` at the root of the course names every step that is replaced. In the order in which
`nbgrader autograde` meets them: `exporter` reads and rebuilds the submission, `guard` has it judged before anything
is touched, `links` keeps links from being followed, `execute` puts the judge's outputs where a kernel's would be,
`clean` removes what a browser would run, `save` writes verdicts to the gradebook; `feedback` hides hidden tests,
`release` hands the pages out, `export` writes a table that no spreadsheet runs.

`judging`, `notebook`, `save`, `previous` and `alone` serve bulk grading (`autograder.grading`) too, so that a mark and
a page are the same whichever command made them.
"""

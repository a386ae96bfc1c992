"""nbgrader with our steps: what stands between its commands and the judge.

`nbgrader_config.py` at the root of the course names every step that is replaced. In the order in which
`nbgrader autograde` meets them: `exporter` reads and rebuilds the submission, `guard` has it judged before anything
is touched, `links` keeps links from being followed, `execute` puts the judge's outputs where a kernel's would be,
`clean` removes what a browser would run, `same` finds answers that have not changed, `save` writes verdicts to the
gradebook. Formgrader's pages are made with `essays`; of feedback, `fresh` says whether a page is to be made anew, and
`feedback` puts one total on top and hides hidden tests. Both come from `templates`, with MathJax inside (`pages`);
`exercises` and `report` are what both say. `release` hands feedback out, `export` writes a table that no spreadsheet
runs.

`notebook`, `report`, `same` and `save` serve bulk grading (`autograder.grading`) too, so that a mark and a page are the
same whichever command made them.
"""

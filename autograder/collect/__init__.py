"""Taking in what learners handed in elsewhere: `autograder collect ARCHIVE ...`.

`archive` and `folder` list what a zip or a folder holds and read it with limits, `names` says whose a file is and
which notebook, `place` puts it into classroom/submitted/ without losing anything, `command` reports.
"""

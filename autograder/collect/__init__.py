"""Taking in what learners handed in elsewhere: `autograder collect ARCHIVE ...`.

`archive` and `folder` list what a zip or a folder holds and read it with limits. `layout` decides by the outermost
`names` whose a file is, `roster` gives the id (`roster_files`
reads tables, `roster_formats` who is in them), `hand_in` refuses what two people claim, `origins` remembers who handed
in what is there. `place` puts it into classroom/submitted/ without losing anything, `command` reports.
"""

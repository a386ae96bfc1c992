"""Marks and feedback out to a learning platform: `autograder export ASSIGNMENT --moodle WORKSHEET`.

`totals` reads the gradebook. `sheet` holds a platform's file so that single cells of it can be written and nothing else
changes, `forms` knows where its grades stand, `lines` finds out which line is whose, `fill` decides what
goes into each cell and refuses what cannot be meant. `pages` makes the zip of feedback, `command` reports.
"""

"""Forty behaviours of PyTorch that an engine with the course's slots can have, each as a small program.

A program gets an engine (tape, a learner's own, minigrad or torch itself) and returns what it saw, as lists of numbers
and words. What PyTorch says to it stands in recorded.json. This folder needs numpy only, and goes as it is into the
package that `autograder gather --package` makes; hence its imports are relative.
"""

from .asking import BEHAVIOURS, Behaviour, agree, plain, seen, told

from . import walks, rules, functions, writes  # isort: skip  (in the order in which a table shows them)

__all__ = ["BEHAVIOURS", "Behaviour", "agree", "functions", "plain", "rules", "seen", "told", "walks", "writes"]

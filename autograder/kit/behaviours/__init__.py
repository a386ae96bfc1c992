"""Forty recorded behaviours of PyTorch, and whether an engine has them.

    from autograder.kit.behaviours import forty, own_engine
    forty(own_engine() or tape)

`programs/` has the behaviours, recorded.json what PyTorch 2.13 does (`tools/record_behaviours.py` writes it), and
`table.py` says which hold and whose slot answers for those that do not.
"""

from __future__ import annotations

from autograder.kit.behaviours.table import Table, forty
from autograder.kit.tape.cell import own_engine, register

__all__ = ["Table", "forty", "own_engine"]

register()

"""An engine's behaviours and its drawing, found out in a process of its own: it may hang, or end the process.

    python -m autograder.kit.behaviours TASK REPORT

TASK is JSON with the engine's "text" and the "references" of its slots. REPORT gets a line of JSON when a behaviour is
begun, and one at the end with all that was found.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any

from autograder.kit.behaviours.table import Table, shown, table_of
from autograder.kit.tape.cell import module_of

PICTURED = "(x * w + x).tanh().sum()"


def main(argv: list[str]) -> int:
    """Find out, and write it down."""
    task, report = map(Path, argv)
    asked = json.loads(task.read_text(encoding="utf-8"))
    with report.open("w", encoding="utf-8") as file:

        def say(**entry: Any) -> None:
            file.write(json.dumps(entry) + "\n")
            file.flush()

        with contextlib.redirect_stdout(io.StringIO()):  # a learner's code may print
            table = table_of(module_of(asked["text"]), asked["references"], begin=lambda name: say(begun=name))
            say(begun="the drawing")
            say(hold=len(table.rows) - len(table.failing), failing=failing(table), **drawing(asked["text"]))
    return 0


def failing(table: Table) -> dict[str, dict[str, str]]:
    """For each behaviour that the engine has not, what answers for it and what was seen."""
    return {
        row.behaviour.name: {
            "answering": "; ".join(map(str, row.answering)),
            "torch": shown(row.torch),
            "here": shown(row.here),
        }
        for row in table.failing
    }


def drawing(text: str) -> dict[str, str]:
    """A small graph that the engine made: as a picture, where it can be laid out, and in words."""
    try:
        from minigrad.drawing import draw

        engine = module_of(text)
        x, w = engine.tensor([1.0, 2.0], requires_grad=True), engine.tensor([0.5, -1.0], requires_grad=True)
        y = (x * w + x).tanh().sum()
        drawn = draw(y, names={"x": x, "w": w, "y": y}, saved=False)
        words = str(drawn)
    except Exception as error:
        return {"svg": "", "words": f"The engine makes no graph that can be drawn: {type(error).__name__}: {error}"}
    try:
        return {"svg": drawn.svg("graph"), "words": words}
    except Exception:  # no program that lays pictures out, for one
        return {"svg": "", "words": words}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

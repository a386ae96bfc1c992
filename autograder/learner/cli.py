"""The `autograder` command of a learner's copy."""

from __future__ import annotations

import importlib
import sys

COMMANDS = {
    "progress": (
        "autograder.learner.overview",
        "where you are: every exercise's state, the time left, what comes next",
    ),
    "check": ("autograder.kit.check", "run the visible checks of a notebook: autograder check 05_custom_functions"),
    "handin": ("autograder.learner.handin", "write the file to hand in: autograder handin 05_custom_functions"),
    "gather": (
        "autograder.kit.gather",
        "write my_tape.py, your engine, from your notebooks (--into 10: a cell; --package NAME)",
    ),
    "update": ("autograder.learner.newer", "put the newest release around your answers and own cells"),
}


def main(argv: list[str] | None = None) -> int:
    """Run one command; 0 done, 1 something is not right, 2 bad usage, 3 our fault."""
    argv = sys.argv[1:] if argv is None else argv
    if argv and argv[0] in COMMANDS:
        return importlib.import_module(COMMANDS[argv[0]][0]).main(argv[1:])
    print("\n".join(f"autograder {name:<8} {about}" for name, (_, about) in COMMANDS.items()))
    return 0 if argv and argv[0] in ("-h", "--help") else 2


if __name__ == "__main__":
    sys.exit(main())

"""The `autograder` command of a learner's copy."""

from __future__ import annotations

import importlib
import sys

COMMANDS = {
    "progress": (
        "autograder.learner.overview",
        "where you are: every exercise's state, the time left, what comes next",
    ),
    "check": ("autograder.kit.check", "run the visible checks of a notebook: autograder check NAME"),
    "handin": ("autograder.learner.handin", "write the file to hand in: autograder handin NAME"),
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
    asked = argv[:1] in (["-h"], ["--help"])
    if argv and not asked:
        print(f"There is no command {argv[0]!r}. There are:\n")
    print("\n".join(f"autograder {name:<8} {about}" for name, (_, about) in COMMANDS.items()))
    print("\nNAME is a notebook's, such as its folder has it.")
    return 0 if asked else 2


if __name__ == "__main__":
    sys.exit(main())

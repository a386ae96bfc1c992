"""What commands have in common: the options of those that judge, and their reports as text and as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from autograder.sandbox import HIGHEST


def json_target(text: str) -> str:
    """The FILE of --json, looked at before anything is judged; for argparse."""
    if text != "-" and (not Path(text).parent.is_dir() or Path(text).is_dir()):
        raise argparse.ArgumentTypeError(f"{text} cannot be written: its folder is not there, or it is one itself")
    return text


def add_require(parser: argparse.ArgumentParser, default: int) -> None:
    """The option of every command that judges."""
    about = f"refuse to judge below sandbox level N, 0 to {HIGHEST} (default: {default})"
    parser.add_argument("--require", type=int, metavar="N", default=default, help=about)


def add_db(parser: argparse.ArgumentParser) -> None:
    """The option of every command that reads or writes the gradebook."""
    about = "the gradebook, as postgresql+psycopg://USER@HOST/NAME or sqlite:///FILE (default: nbgrader_config.py's)"
    parser.add_argument("--db", metavar="URL", help=about)


def add_json(parser: argparse.ArgumentParser) -> None:
    """The option of every command whose report a script may want to read; see `write`."""
    about = "write JSON, to FILE or to the screen"
    parser.add_argument("--json", nargs="?", const="-", metavar="FILE", type=json_target, help=about)


def write(data: dict, target: str | None, text: str) -> None:
    """JSON to the screen, or to a file with the text on the screen; without a target the text alone."""
    if target == "-":
        json.dump(data, sys.stdout, indent=1, ensure_ascii=False)
        print()
        return
    if target:
        Path(target).write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    print(text)

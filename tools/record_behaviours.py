#!/usr/bin/env python3
"""What PyTorch does with the programs of `autograder/kit/behaviours`, written to recorded.json there.

    .venv-torch/bin/python tools/record_behaviours.py            # writes
    .venv-torch/bin/python tools/record_behaviours.py --check    # only compares: 0 alike, 1 not

It runs where torch 2.13 is installed and needs numpy besides.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "autograder" / "kit" / "behaviours"
RECORDED = FOLDER / "recorded.json"
VERSION = "2.13"


def main(argv: list[str]) -> int:
    """Record, or compare with what is recorded."""
    import torch

    if not torch.__version__.startswith(f"{VERSION}."):
        print(f"this is torch {torch.__version__}; what is recorded is {VERSION}", file=sys.stderr)
        return 2
    torch.set_num_threads(1)
    programs = load_programs()
    made = {name: programs.seen(torch, name) for name in programs.BEHAVIOURS}
    if argv == ["--check"]:
        recorded = json.loads(RECORDED.read_text(encoding="utf-8"))["seen"]
        both = [*dict.fromkeys([*made, *recorded])]
        other = [each for each in both if not programs.agree(made.get(each), recorded.get(each))]
        print(
            "".join(f"{each}\n    recorded {recorded.get(each)}\n    torch    {made.get(each)}\n" for each in other),
            end="",
        )
        print(f"behaviours of the engine: {len(both)}, {'alike' if not other else f'{len(other)} not alike'}")
        return 1 if other else 0
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(what)}" for name, what in made.items())
    text = f'{{\n "torch": "{VERSION}",\n "seen": {{\n{lines}\n }}\n}}\n'
    RECORDED.write_text(text, encoding="utf-8")
    print(f"behaviours of the engine: {len(made)} recorded")
    return 0


def load_programs():
    """The programs without the packages around them, which may need what is not here."""
    sys.path.insert(0, str(FOLDER))
    return importlib.import_module("programs")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

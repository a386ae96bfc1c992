#!/usr/bin/env python3
"""What a drawing of PyTorch's tensors shows, written to tests/unit/drawing/torch_drawings.json.

    .venv-torch/bin/python tools/record_drawings.py            # writes
    .venv-torch/bin/python tools/record_drawings.py --check    # only compares: 0 alike, 1 not

It runs where torch 2.13 is installed and needs numpy besides; the tests hold minigrad's own drawings against it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = ROOT / "tests" / "unit" / "drawing"
RECORDED = PROGRAMS / "torch_drawings.json"
VERSION = "2.13"


def main(argv: list[str]) -> int:
    """Record, or compare with what is recorded."""
    import torch

    if not torch.__version__.startswith(f"{VERSION}."):
        print(f"this is torch {torch.__version__}; what is recorded is {VERSION}", file=sys.stderr)
        return 2
    torch.set_num_threads(1)
    sys.path[:0] = [str(ROOT), str(PROGRAMS)]
    from torch_programs import PROGRAMS as programs
    from torch_programs import shown

    made = {name: shown(torch, name) for name in programs}
    if argv == ["--check"]:
        recorded = json.loads(RECORDED.read_text(encoding="utf-8"))["shown"]
        other = [name for name in {**made, **recorded} if made.get(name) != recorded.get(name)]
        print(f"drawings of torch tensors: {len(made)}, {'alike' if not other else 'not alike: ' + ', '.join(other)}")
        return 1 if other else 0
    text = json.dumps({"torch": VERSION, "shown": made}, indent=1, ensure_ascii=False) + "\n"
    RECORDED.write_text(text, encoding="utf-8")
    print(f"drawings of torch tensors: {len(made)} recorded")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

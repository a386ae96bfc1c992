"""Record what PyTorch does: run once where torch 2.13 is installed, `python tests/conformance/record.py`.

Writes recorded/GROUP.jsonl, a line for each behaviour: its name, its code, and what came of it.
"""

from __future__ import annotations

import json
from pathlib import Path

import torch
from behaviours import behaviours
from outcome import outcome


def main() -> None:
    torch.set_num_threads(1)
    folder = Path(__file__).parent / "recorded"
    folder.mkdir(exist_ok=True)
    for group, rows in behaviours().items():
        with (folder / f"{group}.jsonl").open("w", encoding="utf8") as file:
            for name, code in rows:
                record = {"name": name, "code": code, "torch": outcome(torch, code)}
                file.write(json.dumps(record, separators=(",", ":")) + "\n")
        print(f"{group}: {len(rows)}")


if __name__ == "__main__":
    main()

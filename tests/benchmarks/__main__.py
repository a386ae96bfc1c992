"""`python -m tests.benchmarks [NAME ...]`: run the measurements, print them, write build/bench.json.

Each module bench_*.py has `measure()`, which yields `Row`s. A speed is a ratio to a peer measured in the same run; the
machine's own speed cancels. Exit 1 when a row is over its limit. A module that says ON_DEMAND is measured when named.
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

from tests.benchmarks.row import Row

HERE = Path(__file__).parent
OUT = HERE.parent.parent / "build" / "bench.json"


def show(row: Row) -> str:
    value = "not measured" if row.value is None else f"{row.value:.3g}"
    limit = "-" if row.limit is None else f"{row.limit:.3g}"
    verdict = "over the limit" if row.over else ""
    return f"{row.name:<58} {value:>13} {row.unit:<6} limit {limit:>8}  {verdict} {row.note}".rstrip()


def main(wanted: list[str]) -> int:
    rows = []
    for path in sorted(HERE.glob("bench_*.py")):
        if wanted and not any(name in path.stem for name in wanted):
            continue
        module = importlib.import_module(f"tests.benchmarks.{path.stem}")
        if not wanted and getattr(module, "ON_DEMAND", False):
            continue
        for row in module.measure():
            print(show(row), flush=True)
            rows.append(row)
    OUT.parent.mkdir(exist_ok=True)
    kept = json.loads(OUT.read_text("utf8")) if wanted and OUT.is_file() else {}
    kept.update({row.name: row.as_json() for row in rows})
    OUT.write_text(json.dumps(kept, indent=1) + "\n", "utf8")
    return int(any(row.over for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

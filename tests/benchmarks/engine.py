"""minigrad against hand-written numpy and against PyTorch: time, memory, import.

    python tests/benchmarks/engine.py [--json FILE]

Each comparison is a process of its own with one thread and two contestants that take turns; what counts is the median
of the ratios of neighbouring runs. Without torch in this environment its rows are null.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time
import tracemalloc

# row: contestants, what the ratio of minigrad's time to the other's (or its bytes, or ms) should stay below
LIMITS = {
    "chain against torch": 0.8,
    "large step against numpy": 1.3,
    "large step against torch": 0.85,
    "small step against numpy": 2.7,
    "small step against torch": 0.65,
    "no_grad against numpy": 3.5,
    "bytes an operation": 400.0,
    "import beyond numpy in ms": 25.0,
    "peak of the large step against numpy": 1.1,
}
SIZES = {"large": (784, 128, 10, 64), "small": (64, 32, 10, 16)}


def framework(name: str):
    if name == "torch":
        import torch

        torch.set_num_threads(1)
        return torch
    import minigrad

    return minigrad


def chain(name: str, grad: bool = True):
    """1,000 one-element operations, forward and, with grad, backward."""
    if name == "numpy":
        import numpy as np

        def run():
            y, w = np.ones(1, "f4"), np.ones(1, "f4")
            for _ in range(500):
                y = y * w
                y = y + w

        return run
    t = framework(name)

    def run():
        x, w = t.tensor([1.0], requires_grad=grad), t.tensor([1.0])
        y = x
        for _ in range(500):
            y = y * w
            y = y + w
        if grad:
            y.backward()

    if grad:
        return run

    def quiet():
        with t.no_grad():
            run()

    return quiet


def data(size: str):
    import numpy as np

    inputs, hidden, outputs, batch = SIZES[size]
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((batch, inputs)).astype("f4"), rng.integers(0, outputs, batch)
    weights = [
        (rng.standard_normal((inputs, hidden)) * 0.05).astype("f4"),
        np.zeros(hidden, "f4"),
        (rng.standard_normal((hidden, outputs)) * 0.05).astype("f4"),
        np.zeros(outputs, "f4"),
    ]
    return x, y, weights


def numpy_step(size: str):
    """A training step of a two-layer network, derivative by hand."""
    import numpy as np

    x, y, (w1, b1, w2, b2) = data(size)
    rows = np.arange(len(y))

    def run():
        h = x @ w1 + b1
        a = np.maximum(h, 0)
        z = a @ w2 + b2
        e = np.exp(z - z.max(1, keepdims=True))
        p = e / e.sum(1, keepdims=True)
        loss = -np.log(p[rows, y]).mean()
        d = p.copy()
        d[rows, y] -= 1
        d /= len(y)
        da = d @ w2.T
        da *= h > 0
        for w, g in ((w1, x.T @ da), (b1, da.sum(0)), (w2, a.T @ d), (b2, d.sum(0))):
            w -= 0.01 * g
        return loss

    return run


def step(name: str, size: str):
    """The same step, derivative by the framework."""
    if name == "numpy":
        return numpy_step(size)
    t = framework(name)
    functional = importlib.import_module(f"{t.__name__}.nn.functional")
    x, y, weights = data(size)
    x, y = t.tensor(x), t.tensor(y)
    parameters = [t.tensor(w, requires_grad=True) for w in weights]

    def run():
        w1, b1, w2, b2 = parameters
        loss = functional.cross_entropy((x @ w1 + b1).relu() @ w2 + b2, y)
        loss.backward()
        with t.no_grad():
            for p in parameters:
                p.sub_(0.01 * p.grad)
                p.grad = None

    return run


def ratio(ours, theirs, seconds: float = 4.0) -> float:
    """The median ratio of neighbouring runs."""
    for _ in range(20):
        ours()
        theirs()
    ratios, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        times = []
        for run in (ours, theirs):
            start = time.perf_counter()
            run()
            times.append(time.perf_counter() - start)
        ratios.append(times[0] / times[1])
    return statistics.median(ratios)


def peak(run) -> int:
    run()
    tracemalloc.start()
    run()
    return tracemalloc.get_traced_memory()[1]


def bytes_per_operation() -> float:
    import minigrad as mg

    y, w = mg.tensor([1.0], requires_grad=True), mg.tensor([1.0])
    tracemalloc.start()
    for _ in range(50_000):
        y = y * w
        y = y + w
    return tracemalloc.get_traced_memory()[0] / 100_000


def import_time() -> float:
    def best(module: str) -> float:
        code = f"import time; t = time.perf_counter(); import {module}; print(time.perf_counter() - t)"
        return min(float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(7))

    return 1000 * (best("minigrad") - best("numpy"))


def measured(row: str) -> float:
    if row == "bytes an operation":
        return bytes_per_operation()
    if row == "import beyond numpy in ms":
        return import_time()
    what, other = row.split(" against ")
    if what.startswith("peak"):
        theirs = peak(step(other, "large"))
        tracemalloc.stop()
        return peak(step("minigrad", "large")) / theirs
    if what.endswith("step"):
        return ratio(step("minigrad", what.split()[0]), step(other, what.split()[0]))
    grad = what == "chain"
    return ratio(chain("minigrad", grad), chain(other, grad))


def measure():
    """Each row as (name, value or None, limit), in a process of its own; a frame of measurements may wrap them."""
    torch = importlib.util.find_spec("torch") is not None
    env = os.environ | dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    for row, limit in LIMITS.items():
        value = None
        if torch or not row.endswith("torch"):
            value = float(subprocess.check_output([sys.executable, __file__, "--row", row], env=env))
        yield row, value, limit


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json")
    parser.add_argument("--row", help="measure this row only, in this process")
    options = parser.parse_args()
    if options.row:
        print(measured(options.row))
        return
    results = {}
    for row, value, limit in measure():
        results[row] = {"value": value, "limit": limit}
        verdict = "null: torch is not in this environment" if value is None else f"{value:8.2f}"
        print(f"{row:40} {verdict}   limit {limit}{'' if value is None or value <= limit else '   MISSED'}")
    if options.json:
        with open(options.json, "w") as file:  # noqa: PTH123
            json.dump(results, file, indent=1)


if __name__ == "__main__":
    main()

"""minigrad against hand-written numpy and against PyTorch: time, memory, import.

Every comparison is a process of its own with one thread, in which two contestants take turns; the figure is the median
of the ratios of neighbouring runs. The rows against PyTorch run in .venv-torch, which `make .venv-torch` makes.

    python -m tests.benchmarks.bench_engine "small step / torch"      one row, in this process
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

from tests.benchmarks.row import Row, paired_ratio
from tests.benchmarks.transforms import KINDS, chains, transform

ROOT = Path(__file__).resolve().parents[2]
TORCH = ROOT / ".venv-torch" / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
SHARED = bool(os.environ.get("CI"))  # a shared machine says nothing about milliseconds
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
SIZES = {"large": (64, 784, 128, 10), "small": (16, 64, 32, 10)}  # batch, inputs, hidden, classes
RATE = 0.01
NO_TORCH = "make .venv-torch measures this"

# What minigrad takes of what the other takes.
LIMITS = {
    "chain of 1,000 / torch": 0.8,
    "large step / numpy": 1.3,
    "large step / torch": 0.85,
    "small step / numpy": 2.7,
    "small step / torch": 0.65,
    "no_grad chain / numpy": 3.5,
    "peak of a large step / numpy": 1.1,
    "jacrev of 200 / torch": 0.9,
    "jacfwd of 200 / torch": 1.0,
    "hessian of 50 / torch": 0.8,
    "per-sample gradients of 64 / torch": 1.0,
    "hvp of 50 / torch": 1.2,
    "grad_and_value of 50 / torch": 1.0,
    "vmap of a chain / whole array": 1.3,
    "jacrev of 400 / jacrev of 200": 10,
}


def measure() -> Iterator[Row]:
    for row, limit in LIMITS.items():
        python = TORCH if row.endswith("torch") else Path(sys.executable)
        if python.exists():
            yield Row(f"engine: {row}", alone(python, row), limit)
        else:
            yield Row(f"engine: {row}", None, limit, note=NO_TORCH)
    yield Row("engine: bytes an operation", alone(Path(sys.executable), "bytes"), 400, "bytes")
    yield Row("engine: import beyond numpy", import_time(), None if SHARED else 25, "ms")


def alone(python: Path, row: str) -> float:
    """The figure of one row, from a process of its own."""
    command = [str(python), "-m", __spec__.name, row]
    return float(subprocess.check_output(command, cwd=ROOT, env=os.environ | ONE_THREAD))


def figure(row: str) -> float:
    if row == "bytes":
        return bytes_per_operation()
    what, other = row.split(" / ")
    if what == "vmap of a chain":
        return paired_ratio(*chains(), 40)
    if other.startswith("jacrev"):
        return paired_ratio(transform("minigrad", what), transform("minigrad", other), 200)
    if what.startswith(KINDS):
        return paired_ratio(transform("minigrad", what), transform(other, what), 500)
    if what.startswith("peak"):
        return peak(step("minigrad", "large")) / peak(step(other, "large"))
    if what.endswith("step"):
        size = what.split()[0]
        return paired_ratio(step("minigrad", size), step(other, size), 2000 if size == "large" else 8000)
    grad = not what.startswith("no_grad")
    return paired_ratio(chain("minigrad", grad), chain(other, grad), 600)


def framework(name: str) -> ModuleType:
    found = importlib.import_module(name)
    importlib.import_module(f"{name}.nn.functional")
    if name == "torch":
        found.set_num_threads(1)
    return found


# --- a chain: one-element operations, where only overhead counts ---


def chain(name: str, grad: bool) -> Callable[[], object]:
    """1,000 operations forward and, with grad, backward."""
    if name == "numpy":
        return numpy_chain
    t = framework(name)

    def run() -> None:
        w = t.tensor([1.0])
        y = x = t.tensor([1.0], requires_grad=grad)
        for _ in range(500):
            y = y * w
            y = y + w
        if grad:
            y.backward()
            assert x.grad.item() == 1

    def quiet() -> None:
        with t.no_grad():
            run()

    return run if grad else quiet


def numpy_chain() -> None:
    import numpy as np

    y, w = np.ones(1, "f4"), np.ones(1, "f4")
    for _ in range(500):
        y = y * w
        y = y + w


def bytes_per_operation() -> float:
    import minigrad as mg

    y, w = mg.tensor([1.0], requires_grad=True), mg.tensor([1.0])
    tracemalloc.start()
    for _ in range(50_000):
        y = y * w
        y = y + w
    return tracemalloc.get_traced_memory()[0] / 100_000


# --- a step: gradients of a network of two layers with cross entropy, and the descent along them ---


def data(size: str) -> tuple:
    import numpy as np

    batch, inputs, hidden, classes = SIZES[size]
    rng = np.random.default_rng(0)
    x, y = rng.standard_normal((batch, inputs)).astype("f4"), rng.integers(0, classes, batch)
    weights = [np.zeros(shape, "f4") for shape in ((inputs, hidden), hidden, (hidden, classes), classes)]
    for w in weights[::2]:
        w[...] = rng.standard_normal(w.shape) * 0.05
    return x, y, weights


def step(name: str, size: str) -> Callable[[], object]:
    """The step as one writes it with a framework, its optimiser included."""
    if name == "numpy":
        return numpy_step(size)
    t = framework(name)
    x, y, weights = data(size)
    x, y = t.tensor(x), t.tensor(y)
    w1, b1, w2, b2 = parameters = [t.tensor(w, requires_grad=True) for w in weights]
    optimiser = t.optim.SGD(parameters, lr=RATE)

    def run() -> None:
        optimiser.zero_grad()
        scores = (x @ w1 + b1).relu() @ w2 + b2
        t.nn.functional.cross_entropy(scores, y).backward()
        optimiser.step()

    return run


def numpy_step(size: str) -> Callable[[], object]:
    """The same step with the derivative worked out by hand."""
    import numpy as np

    x, y, (w1, b1, w2, b2) = data(size)
    rows = np.arange(len(y))

    def run() -> float:
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
            w -= RATE * g
        return loss

    return run


def peak(run: Callable[[], object]) -> int:
    run()
    tracemalloc.start()
    run()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


# --- import ---


def import_time() -> float:
    """What importing minigrad takes longer than importing numpy: the quickest of some runs each."""

    def once(module: str) -> float:
        code = f"import time; start = time.perf_counter(); import {module}; print(time.perf_counter() - start)"
        return float(subprocess.check_output([sys.executable, "-c", code], cwd=ROOT))

    pairs = [(once("minigrad"), once("numpy")) for _ in range(15)]
    ours, theirs = (min(column) for column in zip(*pairs, strict=True))
    return 1000 * (ours - theirs)


if __name__ == "__main__":
    print(figure(sys.argv[1]))

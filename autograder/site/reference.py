"""The reference of minigrad: which names stand on which page. What is said of them is in their docstrings."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Iterable

from autograder.site.docstrings import as_rst
from minigrad.ops import FUNCTIONS, METHODS, PUBLIC

# The kinds of operations, in the words of minigrad/ops/__init__.py.
KINDS = {
    "elementwise": "Functions of one number, and powers",
    "arithmetic": "Sums, products and their kin",
    "choice": "Comparisons, steps and masks",
    "reduce": "Sums, means and extremes",
    "order": "Running sums, places and sorting",
    "linear": "Vectors and matrices",
    "activations": "Softmax",
    "views": "Another shape on the same memory",
    "parts": "Slices and several as one",
    "select": "Entries by index",
    "arrange": "Repeating, rolling, triangles and diagonals",
    "memory": "Copies, casts and overwriting",
}
MAKING = (
    "tensor as_tensor from_numpy zeros ones full empty eye arange linspace zeros_like ones_like full_like empty_like "
    "rand randn randint randperm rand_like randn_like manual_seed get_default_dtype set_default_dtype"
)
LOSSES = (
    "mse_loss l1_loss smooth_l1_loss cross_entropy nll_loss binary_cross_entropy binary_cross_entropy_with_logits "
    "linear conv1d pad one_hot elu gelu leaky_relu logsigmoid silu softplus"
)
# Page: title, module, names in it.
MODULES = {
    "making": ("Making tensors", "minigrad", MAKING),
    "autograd": (
        "Gradients, and functions of your own",
        "minigrad.autograd",
        "backward grad Function gradcheck gradgradcheck no_grad enable_grad set_grad_enabled inference_mode "
        "detect_anomaly set_detect_anomaly",
    ),
    "func": (
        "Transforms of functions",
        "minigrad.func",
        "grad grad_and_value vjp jvp linearize jacrev jacfwd hessian vmap counted",
    ),
    "functional": (
        "Products and Jacobians at a point",
        "minigrad.autograd.functional",
        "vjp jvp vhp hvp jacobian hessian",
    ),
    "forward": ("Forward mode", "minigrad.autograd.forward_ad", "dual_level make_dual unpack_dual"),
    "losses": ("Losses and layers", "minigrad.nn.functional", LOSSES),
    "training": ("Training", "minigrad", "nn.Parameter nn.utils.clip_grad_norm_ optim.SGD optim.Adam"),
    "drawing": (
        "Drawings",
        "minigrad.drawing",
        "draw Drawing graph draw_memory draw_broadcast draw_jacobian plot_jacobian plot_descent plot_gradcheck",
    ),
}


def pages() -> dict[str, str]:
    """The pages by file name, in reStructuredText."""
    found = {"tensor.rst": _tensor(), "operations.rst": _operations()}
    for page, (title, module, names) in MODULES.items():
        told = as_rst(inspect.getdoc(importlib.import_module(module)) or "") if module != "minigrad" else []
        found[f"{page}.rst"] = "\n".join([*_title(title), *told, "", *_described(module, names.split())])
    order = ["tensor", "making", "operations", *(page for page in MODULES if page != "making")]
    found["index.rst"] = "\n".join(
        [
            *_title("Reference of minigrad"),
            "``import minigrad as mg``: automatic differentiation on numpy arrays. Names and behaviour are PyTorch's.",
            "Each example below runs as it is printed; a test sees to that.",
            "",
            ".. toctree::",
            "   :maxdepth: 1",
            "",
            *(f"   {page}" for page in order),
            "",
        ]
    )
    return found


def _tensor() -> str:
    tensor = importlib.import_module("minigrad").Tensor
    own = [name for name in dir(tensor) if not name.startswith("_") and name not in FUNCTIONS and name not in METHODS]
    told = "Every :doc:`operation <operations>` whose first argument is a tensor is a method too: ``x.sum()``."
    members = f"   :members: {', '.join(own)}"
    return "\n".join([*_title("Tensors"), told, "", ".. autoclass:: minigrad.Tensor", members, ""])


def _operations() -> str:
    lines = _title("Operations")
    lines += ["Each is a function, ``mg.exp(x)``; those that take a tensor first are methods of it too.", ""]
    for file, heading in KINDS.items():
        names = [name for name in PUBLIC[file].split() if not name.endswith("_")]
        lines += [heading, "-" * len(heading), "", *_described("minigrad", names)]
    in_place = sorted(name for name in FUNCTIONS if name.endswith("_"))
    lines += ["In place", "--------", ""]
    lines += ["The result is put where the tensor's elements were, and its version goes up by one; the name ends in a"]
    lines += ["line: " + ", ".join(f"``{name}``" for name in in_place) + ".", ""]
    return "\n".join(lines)


def _title(text: str) -> list[str]:
    return [text, "=" * len(text), ""]


def _described(module: str, names: Iterable[str]) -> list[str]:
    lines = []
    for name in names:
        found = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
        lines += [f".. auto{'class' if inspect.isclass(found) else 'function'}:: {module}.{name}"]
        if inspect.isclass(found) and not issubclass(found, BaseException):
            lines += ["   :members:"]
        lines += [""]
    return lines

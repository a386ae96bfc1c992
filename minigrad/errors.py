"""Messages that say which tensor, which operation, which line, and what usually helps.

Lines are recorded as a code object and an instruction number, two references that cost next to nothing; only a
message turns them into text.
"""

import itertools
import linecache
import sys
from pathlib import Path
from types import CodeType, FrameType

from .dtypes import of
from .modes import current

PACKAGE = str(Path(__file__).parent)


def require(condition, message: str, kind: type[Exception] = RuntimeError) -> None:
    """Raise `kind` with this message unless the condition holds. For checks off the fast paths, since the message is
    made in any case; so it may not print a tensor, which may itself be refused."""
    if not condition:
        raise kind(message)


class Inside(dict):
    """File name -> whether it is one of this package, found out once."""

    def __missing__(self, filename: str) -> bool:
        self[filename] = filename.startswith(PACKAGE)
        return self[filename]


inside = Inside()


def user_line(depth: int = 3) -> tuple[CodeType | None, int]:
    """Code and instruction of the innermost caller outside this package."""
    frame: FrameType | None = sys._getframe(depth)
    while frame and inside[frame.f_code.co_filename]:
        frame = frame.f_back
    return (frame.f_code, frame.f_lasti) if frame else (None, 0)


def user_stack() -> str:
    """The whole stack of the current call, without this package's own frames."""
    import traceback  # where errors are looked for only

    frames = [f for f in traceback.extract_stack() if not f.filename.startswith(PACKAGE)]
    return "".join(traceback.format_list(frames))


def at(code: CodeType | None, lasti: int) -> str:
    """' on line 3 of cell.py (z = x * y)', ready to follow a name, or '' when unknown."""
    if code is None:
        return ""
    number = next((n for start, end, n in code.co_lines() if start <= lasti < end and n), code.co_firstlineno)
    source = linecache.getline(code.co_filename, number).strip()
    return f" on line {number} of {Path(code.co_filename).name}" + (f" ({source})" if source else "")


def plain_name(name: str) -> str:
    """MulBackward0 -> Mul, as PyTorch names operations in messages."""
    head, found, tail = name.rpartition("Backward")
    return head if found and (not tail or tail.isdigit()) else name


def label(array) -> str:
    """'FloatTensor [2, 3]': type and shape of an array, the way PyTorch's messages write them."""
    return f"torch.{of(array).long_name}Tensor {list(array.shape)}"


def freed(node) -> RuntimeError:
    """A node's saved values are asked for after they have been let go."""
    return RuntimeError(
        "Trying to backward through the graph a second time: "
        f"{node.name()}, recorded{at(node.code, node.lasti)}, has let go of the values it had saved when backward() "
        "or autograd.grad() went through it before. Ways out: pass retain_graph=True to that earlier call; compute "
        "the forward pass anew; or add the losses and call backward() once."
    )


def modified(node, array, counter, saved_at: int, edge) -> RuntimeError:
    """A saved value was overwritten between forward and backward."""
    source = "" if edge is None else f", which is output {edge.nr} of {plain_name(edge.node.name())},"
    changes = [c for c in counter.changes if c[0] > saved_at]
    changed = "; ".join(f"version {n} was made by {name}{at(code, lasti)}" for n, name, code, lasti in changes)
    anomaly = " The warning above has the whole stack of that operation." if current().anomaly else ""
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{label(array)}]{source} is at version {counter.n}; expected version {saved_at} instead. "
        f"{node.name()} saved it{at(node.code, node.lasti)}"
        + (f"; {changed}. " if changed else ". ")
        + "Ways out: write the change out of place (y = y + 1 instead of y.add_(1)); make it before the value is used "
        f"or after backward(); or give the operation a copy, y.clone().{anomaly}"
    )


def wrong_gradient(node, edge, shape) -> RuntimeError:
    """A gradient that cannot belong to the value it is meant for."""
    index = node.edges.index(edge)
    return RuntimeError(
        f"Function {node.name()} returned an invalid gradient at index {index} - got {list(shape)} but expected shape "
        f"compatible with {list(edge.shape)}: a gradient has the shape of its input, or one that sums to it."
    )


def of_numpy(error: ValueError | TypeError, arrays) -> Exception:
    """numpy's complaint about shapes that do not broadcast, or types that do not go together, as PyTorch words it;
    other errors stay."""
    if "did not contain a loop" in str(error):
        names = " and ".join(repr("Tensor" if hasattr(a, "shape") else type(a).__name__) for a in arrays)
        return TypeError(f"unsupported operand type(s) for {str(error).split(chr(39))[1]}: {names}")
    shapes = [a.shape for a in arrays if hasattr(a, "shape")]
    if "broadcast" in str(error) and len(shapes) > 1:
        for a, b in itertools.combinations(shapes, 2):
            for k in range(1, min(len(a), len(b)) + 1):
                if a[-k] != b[-k] and 1 not in (a[-k], b[-k]):
                    return RuntimeError(
                        f"The size of tensor a ({a[-k]}) must match the size of tensor b ({b[-k]}) at non-singleton "
                        f"dimension {max(len(a), len(b)) - k}: shapes {list(a)} and {list(b)} do not broadcast"
                    )
    return error


def no_tensor(operation: str, name: str, value) -> TypeError:
    """Something else where a tensor belongs; a tuple may be `saved_tensors`, not unpacked."""
    way_out = "make one with tensor(...)"
    if isinstance(value, tuple):
        way_out = "take the tensor out of it, as in `x, = ctx.saved_tensors`; tensor(...) turns numbers into one"
    elif isinstance(value, list):
        way_out = "take the tensor out of it, or make one of it with tensor(...)"
    return TypeError(f"{operation}(): argument {name} must be Tensor, not {type(value).__name__}: {way_out}")


INFERENCE_SAVED = (
    "Inference tensors cannot be saved for backward: they have no version counter to notice a change by. Ways out: "
    "clone() it outside inference_mode(), or compute it under no_grad() instead."
)


WHY_REFUSED = {
    "no_grad": "A view was created in no_grad mode and {how} with grad mode enabled. Which of the two was meant, "
    "tracked or not, cannot be told: put view and write both inside no_grad(), or both outside.",
    "inference": "A view was created in inference mode and {how} in normal mode. Put view and write both inside "
    "inference_mode(), or both outside.",
    "multi": "Output {nr} of {name} is a view and {how}. It is one of several views that one operation returned, and "
    "those cannot be written in place. Write out of place, or take the views one by one, by index.",
    "custom": "Output {nr} of {name} is a view and {how}. It came out of a custom Function, whose own backward the "
    "write would bypass. clone() what the Function returns.",
}


def view_refused(t, creation: str, indirect: bool) -> RuntimeError:
    """A write to a view, or (indirect) to the memory under it, that its making forbids."""
    how = "its base or another view of its base has been modified inplace" if indirect else "is being modified inplace"
    nr, name = (0, "None") if t._edge is None else (t._edge.nr, plain_name(t._edge.node.name()))
    return RuntimeError(WHY_REFUSED[creation].format(how=how, nr=nr, name=name))


def leaf_written(view: bool, used: str = "is being") -> RuntimeError:
    """A write to a leaf whose gradient is wanted: gradients are with respect to the value it had."""
    return RuntimeError(
        f"a {'view of a ' * view}leaf Variable that requires grad {used} used in an in-place operation. Ways out: "
        "write under no_grad() if it is an update (as an optimiser does); otherwise write to a copy, x.clone()."
    )


EXPANDED_WRITTEN = (
    "unsupported operation: more than one element of the written-to tensor refers to a single memory location (it was "
    "expanded). clone() it first."
)


def check_tangent_size(t, tangent) -> None:
    """Refuse a tangent that has not the shape of its value."""
    same = "Trying to set a forward gradient that has a different size than that of the original Tensor"
    sizes = f"Tensor is of size {list(t.shape)}, the tangent of {list(tangent.shape)}"
    require(t.shape == tangent.shape, f"{same}: they must be the same. {sizes}.")


def check_assigned_grad(t, value) -> None:
    """Refuse a `.grad` that does not fit its tensor."""
    wrong = f"assigned grad expected to be a Tensor or None but got grad of type {type(value).__name__}"
    require(hasattr(value, "_array"), wrong, TypeError)
    require(value is not t, "can't assign Variable as its own grad")
    types = f"with dtype '{value.dtype.long_name.lower()}' to a tensor with dtype '{t.dtype.long_name}'"
    require(value.dtype == t.dtype, f"attempting to assign a gradient {types}")
    sizes = f"of size '{list(value.shape)}' to a tensor of size '{list(t.shape)}'"
    require(value.shape == t.shape, f"attempting to assign a gradient {sizes}: they must be the same")

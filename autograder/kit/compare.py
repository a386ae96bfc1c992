"""When are two plain values close, and when the same? Used by the kernel's checks and by the judge's alike.

Each function returns None when they agree and otherwise the end of a sentence ("has shape (3,), expected (3, 4)").
Only exact builtin types and numpy arrays and scalars are ever looked at, so nothing that a learner defined takes part:
of a dictionary of another class, such as a defaultdict, a plain copy is made first.
"""

from __future__ import annotations

from collections import OrderedDict
from decimal import Decimal
from fractions import Fraction
from typing import Any

from autograder.kit.arrays import np

SEQUENCES = (list, tuple)
SCALARS = (type(None), bool, int, float, complex, str, bytes)


def show(value: Any) -> str:
    """A value in a few words."""
    if isinstance(value, np.ndarray):
        text = np.array2string(value, precision=6, threshold=20, edgeitems=3, separator=", ").replace("\n", "")
    else:
        try:
            text = repr(value)
        except Exception:
            text = f"a {type(value).__name__} that cannot be printed"
    text = " ".join(text.split())
    return text if len(text) <= 160 else text[:157] + "..."


def plain_dict(value: dict) -> dict:
    """A dictionary of whatever class as a plain one, made without anything that its class defines."""
    if issubclass(type(value), OrderedDict):  # which keeps an order of its own
        return dict(OrderedDict.items(value))  # type: ignore[arg-type]
    return dict(dict.items(value))


def plain_copy(value: Any) -> Any:
    """A dictionary, list, tuple or text of whatever class as a plain one, made without anything that its class defines.

    None for every other value, those that are plain already and those that can be called among them. A Fraction and a
    Decimal are numbers, and become floats.
    """
    kind = type(value)
    if kind is Fraction or kind is Decimal:
        try:
            return float(value)
        except (ValueError, OverflowError):  # no number, or too large for one
            return None
    if kind in (dict, list, tuple, str) or not issubclass(kind, dict | list | tuple | str) or callable(value):
        return None
    if issubclass(kind, dict):
        return plain_dict(value)
    if issubclass(kind, str):
        return str.__str__(value)
    return list(list.__iter__(value)) if issubclass(kind, list) else tuple(tuple.__iter__(value))


def ordinary(value: Any) -> Any:
    """The value with plain copies in the place of its dictionaries, lists, tuples and texts, of whatever class."""
    copy = plain_copy(value)
    value = value if copy is None else copy
    if type(value) is dict:
        return {ordinary(key): ordinary(item) for key, item in value.items()}
    return type(value)(map(ordinary, value)) if type(value) in SEQUENCES else value


def is_plain(value: Any) -> bool:
    """Made of builtin values and numpy arrays alone, by exact type?"""
    if isinstance(value, SEQUENCES):
        return _is_copy_of(value, list, tuple) and all(map(is_plain, value))
    if isinstance(value, dict):
        return _is_copy_of(value, dict) and all(is_plain(k) and is_plain(v) for k, v in value.items())
    if type(value) in (set, frozenset):
        return all(type(item) in SCALARS for item in value)
    return type(value) in SCALARS or _is_numeric_array(value)


def _is_copy_of(value: Any, *types: type) -> bool:
    """The type itself, or the judge's read-only copy of it, which says so in `copy_of`."""
    return type(value) in types or getattr(type(value), "copy_of", None) in types


def _is_numeric_array(value: Any) -> bool:
    if type(value) is not np.ndarray and not (isinstance(value, np.generic) and type(value).__module__ == "numpy"):
        return False
    return value.dtype.kind in "biufc"


def not_close(actual: Any, expected: Any, rtol: float, atol: float) -> str | None:
    """Numbers, arrays, or lists of them: same shape, same kind, and within `atol + rtol * |expected|` everywhere."""
    if isinstance(expected, SEQUENCES) and (_holds_arrays(expected) or _as_array(expected) is None):
        return _items_not_close(actual, expected, rtol, atol)
    found, wanted = _as_array(actual), np.asarray(expected)
    if found is None:
        return f"is {_name(actual)}, expected {_kind(wanted)}"
    if found.shape != wanted.shape:
        return f"has shape {found.shape}, expected {wanted.shape}"
    if (found.dtype.kind == "b") != (wanted.dtype.kind == "b") or (found.dtype.kind == "c") > (
        wanted.dtype.kind == "c"
    ):
        return f"holds {found.dtype} values, expected {wanted.dtype}"
    if not _near(found, wanted, rtol, atol):
        return _told_apart(actual, expected, found, wanted)
    return None


def _told_apart(actual: Any, expected: Any, found: np.ndarray, wanted: np.ndarray) -> str:
    """Both values; where the difference is in digits or entries that are not shown, how large it is."""
    is_so, should_be = show(_bare(actual)), show(_bare(expected))
    with np.errstate(all="ignore"):
        apart = np.abs(found.astype(np.complex128) - wanted.astype(np.complex128))
    most = np.max(apart, initial=0.0, where=apart == apart)
    if is_so != should_be or not most:
        return f"is {is_so}, expected {should_be}"
    return f"is {is_so}, which is not what is expected: an entry is off by {most:.1e}"


def _bare(value: Any) -> Any:
    """A number of numpy's as the number alone, in a list too: where values count, its type is noise."""
    if isinstance(value, SEQUENCES):
        return _copied_type(value)(each.tolist() if isinstance(each, np.ndarray) else _bare(each) for each in value)
    return value.item() if isinstance(value, np.generic) else value


def _holds_arrays(values: Any) -> bool:
    return any(isinstance(v, np.ndarray) or (isinstance(v, SEQUENCES) and _holds_arrays(v)) for v in values)


def _near(found: np.ndarray, wanted: np.ndarray, rtol: float, atol: float) -> bool:
    wide = np.complex128 if wanted.dtype.kind == "c" else np.float64
    found, wanted = found.astype(wide), wanted.astype(wide)
    finite = np.isfinite(wanted)
    with np.errstate(all="ignore"):
        near = np.abs(found - wanted) <= atol + rtol * np.abs(wanted)
    return bool(np.all(np.where(finite, near, found == wanted)))  # NaN equals nothing, infinity only itself


def _items_not_close(actual: Any, expected: Any, rtol: float, atol: float) -> str | None:
    if not isinstance(actual, SEQUENCES):
        return f"is {_name(actual)}, expected {len(expected)} values"
    if len(actual) != len(expected):
        return f"has {len(actual)} values, expected {len(expected)}"
    for index, (found, wanted) in enumerate(zip(actual, expected, strict=True)):
        end = not_close(found, wanted, rtol, atol)
        if end:
            return f"at [{index}] {end}"
    return None


def not_same(actual: Any, expected: Any) -> str | None:
    """Plain values: equal, where what is expected says how exactly. Everything else: the very same object.

    Expected True or False: a truth value, Python's or numpy's. Expected an integer: any integer of this value, no float
    and no truth value. Expected a float: any real number of exactly this value, `0` for `0.0`. A dictionary is equal
    to one of any class and order with the same entries; lists and tuples differ, and so do arrays of different dtypes.
    """
    if is_plain(expected):
        actual = ordinary(actual)
        if is_plain(actual) and _equal(actual, expected):
            return None
        where, found, wanted = _first_unlike(actual, expected)
        return f"{where}is {show(found) if is_plain(found) else _name(found)}, expected {show(wanted)}"
    return None if actual is expected else "is another object than expected"


def _first_unlike(actual: Any, expected: Any) -> tuple[str, Any, Any]:
    """Of nested lists, or of one too long to be shown, the first part that is not the same, and where it is."""
    where = ""
    while (
        isinstance(expected, SEQUENCES)
        and _copied_type(actual) is _copied_type(expected)
        and len(actual) == len(expected)
        and (any(isinstance(each, SEQUENCES) for each in expected) or show(expected).endswith("..."))
    ):
        index = next(i for i, pair in enumerate(zip(actual, expected, strict=True)) if not _alike(*pair))
        where, actual, expected = f"{where}[{index}]", actual[index], expected[index]
    return f"at {where} " if where else "", actual, expected


def _alike(actual: Any, expected: Any) -> bool:
    return is_plain(actual) and _equal(actual, expected)


def _equal(a: Any, b: Any) -> bool:
    """Is the plain value `a` the same as the plain value `b`, which is the expected one?"""
    if kind := _kind_of_number(b):
        found = _kind_of_number(a)
        return (found == kind or (found, kind) == ("int", "float")) and bool(_bare(a) == _bare(b))
    if _copied_type(a) is not _copied_type(b):
        return False
    if isinstance(a, SEQUENCES):
        return len(a) == len(b) and all(_equal(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, dict):
        keys = {key: key for key in a}
        return len(a) == len(b) and all(y in keys and _equal(keys[y], y) and _equal(a[y], b[y]) for y in b)
    if isinstance(a, set | frozenset):
        members = {item: item for item in a}
        return len(a) == len(b) and all(y in members and _equal(members[y], y) for y in b)
    if isinstance(a, np.ndarray):
        return a.dtype == b.dtype and a.shape == b.shape and bool(np.array_equal(a, b))
    return a == b


def _kind_of_number(value: Any) -> str:
    """ "bool", "int", "float" or "complex", whether the number is Python's or numpy's; "" for anything else."""
    if isinstance(value, np.generic):
        return {"b": "bool", "i": "int", "u": "int", "f": "float", "c": "complex"}.get(value.dtype.kind, "")
    return type(value).__name__ if type(value) in (bool, int, float, complex) else ""


def _copied_type(value: Any) -> type:
    return getattr(type(value), "copy_of", None) or type(value)


def _as_array(value: Any) -> np.ndarray | None:
    """Numbers in any plain form as one array; None for everything else, ragged lists among it."""
    if not is_plain(value) or isinstance(value, dict):
        return None
    try:
        array = np.asarray(value)
        if array.dtype.kind == "O" and all(type(item) in (int, float) for item in array.flat):
            array = array.astype(np.float64)  # whole numbers too large for numpy's
    except (ValueError, TypeError, OverflowError):
        return None
    return array if array.dtype.kind in "biufc" else None


def _name(value: Any) -> str:
    """What a value is, in place of what was wanted: of a text its words, which may be those of an error."""
    return "None" if value is None else show(value) if type(value) is str else f"a {type(value).__name__}"


def _kind(wanted: np.ndarray) -> str:
    return "a number" if wanted.shape == () else f"an array of shape {wanted.shape}"

"""The learner's objects, classes and exceptions as they arrive: handles become remotes, descriptions become classes.

All of it is hostile input. What does not fit the format is a ProtocolError; names are cleaned before anyone sees them.
"""

from __future__ import annotations

import weakref
from typing import Any

from autograder.judge.remotes import CLASS_LINK, OBJECT_LINK, SPECIAL, Remote, RemoteError, RemoteType
from autograder.judge.text import clean, clean_name
from autograder.wire.frames import Decoder, ProtocolError
from autograder.wire.named import NAMED, builtin_exception, is_name

MAX_CLASSES = 2000
MAX_BASES = 8
MAX_DEPTH = 12


class LearnerExit(Exception):
    """SystemExit, KeyboardInterrupt and the like, raised by the learner's code."""


class LearnerAssertionError(AssertionError):
    """An AssertionError of the learner's, never to be taken for one of the test's."""


class Mirrors:
    """What one session knows of the learner's objects."""

    def __init__(self, session: Any):
        self.session = session
        self.objects: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
        self.classes: dict[Any, type] = {}
        self._keys: set[int] = set()

    # ---- objects

    def remote(self, tree: list) -> Any:
        """["handle", key, class]: the remote of this key, always the same while anyone holds it."""
        if len(tree) != 3 or type(tree[1]) is not int:
            raise ProtocolError("a malformed handle")
        key = tree[1]
        known = self.objects.get(key)
        if known is not None:
            return known
        cls = self.class_of(tree[2])
        if key in self._keys:
            raise ProtocolError("a class sent as an object")
        if issubclass(cls, RemoteError):
            return self._error_of(cls, "", (), key)
        made = object.__new__(cls)
        object.__setattr__(made, OBJECT_LINK, (self.session, key))
        self.objects[key] = made
        return made

    # ---- classes

    def class_of(self, tree: Any, depth: int = 0) -> type:
        """["class", key] for one that is known, with name, module, bases and special methods for a new one."""
        if type(tree) is not list or not tree:
            raise ProtocolError("a malformed class")
        if tree[0] == "named":
            return self._named_class(tree)
        if tree[0] != "class" or len(tree) not in (2, 6) or type(tree[1]) is not int:
            raise ProtocolError("a malformed class")
        if tree[1] in self.classes:
            return self.classes[tree[1]]
        if len(tree) == 2 or depth > MAX_DEPTH or len(self.classes) > MAX_CLASSES:
            raise ProtocolError("a class that was not described")
        _, key, name, module, bases, special = tree
        if not (type(name) is type(module) is str and type(bases) is list and len(bases) <= MAX_BASES):
            raise ProtocolError("a malformed class")
        if type(special) is not int or key in self.objects:
            raise ProtocolError("a malformed class")
        made = self._make_class(clean_name(name), self._bases(bases, depth), key, special)
        self.classes[key] = made
        self._keys.add(key)
        return made

    def _named_class(self, tree: list) -> type:
        """The mirror for objects of a builtin type that is no plain value, such as a module or a function."""
        if len(tree) != 3 or not is_name(*tree[1:]) or not isinstance(NAMED[tree[1], tree[2]], type):
            raise ProtocolError("a malformed class")
        name = (tree[1], tree[2])
        if name not in self.classes:
            kind = NAMED[name]
            special = sum(hasattr(kind, method) << bit for bit, method in enumerate(SPECIAL))
            self.classes[name] = self._make_class(kind.__name__, [Remote], None, special)
        return self.classes[name]

    def _bases(self, trees: list, depth: int) -> list[type]:
        """Mirrors of the bases; of the builtin ones only exceptions matter, for `except RuntimeError`."""
        named = [builtin_exception(t[2]) for t in trees if type(t) is list and len(t) == 3 and t[0] == "named"]
        mirrored = [self.class_of(t, depth + 1) for t in trees if type(t) is list and t and t[0] == "class"]
        builtin = [base for base in named if base]
        errors = [base for base in mirrored if issubclass(base, RemoteError)]
        if builtin or errors:
            return [*(errors or [RemoteError]), *builtin]
        return mirrored or [Remote]

    def _make_class(self, name: str, bases: list[type], key: int | None, special: int) -> type:
        link = None if key is None else (self.session, key)
        namespace: dict[str, Any] = {CLASS_LINK: link, "__module__": "learner"}
        if not issubclass(bases[0], RemoteError):
            namespace["__slots__"] = ()
            namespace |= {name: method for bit, (name, method) in enumerate(SPECIAL.items()) if special >> bit & 1}
        # An order of bases that Python refuses here was possible there only by a metaclass: do with fewer.
        for some in (bases, bases[:1], [RemoteError if issubclass(bases[0], RemoteError) else Remote]):
            try:
                return RemoteType(name, tuple(some), namespace)
            except TypeError:
                continue
        raise ProtocolError("a class that cannot exist")

    # ---- exceptions

    def error(self, tree: Any, decoder: Decoder) -> Exception:
        """["raised", class, text, args, key, traceback]: the exception as the test will catch it."""
        if type(tree) is not list or len(tree) != 6 or tree[0] != "raised" or type(tree[4]) is not int:
            raise ProtocolError("a malformed exception")
        kind, key = tree[1], tree[4]
        text, args, traceback = (decoder.value(part) for part in (tree[2], tree[3], tree[5]))
        if not (type(text) is type(traceback) is str and (args is None or isinstance(args, list))):
            raise ProtocolError("a malformed exception")
        text = clean(text, 4000)
        args = (text,) if args is None else tuple(clean(a, 4000) if type(a) is str else a for a in args)
        error = self._exception(kind, text, args, key)
        error.__dict__.update(judge_from=self.session, judge_key=key, judge_traceback=clean(traceback, 6000))
        return error

    def _exception(self, kind: Any, text: str, args: tuple, key: int) -> Exception:
        if type(kind) is list and len(kind) == 3 and kind[0] == "named":
            builtin = builtin_exception(kind[2])
            if builtin is None:  # SystemExit, KeyboardInterrupt, GeneratorExit
                return LearnerExit(f"{clean_name(str(kind[2]))}: {text}")
            if builtin is AssertionError:
                return LearnerAssertionError(*args)
            try:
                return builtin(*args)
            except Exception:  # some insist on arguments of their own, as UnicodeDecodeError does
                return RuntimeError(f"{builtin.__name__}: {text}")
        cls = self.class_of(kind)
        if not issubclass(cls, RemoteError):
            return LearnerExit(f"{cls.__name__}: {text}")
        return self._error_of(cls, text, args, key)

    def _error_of(self, cls: type, text: str, args: tuple, key: int) -> Exception:
        error: Any = Exception.__new__(cls)
        error.args = args
        error.__dict__.update({OBJECT_LINK: (self.session, key), "judge_text": text})
        return error

"""The ids of learners: names of folders, keys of the gradebook, and words that others chose.

An id comes from a file name in an archive, from a folder, from a university's directory. It becomes part of paths,
of terminal lines and of tables, so it is looked at before it is any of these.
"""

from __future__ import annotations

import re
import unicodedata

MAX_CHARACTERS = 64
MAX_BYTES = 200  # of a folder's name, where most file systems end at 255

# Windows opens a device under these names, whatever stands behind a dot.
_DEVICES = {"con", "prn", "aux", "nul"} | {f"{port}{number}" for port in ("com", "lpt") for number in "0123456789¹²³"}
# Letters, their accents, and digits of any script; never marks that change how the line around them reads.
_LETTERS = ("L", "M", "N")
_BETWEEN = " ._-'@"
_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def id_problem(learner: str) -> str | None:
    """Why this cannot be a learner's id, as the end of a sentence; None when it can."""
    if not learner:
        return "it is empty"
    if len(learner) > MAX_CHARACTERS or len(learner.encode("utf-8", "replace")) > MAX_BYTES:
        return f"it has more than {MAX_CHARACTERS} letters"
    odd = unreadable(learner)
    if odd:
        return odd
    for letter in learner:
        if not unicodedata.category(letter).startswith(_LETTERS) and letter not in _BETWEEN:
            return f"it has {letter!r} in it; letters, digits, spaces and . _ - ' @ are taken"
    if not unicodedata.category(learner[0]).startswith(("L", "N")):
        return "it does not begin with a letter or a digit"
    if learner[-1] in " .":
        return "it ends with a space or a dot"
    if learner.partition(".")[0].rstrip().casefold() in _DEVICES:
        return "Windows keeps that name for a device"
    return None


def unreadable(text: str) -> str | None:
    """Why a person could not trust what they read here: control characters, and those that turn a line round."""
    for letter in text:
        if unicodedata.category(letter) in _UNSEEN:
            return f"it has the invisible character U+{ord(letter):04X} in it"
    return None


def same_folder(learner: str) -> str:
    """Two ids with the same key are one folder on some machine: upper and lower case, ways to write an accent."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", learner).casefold())


def slug(name: str) -> str:
    """A person's name as an id that is easily typed: `Ada Lovelace` becomes `ada-lovelace`."""
    return re.sub(r"[\s,]+", "-", unicodedata.normalize("NFKC", name).strip().lower())


def shown(text: str, most: int = 80) -> str:
    """Anybody's words on one line of a terminal: no control characters, and no more than fits."""
    clean = "".join("\ufffd" if unicodedata.category(letter) in _UNSEEN else letter for letter in text[: most + 1])
    return clean if len(clean) <= most else clean[: most - 1] + "…"

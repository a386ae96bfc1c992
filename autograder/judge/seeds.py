"""Seeds: the same work of the same learner always meets the same data, and nobody can work out which.

The secret is made on first use, in `classroom/`, which git ignores. Without it a seed says nothing; with it, a regrade
repeats what was graded, and changed code meets new data. All code that the learner wrote counts: were it the answers
alone, a helper in a cell of one's own could be exchanged until it fits data that stays the same.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.errors import OurFault
from autograder.paths import Paths

if TYPE_CHECKING:
    from autograder.weave import ReplayCell

SECRET_BYTES = 32
LEARNERS = ("answer", "extra")  # the kinds of cells whose code is the learner's


def seed_for(paths: Paths, name: str, learner: str, cells: Iterable[ReplayCell]) -> bytes:
    """The seed for one submission: HMAC-SHA256 of the course secret over notebook, learner and the learner's code.

    cells: the submission as it is replayed; of these the answers and the learner's own cells count, in their order
    """
    code = [(cell.grade_id or "", cell.source) for cell in cells if cell.kind in LEARNERS]
    message = hashlib.sha256()
    for part in (name, learner, *(text for pair in code for text in pair)):
        data = part.encode("utf-8", "surrogatepass")
        message.update(len(data).to_bytes(8, "big") + data)  # lengths, so that no two lists of parts read the same
    return hmac.new(secret(paths), message.digest(), hashlib.sha256).digest()


def secret(paths: Paths) -> bytes:
    """The course secret, made when there is none."""
    file = paths.classroom / "secret"
    with suppress(FileExistsError):
        _make(file)
    try:
        found = bytes.fromhex(file.read_text(encoding="ascii").strip())
    except OSError as error:
        raise OurFault(
            f"the course secret {file} cannot be read ({error.strerror}): run this as the account that made it"
        ) from None
    except ValueError:
        found = b""
    if len(found) != SECRET_BYTES:
        raise OurFault(
            f"{file} is not a course secret: put back the old one, or remove it, and later seeds will differ"
        )
    return found


def _make(file: Path) -> None:
    """Write a new secret, unless there is one: beside and linked, so that all who ask get the same whole file."""
    if file.exists():
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".secret.{secrets.token_hex(4)}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as stream:
        stream.write(secrets.token_hex(SECRET_BYTES) + "\n")
    try:
        os.link(beside, file)
    finally:
        beside.unlink()

"""Which behaviours an engine has, and for those that it has not, whose slot answers for it.

A slot answers for a behaviour that fails if the behaviour holds with the reference in this slot and all else as it is.
So it is not guessed from what the program uses: a walk that is wrong spoils many programs, and is named for all.
"""

from __future__ import annotations

import contextlib
import html
import inspect
import io
import json
import sys
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from autograder.kit.behaviours.programs import BEHAVIOURS, Behaviour, agree, plain, seen, told
from autograder.kit.reading import Unusable, read_cells
from autograder.kit.tape import TEXT, graded, in_folders, references_in
from autograder.kit.tape.slots import Slot, filled, slots, with_slot

RECORDED = Path(__file__).with_name("recorded.json")
OUTSIDE = "outside the slots"
NAMED = {"engine": "The engine in your cell", "my_tape": "my_tape.py", "tape": "tape, as it was loaded"}
HEAD = ("does it hold?", "behaviour", "answers for it")
CELL = "padding: 0.2em 0.8em 0.2em 0; text-align: left; vertical-align: top"


@dataclass(frozen=True)
class Answering:
    """A slot that answers for a behaviour: whose it is, and where its exercise stands."""

    slot: str
    owner: str  # "yours", "reference", "empty", or nothing where that is not known
    exercise: str
    link: str = ""

    def __str__(self) -> str:
        whose = f" ({self.owner})" if self.owner else ""
        return f"exercise {self.exercise}: {self.slot}{whose}" if self.exercise else self.slot


@dataclass(frozen=True)
class Row:
    """A behaviour: what PyTorch does, what the engine does, and the slots that answer for it."""

    behaviour: Behaviour
    torch: list
    here: list
    answering: tuple[Answering, ...] = ()

    @property
    def holds(self) -> bool:
        return agree(self.torch, self.here)


@dataclass(frozen=True)
class Table:
    """All behaviours; it shows itself as a table in a notebook, and as lines of text elsewhere."""

    rows: list[Row]
    owners: Mapping[str, str]  # by slot
    engine: str = ""  # which one it is about

    @property
    def failing(self) -> list[Row]:
        return [row for row in self.rows if not row.holds]

    def told(self) -> str:
        """In words, how many hold, who answers for the others, and how much of the engine is the learner's."""
        holding = len(self.rows) - len(self.failing)
        mine = sum(owner.startswith("yours") for owner in self.owners.values())
        said = [
            f"All {holding} behaviours hold." if not self.failing else f"{holding} of {len(self.rows)} behaviours hold."
        ]
        if self.failing:
            named = dict.fromkeys(str(each) for row in self.failing for each in row.answering)
            said.append(f"What answers for the rest: {'; '.join(named)}.")
        if self.owners:
            said.append(f"Of its {len(self.owners)} slots {mine or 'none'} {'is' if mine < 2 else 'are'} yours.")
        return f"{self.engine}: {' '.join(said)}" if self.engine else " ".join(said)

    def __str__(self) -> str:
        width = max((len(row.behaviour.name) for row in self.rows), default=0)
        lines = [self.told(), ""]
        for row in self.rows:
            whose = "; ".join(map(str, row.answering))
            lines.append(f"{'holds' if row.holds else 'does not':<8}  {row.behaviour.name:<{width}}  {whose}")
            lines += [] if row.holds else [f"{'':10}PyTorch: {shown(row.torch)}", f"{'':10}here:    {shown(row.here)}"]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """No colours of its own, so that it can be read on a light page and on a dark one."""
        head = "".join(f'<th scope="col" style="{CELL}">{each}</th>' for each in HEAD)
        body = "".join(_html_row(row) for row in self.rows)
        return f"<p>{html.escape(self.told())}</p><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _html_row(row: Row) -> str:
    text = html.escape(row.behaviour.name)
    if not row.holds:
        text += f"<br>PyTorch: <code>{html.escape(shown(row.torch))}</code>"
        text += f"<br>here: <code>{html.escape(shown(row.here))}</code>"
    word = "holds" if row.holds else "<strong>does not</strong>"
    cells = (word, text, "<br>".join(map(_html_answering, row.answering)))
    return "<tr>" + "".join(f'<td style="{CELL}">{each}</td>' for each in cells) + "</tr>"


def _html_answering(each: Answering) -> str:
    text = html.escape(str(each))
    return f'<a href="{html.escape(each.link)}">{text}</a>' if each.link else text


def shown(what: Any) -> str:
    """What a program saw, short enough to be read."""
    if isinstance(what, list):
        return f"[{', '.join(map(shown, what))}]"
    return f"{what:.5g}" if isinstance(what, float) else str(what)


@cache
def recorded() -> Mapping[str, list]:
    """What PyTorch does with each program."""
    return json.loads(RECORDED.read_text(encoding="utf-8"))["seen"]


def forty(engine: types.ModuleType, folder: str | Path = ".") -> Table | None:
    """The table for an engine; None where work is graded: nothing hangs on it, and nobody is there to look."""
    if graded():
        return None
    folder = Path(folder).resolve()
    return table_of(engine, references_in(folder), links_to(folder.parent))


def table_of(
    engine: types.ModuleType,
    references: Mapping[str, str],
    links: Mapping[str, str] | None = None,
    begin: Callable[[str], None] = lambda name: None,
) -> Table:
    """What an engine does; `references` are tried in its slots where it does otherwise than PyTorch.

    `begin` is told each behaviour before it is tried.
    """
    text = text_of(engine)
    owners = dict(owners_of(engine, text, references))
    asked = _Asked(engine, text, references, owners)
    rows = []
    for name, behaviour in BEHAVIOURS.items():
        begin(name)
        row = Row(behaviour, recorded()[name], asked.of_engine(name))
        names = behaviour.slots[:1] if row.holds else asked.answering(behaviour)
        answering = tuple(_answering(each, owners, links or {}) for each in names)
        rows.append(Row(behaviour, row.torch, row.here, answering))
    return Table(rows, owners, NAMED.get(engine.__name__, engine.__name__))


class _Asked:
    """An engine that is asked for its behaviours: as it is, and with references in some of its slots.

    Each time it is made anew, so that what one program leaves behind (no recording, say) spoils no other.
    """

    def __init__(
        self, engine: types.ModuleType, text: str | None, references: Mapping[str, str], owners: Mapping[str, str]
    ):
        self.engine, self.text, self.references, self.owners = engine, text, references, owners
        held = {name: body for name, (_, body) in filled(text or "").items()}
        self.other = [name for name in references if name in held and held[name] != references[name].strip("\n")]
        self.codes: dict[tuple[str, ...], types.CodeType] = {}

    def of_engine(self, name: str) -> list:
        """What a behaviour's program sees."""
        return self._seen(name, ())

    def answering(self, behaviour: Behaviour) -> list[str]:
        """The slots that answer for a behaviour that the engine has not."""
        empty = [name for name in behaviour.slots if self.owners.get(name) == "empty" and name not in self.references]
        if empty or self.text is None or not self.references:
            return empty or list(behaviour.slots[:1])
        alone = [name for name in self.other if self._holds(behaviour.name, name)]
        if alone or not self._holds(behaviour.name, *self.other):
            return alone or [OUTSIDE]
        # Several are wrong, and each is enough to spoil it: those without whose reference it does not hold.
        rest = {name: [each for each in self.other if each != name] for name in self.other}
        return [name for name in self.other if not self._holds(behaviour.name, *rest[name])] or list(self.other)

    def _holds(self, name: str, *mended: str) -> bool:
        return agree(recorded()[name], self._seen(name, mended))

    def _seen(self, name: str, mended: tuple[str, ...]) -> list:
        with contextlib.redirect_stdout(io.StringIO()):  # a learner's code may print, once for each program
            try:
                return plain(seen(self._with(mended), name))
            except Exception as error:  # a slot that needs what was in another one, or values that no JSON can hold
                return [told(error)]

    def _with(self, mended: tuple[str, ...]) -> types.ModuleType:
        """The engine anew, with the references in these slots."""
        if self.text is None:
            return self.engine
        if mended not in self.codes:
            text = self.text
            for name in mended:
                text = with_slot(text, name, self.references[name].strip("\n"))
            self.codes[mended] = compile(text, "<engine>", "exec")
        return _made(self.codes[mended])


def _made(code: types.CodeType) -> types.ModuleType:
    """The engine anew; it finds itself in sys.modules while it is made, under a name that nobody else has."""
    made = types.ModuleType("engine_asked")
    sys.modules[made.__name__] = made
    try:
        exec(code, vars(made))
    finally:
        del sys.modules[made.__name__]
    return made


def text_of(engine: types.ModuleType) -> str | None:
    """The source of an engine that has slots; None for any other, minigrad for one."""
    text = getattr(engine, TEXT, None)
    if text is None:
        try:
            text = inspect.getsource(engine)
        except (OSError, TypeError):
            return None
    return text if filled(text) else None


def owners_of(engine: types.ModuleType, text: str | None, references: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Whose each slot is: what the file or the loaded engine says, unless somebody has changed it since."""
    loaded = getattr(engine, "__filled__", {})
    for name, (note, body) in (filled(text) if text else {}).items():
        owner = loaded[name][0].owner if name in loaded else note.split(" ")[0]
        if _is_default(name, body):
            owner = "empty"
        changed = owner == "reference" and name in references and body != references[name].strip("\n")
        yield name, "yours" if changed else owner


def _is_default(name: str, body: str) -> bool:
    """Whether a slot holds what holds its place; where its exercise is not known yet, that does not name it."""
    slot = next((each for each in slots() if each.name == name), None)
    default = slot.default.strip("\n") if slot else ""
    return slot is not None and body in (default, default.replace(f": it is written in exercise {slot.exercise}", ""))


def _answering(name: str, owners: Mapping[str, str], links: Mapping[str, str]) -> Answering:
    slot = next((each for each in slots() if each.name == name), None)
    if slot is None:
        return Answering(name, "", "")
    return Answering(name, owners.get(name, ""), slot.exercise, links.get(slot.exercise, ""))


def links_to(course: Path) -> dict[str, str]:
    """For each slot's exercise, where it stands in the notebooks of a folder, seen from a notebook beside them."""
    found: dict[str, str] = {}
    for path in in_folders(course):
        here = [slot for slot in slots() if path.name.startswith(slot.notebook)]
        if here:
            page = quote(f"../{path.parent.name}/{path.name}")
            found |= {slot.exercise: page + anchor for slot, anchor in _anchors(path, here)}
    return found


def _anchors(path: Path, here: Iterable[Slot]) -> Iterator[tuple[Slot, str]]:
    """With each slot the part of the address that leads to the heading of its exercise."""
    try:
        texts = [cell.source for cell in read_cells(path, lambda note: None) if cell.cell_type == "markdown"]
    except (Unusable, OSError):
        texts = []
    lines = [line.strip("# ") for text in texts for line in text.splitlines() if line.startswith("## Exercise ")]
    for slot in here:
        heading = next(
            (line for line in lines if line.startswith((f"Exercise {slot.exercise} ", f"Exercise {slot.exercise}+ "))),
            None,
        )
        # JupyterLab's way: the words of the heading as they are shown, with hyphens between them.
        yield slot, "#" + quote(heading.replace("`", "").replace(" ", "-")) if heading else ""

"""Hand-ins: files that are some learner's notebook, and the refusal of those that two people claim."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from autograder.collect.layout import Layout
from autograder.collect.members import Member, NotOurs, Refused
from autograder.collect.names import Owner, notebook_of, without_group
from autograder.collect.roster import Roster, id_of
from autograder.learners import same_folder, slug
from autograder.runs.platform import PlatformWord

NAMED = 3  # claims that a reason names; a blind assignment has everybody called Participant
SAID, ROSTER = "--learner", "roster"  # who says whose it is, where that is beyond doubt
BLIND = (
    "With blind marking Moodle names nobody: give the grading worksheet of this assignment as the roster (--roster), "
    "which has their numbers"
)


@dataclass(frozen=True)
class HandIn:
    """A file that is some learner's notebook."""

    member: Member
    learner: str
    notebook: str
    owner: Owner | None = None
    surely: str = ""  # SAID or ROSTER, or nothing where a name alone decides
    file: str = ""  # the file's name as the learner had it

    @property
    def upload(self) -> int:
        """The platform's number of this upload, which grows; 0 where it has none."""
        return self.owner.upload if self.owner else 0

    @property
    def order(self) -> tuple[int, float, int, str]:
        """Later hand-ins are greater; of two that were saved at once, the one that does not lie in a folder.

        The platform counts its uploads, while the time of a file may be that of the download.
        """
        name = self.member.name
        return (self.upload, self.member.time or 0.0, -name.count("/"), name)

    @property
    def word(self) -> PlatformWord | None:
        """What the platform says about it, where a platform named it."""
        if self.owner is None or not self.owner.platform:
            return None
        owner = self.owner
        return PlatformWord(owner.platform.lower(), owner.prefix, self.file, owner.name, owner.number, owner.late)

    @property
    def key(self) -> tuple[str, str]:
        """Two hand-ins with the same key are certainly the same person's."""
        if self.surely == ROSTER:
            return (ROSTER, self.learner)
        return self.owner.key if self.owner else (SAID, "")

    @property
    def place(self) -> str:
        """Where the file lies, for a message."""
        source = Path(self.member.source)
        return source.name if source.name == self.member.name else f"{source.name}: {self.member.name}"

    @property
    def origin(self) -> str:
        """Whose it is by whose word, for a message."""
        return f"{self.place} ({self.owner or 'said by --learner'})"


def hand_in(member: Member, layout: Layout, roster: Roster, learner: str | None = None) -> HandIn | None:
    """The hand-in that a file is; None when it is not a notebook; Refused when nobody could say whose or which."""
    if PurePosixPath(member.name).suffix.lower() != ".ipynb":
        return None
    owner, file = layout.owner(member.name)
    notebook = notebook_of(file, layout.notebooks)
    if notebook is None:
        raise NotOurs(
            "it is not named after a notebook of the course that is handed in; if it is one, give it that name and "
            "collect it by itself with --learner ID"
        )
    if learner is not None:
        return HandIn(member, learner, notebook, owner, SAID, file)
    if owner is None:
        raise Refused("nothing says whose it is: put it into a folder named after the learner, or say --learner ID")
    found, certain = id_of(owner, roster)
    return HandIn(member, found, notebook, owner, ROSTER if certain else "", file)


def in_doubt(hand_ins: Sequence[HandIn]) -> Iterator[tuple[HandIn, str]]:
    """The hand-ins that cannot be taken because others claim their place, each with a reason that names all of them."""
    spelled = _grouped(hand_ins, lambda it: same_folder(it.learner))
    doubtful = [group for group in spelled if len({it.learner for it in group}) > 1]
    for group in doubtful:
        ids = " and ".join(repr(name) for name in sorted({it.learner for it in group}))
        reason = f"{ids} are one folder on some systems; tell them apart with a roster (--roster): {_named(group)}"
        yield from ((it, reason) for it in group)
    clear = [it for group in spelled if group not in doubtful for it in group]
    for group in _grouped(clear, lambda it: (it.learner, it.notebook)):
        if len({it.key for it in group} - {(SAID, "")}) > 1:
            sure = [it for it in group if it.surely == ROSTER]
            reason = f"several claim to be {group[0].learner!r}: {_named(group)}. "
            reason += (
                "Taken is the one whose number the roster has; give the others ids there too"
                if sure
                else "Tell them apart by number with a roster (--roster), or collect the right one by itself"
            )
            reason += f". {BLIND}" if any(map(_unnamed, group)) else ""
            yield from ((it, reason) for it in group if it not in sure)
        elif any(map(_unnamed, group)):
            yield from ((it, f"nothing says who {it.owner} is. {BLIND}") for it in group)


def _unnamed(it: HandIn) -> bool:
    """Is this from an assignment with blind marking, and nobody has said whose it is?"""
    return it.owner is not None and it.owner.anonymous and it.owner.platform == "Moodle" and not it.surely


def demand_no_group_before(it: HandIn, ids: Collection[str]) -> None:
    """Raise Refused for somebody new who may be known without what stands before a hyphen, as Moodle writes groups.

    ids: of those who have handed in, as `same_folder` writes them
    """
    if it.surely or it.owner is None or it.owner.platform != "Moodle" or it.learner != slug(it.owner.name.lstrip("- ")):
        return
    known = [slug(name) for name in without_group(it.owner.name) if same_folder(slug(name)) in ids]
    if known and same_folder(it.learner) not in ids and known[0] != it.learner:
        raise Refused(
            f"{it.owner} may be {known[0]!r}, who has handed in before, with the name of a group before it, or "
            "somebody else: say so with a roster (--roster), or collect it by itself with --learner ID"
        )


def _grouped(hand_ins: Iterable[HandIn], key: Callable[[HandIn], Hashable]) -> list[list[HandIn]]:
    groups = defaultdict(list)
    for it in hand_ins:
        groups[key(it)].append(it)
    return list(groups.values())


def _named(group: Sequence[HandIn]) -> str:
    """One file of each who is in it, so that everybody is named however many files there are."""
    origins = list({(it.learner, it.key): it.origin for it in group}.values())
    more = f" and {len(origins) - NAMED} others" if len(origins) > NAMED else ""
    return " and ".join(origins[:NAMED]) + more

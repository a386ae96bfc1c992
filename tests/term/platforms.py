"""Moodle and Canvas as far as an instructor meets them: archives and tables out, filled tables and feedback in.

Names and tables are written and read as the published sources of both do it. What cannot be meant is an error here
too: an unknown number, a changed column, a page that belongs to nobody.
"""

from __future__ import annotations

import csv
import io
import re
import time
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tests.term.people import Person

POINTS = "    Points Possible"
MOODLES = (
    *("Identifier", "Full name", "ID number", "Email address", "Status", "Grade", "Maximum grade"),
    *("Grade can be changed", "Last modified (submission)", "Last modified (grade)", "Feedback comments"),
)
STUDENT, OURS = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section"), 901


@dataclass(frozen=True)
class Upload:
    """A file that somebody handed in, as the platform keeps it. `when`: seconds since 1970, even, as zips have them."""

    person: Person
    file: str
    content: bytes
    when: int
    number: int
    late: bool = False


@dataclass
class Platform:
    """One section's assignment: the newest upload of each person, and what they were given back."""

    people: list[Person]
    assignment: str
    most: float
    start: int  # of the platform's own numbers
    uploads: dict[str, Upload] = field(default_factory=dict)
    grades: dict[str, str] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)
    taken: int = 0  # uploads so far

    def hand_in(self, person: Person, file: str, content: bytes, when: int, late: bool = False) -> Upload:
        """The newest takes the place of what was there."""
        self.taken += 1
        made = Upload(person, file, content, when, self.start + self.taken, late)
        self.uploads[person.account] = made
        return made

    def write(self, archive: Path, names: Iterable[tuple[str, Upload]]) -> Path:
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as target:
            for name, upload in names:
                info = zipfile.ZipInfo(name, time.localtime(upload.when)[:6])  # of the machine that made it
                info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
                target.writestr(info, upload.content)
        return archive


class Moodle(Platform):
    """Participants have a number in each assignment. flat: an archive without folders; group: before each name."""

    flat, group = False, ""

    def of(self, person: Person) -> int:
        return self.start + self.people.index(person)

    def archive(self, path: Path) -> Path:
        between = "_" if self.flat else "/"
        return self.write(
            path,
            ((f"{self.folder(it.person)}{between}{it.file}", it) for it in self.uploads.values()),
        )

    def folder(self, person: Person) -> str:
        """A name as a file may have it: an underscore ends it, and some signs are left out."""
        name = re.sub(r"[&<>\"`|':\\/]", "", f"{self.group}{person.name}").replace("_", " ")
        return f"{name}_{self.of(person)}_assignsubmission_file"

    def table(self, path: Path) -> Path:
        """The grading worksheet, with the byte order mark that Moodle puts there."""
        rows = [list(MOODLES)]
        for it in self.people:
            there = self.uploads.get(it.account)
            when = time.strftime("%A, %d %B %Y, %I:%M %p", time.gmtime(there.when)) if there else "-"
            status = "Submitted for grading" if there else "No submission"
            about = [f"Participant {self.of(it)}", it.name, it.account, it.email, status]
            rows.append([*about, self.grades.get(it.account, ""), f"{self.most:.2f}", "Yes", when, "-", ""])
        path.write_bytes(_csv(rows).encode("utf-8-sig"))
        return path

    def take_table(self, path: Path) -> None:
        """What an upload of the filled worksheet does: grades are read by the number, and nothing else may change."""
        numbers = {f"Participant {self.of(it)}": it for it in self.people}
        for row in csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")):
            person = numbers[row["Identifier"]]
            assert (row["Full name"], row["ID number"]) == (person.name, person.account)
            if row["Grade"]:
                assert 0 <= float(row["Grade"]) <= self.most and row["Grade can be changed"] == "Yes"
                self.grades[person.account] = row["Grade"]

    def take_pages(self, path: Path) -> None:
        numbers = {str(self.of(it)): it for it in self.people}
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                found = re.fullmatch(r"([^_/]+)_(\d+)_assignsubmission_file_?[/_]?(.+)", name)
                assert found, f"Moodle would not know whose {name} is"
                self.pages[numbers[found[2]].account] = archive.read(name).decode()


class Canvas(Platform):
    """Users have one number everywhere, and each upload has one of its own."""

    def name(self, upload: Upload) -> str:
        squeezed = re.sub(r"\W|_", "", upload.person.sortable).lower()
        late = "_LATE" if upload.late else ""
        return f"{squeezed}{late}_{upload.person.number}_{upload.number}_{upload.file}"

    def archive(self, path: Path) -> Path:
        return self.write(path, ((self.name(it), it) for it in self.uploads.values()))

    def table(self, path: Path) -> Path:
        """The export of the gradebook; another assignment's column stands before ours."""
        ours = f"Notebook {self.assignment[:2]}: {self.assignment[3:]} ({OURS})"
        rows = [[*STUDENT, "Essay on numbers (900)", ours, "Current Score"]]
        rows.append(["", "", "", "", "", "", "Manual Posting", ""])
        rows.append([POINTS, "", "", "", "", "10.00", f"{self.most:.2f}", "(read only)"])
        for it in sorted(self.people, key=lambda it: it.sortable):
            about = [it.sortable, str(it.number), f"u{it.number}", it.account, "Section 2"]
            rows.append([*about, "9.50", self.grades.get(it.account, ""), "95.00"])
        rows.append(["Student, Test", "4999", "", "266e1986ce362ddb11dfb08ec104f12cd8cb8fa6", "Section 2", "", "", ""])
        path.write_bytes(_csv(rows).encode())
        return path

    def take_table(self, path: Path) -> None:
        numbers = {str(it.number): it for it in self.people}
        for row in csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"), newline="")):
            person, ours = numbers.get(row["ID"]), next(title for title in row if f"({OURS})" in title)
            if person is None:
                assert row["Student"] in ("", POINTS, "Student, Test")
                continue
            assert (row["SIS Login ID"], row["Essay on numbers (900)"]) == (person.account, "9.50")
            if row[ours]:
                self.grades[person.account] = row[ours]

    def take_pages(self, path: Path) -> None:
        """Canvas finds the person and the upload by their numbers in the name."""
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                found = re.match(r".+?_(?:LATE_)?(\d+)_(\d+)_", name)
                assert found, f"Canvas would not know whose {name} is"
                [upload] = [it for it in self.uploads.values() if str(it.number) == found[2]]
                assert str(upload.person.number) == found[1]
                self.pages[upload.person.account] = archive.read(name).decode()


def _csv(rows: list[list[str]]) -> str:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()

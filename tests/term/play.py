"""A term, week by week: what the commands of the guide's first page leave behind is held against what was deserved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from autograder.export.command import beside
from tests.term.people import MOODLE, Person, roster
from tests.term.platforms import Canvas, Moodle, Platform
from tests.term.played import TOTAL, Played
from tests.term.work import HOUR, MORE_HOURS, RULES, Notebook, Plan, Work, file_name, plan

FIRST_DUE = datetime(2026, 3, 2, 22, 0, tzinfo=UTC)
NEAR = 0.0051  # half of what a platform and a page show of a point


class Term:
    """One class, some notebooks, and all that came of it.

    say: what is told about each step; the checks raise AssertionError
    """

    def __init__(self, played: Played, people: Sequence[Person], folder: Path, say: Callable[[str], None] = print):
        self.played, self.people, self.folder, self.say = played, list(people), folder, say
        self.there: dict[str, dict[str, Work]] = {}  # by notebook, the work of each learner that lies in the classroom
        self.came: dict[str, set[bytes]] = {}  # by learner, every file that was ever collected
        self.sections: dict[str, list[Platform]] = {}

    def begin(self) -> None:
        """The files that an instructor writes once."""
        classroom = self.played.paths.classroom
        classroom.mkdir(exist_ok=True)
        (classroom / "roster.csv").write_text(roster(self.people), encoding="utf-8")
        (classroom / "late.toml").write_text(RULES)
        (classroom / "extensions.csv").write_text("learner,assignment,hours\n")

    # ---- a week

    def week(self, number: int, notebook: Notebook) -> None:
        """From the first archive to the grades on the platforms, for one notebook."""
        due = int(FIRST_DUE.timestamp()) + number * 7 * 24 * HOUR
        planned = plan(self.people, notebook, self.absent(number))
        sections = self.sections[notebook.name] = self.open(number, notebook)
        self.there[notebook.name] = {}
        self.extend(notebook, planned)
        when = f"{datetime.fromtimestamp(due, UTC):%Y-%m-%d %H:%M:%S} UTC"
        self.played.nbgrader("db", "assignment", "add", notebook.name, f"--duedate={when}")
        for turn in (planned.first, planned.second):
            self.upload(sections, turn, due)
            self.collect(notebook, sections, turn)
            self.grade(notebook)
        self.read_essays(notebook, self.readable(notebook))
        self.hand_back(notebook, sections)
        self.appeal(notebook, sections, due)
        self.say(f"{notebook.name}: {len(self.there[notebook.name])} learners, {self.sum(notebook):g} points")

    def absent(self, number: int) -> frozenset[str]:
        """Somebody never hands in, and some leave out every other notebook."""
        out = [it for at, it in enumerate(self.people) if at % 9 == 8 and number % 2 == 1]
        return frozenset(it.account for it in [*out, self.people[-1]])

    def open(self, number: int, notebook: Notebook) -> list[Platform]:
        start = 100_000 * (number + 1)
        of = {it.platform: [each for each in self.people if each.platform == it.platform] for it in self.people}
        sections: list[Platform] = []
        for platform, people in of.items():
            kind = Moodle if platform == MOODLE else Canvas
            sections.append(kind(people, notebook.name, notebook.most, start))
            if isinstance(sections[-1], Moodle):
                sections[-1].flat, sections[-1].group = number % 2 == 1, "Group A-" if number % 2 else ""
        return sections

    def extend(self, notebook: Notebook, planned: Plan) -> None:
        with (self.played.paths.classroom / "extensions.csv").open("a") as file:
            for learner, work in planned.at_last.items():
                if work.extended:
                    file.write(f"{learner},{notebook.name[:2]},{MORE_HOURS}\n")

    def upload(self, sections: list[Platform], turn: dict[str, Work], due: int) -> None:
        for at, work in enumerate(turn.values()):
            [section] = [it for it in sections if work.person in it.people]
            name = file_name(work.notebook.name, at)
            section.hand_in(work.person, name, work.content(), due + work.after, work.late)

    # ---- in

    def collect(self, notebook: Notebook, sections: list[Platform], turn: dict[str, Work]) -> None:
        """The archives of all sections; a dry run before, and the same archives once more after, change nothing."""
        for section in sections:
            archive = section.archive(self.folder / f"{notebook.name}-{type(section).__name__}.zip")
            command = ["collect", str(archive), "--timestamps"]
            if isinstance(section, Moodle):
                command += ["--roster", str(section.table(self.folder / f"{notebook.name}-worksheet.csv"))]
            before = self.classroom()
            self.played.autograder(*command, "--dry-run")
            assert self.classroom() == before, "a dry run of collect has written something"
            self.played.autograder(*command)
            there = self.classroom()
            said = self.played.autograder(*command)
            assert self.classroom() == there, f"collecting twice changes something: {said}"
        for learner, work in turn.items():
            self.there[notebook.name][learner] = work
            self.came.setdefault(learner, set()).add(work.content())
        self.check_hand_ins()

    def classroom(self) -> dict[str, bytes]:
        return {
            f"{name}/{file}": content
            for name in ("submitted", "replaced", "origins")
            for file, content in self.played.files(name).items()
        }

    def check_hand_ins(self) -> None:
        """Everybody's newest lies where nbgrader looks for it, nobody else's, and what was replaced is kept."""
        wanted = {
            f"{learner}/{name}/{name}.ipynb": work.content()
            for name, works in self.there.items()
            for learner, work in works.items()
        }
        found = {file: content for file, content in self.played.files("submitted").items() if file.endswith(".ipynb")}
        assert found == wanted, f"hand-ins differ: {sorted(found.keys() ^ wanted.keys()) or 'their content'}"
        kept: dict[str, set[bytes]] = {}
        for folder in ("submitted", "replaced"):
            for file, content in self.played.files(folder).items():
                if file.endswith(".ipynb"):
                    kept.setdefault(file.split("/")[0], set()).add(content)
        assert kept == self.came, "an answer was lost, or is somebody else's"

    # ---- marks

    def grade(self, notebook: Notebook) -> None:
        """The dry run writes nothing; the real one gives everybody what they should have."""
        before = self.played.gradebook_file.read_bytes(), self.played.files("autograded")
        self.played.autograder("grade", notebook.name, "--dry-run")
        assert before == (self.played.gradebook_file.read_bytes(), self.played.files("autograded"))
        said = self.played.autograder("grade", notebook.name)
        for person in self.people:
            handed_in = person.account in self.there[notebook.name]
            assert handed_in or person.account in said.partition("not handed in")[2], f"{person.account} is not missed"
        self.check_marks()

    def check_marks(self) -> None:
        """The gradebook has one mark for each learner and graded cell, with the points and the penalty deserved."""
        with self.played.gradebook() as gradebook:
            for name, works in self.there.items():
                found = gradebook.assignment_submissions(name)
                assert sorted(it.student_id for it in found) == sorted(works), name
                for it in found:
                    work, [notebook] = works[it.student_id], it.notebooks
                    marks = [(grade.name, grade.score) for grade in notebook.grades]
                    wanted = [(cell, points or 0.0) for cell, points in work.points().items()]
                    assert sorted(marks) == sorted(wanted), (name, it.student_id, set(marks) ^ set(wanted))
                    waits = {grade.name for grade in notebook.grades if grade.needs_manual_grade}
                    assert waits == {cell for cell, points in work.points().items() if points is None}
                    self.near(notebook.late_submission_penalty or 0.0, work.penalty, name, it.student_id)
            for person in gradebook.students:
                [known] = [it for it in self.people if it.account == person.id]
                assert (person.first_name, person.last_name, person.email) == (known.first, known.last, known.email)

    def readable(self, notebook: Notebook) -> dict[str, float]:
        """Points for the essays that are read: all but two, so that something waits."""
        written = [learner for learner, work in self.there[notebook.name].items() if work.essay]
        return {learner: float(at % (notebook.essay_points + 1)) for at, learner in enumerate(written[:-2])}

    def read_essays(self, notebook: Notebook, points: dict[str, float]) -> None:
        """Marks as formgrader writes them, through nbgrader's own interface."""
        with self.played.gradebook() as gradebook:
            for learner, given in points.items():
                grade = gradebook.find_grade(notebook.essay, notebook.name, notebook.name, learner)
                assert grade.needs_manual_grade, f"the essay of {learner} does not wait for a person"
                grade.manual_score, grade.needs_manual_grade = given, False
                work = self.there[notebook.name][learner]
                self.there[notebook.name][learner] = replace(work, given=given)
            gradebook.db.commit()

    # ---- out

    def hand_back(self, notebook: Notebook, sections: list[Platform], *options: str) -> None:
        """Pages and grades, to the platforms and on them to each learner."""
        self.played.nbgrader("generate_feedback", notebook.name)
        self.check_marks()
        self.check_pages(notebook, {it: self.played.page(it, notebook.name) for it in self.there[notebook.name]})
        for section in sections:
            sheet = section.table(self.folder / f"{notebook.name}-{type(section).__name__}-grades.csv")
            mine = {it.account for it in section.people}
            works = {it: work for it, work in self.there[notebook.name].items() if it in mine}
            look = any(work.waits or self.costs_nothing(work) for work in works.values())
            command = [
                "export",
                notebook.name,
                f"--{type(section).__name__.lower()}",
                str(sheet),
                "--partial",
                *options,
            ]
            said = self.played.autograder(*command, "--feedback", ends=1)
            assert look or "have a mark and no line" in said
            section.take_table(beside(sheet, "filled", ".csv"))
            section.take_pages(beside(sheet, "feedback", ".zip"))
            assert section.grades.keys() == works.keys() == section.pages.keys()
            for learner, work in works.items():
                self.near(float(section.grades[learner]), work.score, notebook.name, learner)
            self.check_pages(notebook, section.pages)

    def costs_nothing(self, work: Work) -> bool:
        return work.late and not work.extended and not work.penalty

    def check_pages(self, notebook: Notebook, pages: dict[str, str]) -> None:
        """Each page is that of the learner's newest hand-in, with the one total that was deserved."""
        marks = {work.mark for works in self.there.values() for work in works.values()}
        for learner, page in pages.items():
            work = self.there[notebook.name][learner]
            assert {mark for mark in marks if mark in page} == {work.mark}, f"whose page is that of {learner}?"
            [(name, score, most)] = TOTAL.findall(page)
            assert name == notebook.name
            self.near(float(score), work.score, name, learner)
            self.near(float(most), notebook.most, name, learner)

    # ---- after that

    def appeal(self, notebook: Notebook, sections: list[Platform], due: int) -> None:
        """Somebody hands in once more after the grades were out: one mark changes, on one platform, and no other."""
        [section] = [it for it in sections if isinstance(it, Canvas)]
        learner = next(
            it
            for it, work in self.there[notebook.name].items()
            if work.person in section.people and work.wrong and (work.essay or not notebook.essay)
        )
        old = self.there[notebook.name][learner]
        essay = f"{old.essay} Read it again." if old.essay else ""
        new = replace(old, wrong=frozenset(), stubs=frozenset(), essay=essay, turn=2, given=None)
        new = replace(new, after=max(old.after, 0) + 2 * HOUR)
        self.upload([section], {learner: new}, due)
        self.collect(notebook, [section], {learner: new})
        self.reread(notebook, new, old)
        others = dict(section.grades)
        self.refuse_other_grades(notebook, section)
        self.hand_back(notebook, sections, "--overwrite")
        assert {it for it, grade in section.grades.items() if grade != others[it]} == {learner}

    def reread(self, notebook: Notebook, new: Work, old: Work) -> None:
        """A person's mark of another text counts until somebody has read this one."""
        learner = new.person.account
        self.played.autograder("grade", notebook.name)
        if new.essay:
            with self.played.gradebook() as gradebook:
                grade = gradebook.find_grade(notebook.essay, notebook.name, notebook.name, learner)
                assert grade.needs_manual_grade and grade.manual_score == old.given
            self.read_essays(notebook, {learner: float(notebook.essay_points)})

    def refuse_other_grades(self, notebook: Notebook, section: Platform) -> None:
        sheet = section.table(self.folder / "again.csv")
        said = self.played.autograder("export", notebook.name, "--canvas", str(sheet), "--partial", ends=2)
        assert "other grades already" in said and not beside(sheet, "filled", ".csv").exists()

    # ---- the end of a term

    def end(self) -> None:
        """nbgrader's table of everything, and the report over all notebooks."""
        self.played.nbgrader("export", "--to", "classroom/grades.csv")
        rows = self.played.table("grades.csv")
        found = {(row["assignment"], row["student_id"]): row["score"] for row in rows}
        assert len(found) == len(rows)
        for name, works in self.there.items():
            for learner, work in works.items():
                self.near(float(found.pop((name, learner))), work.score, name, learner)
        assert set(found.values()) <= {""}
        self.played.autograder("report", "--no-misconceptions")
        rows = self.played.table("reports/class-answers.csv")
        points = {
            (row["notebook"], row["learner"].rpartition("(")[2][:-1], row["grade_id"]): row["points"] for row in rows
        }
        assert len(points) == len(rows)
        wanted = {
            (name, learner, cell): "" if deserved is None else str(deserved)
            for name, works in self.there.items()
            for learner, work in works.items()
            for cell, deserved in work.points().items()
        }
        assert points == wanted, sorted(points.items() ^ wanted.items())[:4]
        rows = self.played.table("reports/class-learners.csv")
        missing = {row["learner"].rpartition("(")[2][:-1]: set(row["not_handed_in"].split()) for row in rows}
        assert missing == {
            it.account: {name for name, works in self.there.items() if it.account not in works} for it in self.people
        }

    def sum(self, notebook: Notebook) -> float:
        return round(sum(work.score for work in self.there[notebook.name].values()), 2)

    @staticmethod
    def near(found: float, wanted: float, *where: str) -> None:
        assert abs(found - wanted) < NEAR, f"{' '.join(where)}: {found:g}, and {wanted:g} is deserved"

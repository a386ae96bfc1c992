"""What is late by the files in classroom/, and what in these files is refused."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from classes import NAME
from late_work import DUE, extensions, mark_late, rules

from autograder.errors import UsageError
from autograder.late.lateness import LateWork


def late_work(small) -> LateWork:
    return LateWork.read(small.paths)


def days(small, handed_in: datetime, due: datetime = DUE) -> int | None:
    late = late_work(small).of("ada", NAME, handed_in, due)
    return late and late.days


def test_the_second_in_which_it_is_due_is_not_late_and_the_next_one_is(small):
    assert days(small, DUE) is None
    assert days(small, DUE + timedelta(seconds=0.9)) is None
    assert days(small, DUE + timedelta(seconds=1)) == 1
    assert days(small, DUE + timedelta(days=1)) == 1
    assert days(small, DUE + timedelta(days=1, seconds=1)) == 2
    assert days(small, DUE + timedelta(days=900, seconds=1)) == 901


def test_in_the_grace_period_it_costs_nothing_and_behind_it_days_count_from_the_due_date(small):
    rules(small, "grace_minutes = 30\n")
    assert days(small, DUE + timedelta(minutes=30)) == 0
    assert days(small, DUE + timedelta(minutes=30, seconds=1)) == 1
    assert days(small, DUE + timedelta(days=1, seconds=1)) == 2


@pytest.mark.parametrize(("zone", "counted"), [("Europe/Berlin", 1), ("UTC", 2)])
def test_a_day_ends_at_the_hour_of_the_due_date_where_learners_live(small, zone, counted):
    rules(small, f"time_zone = '{zone}'\n")
    due = datetime(2026, 10, 24, 21, 59)  # 23:59 in Berlin, and the next day has 25 hours there
    assert days(small, due + timedelta(hours=24, minutes=59), due) == counted


def test_what_canvas_marked_as_late_is_late_where_no_clock_says_more(small):
    mark_late(small, "ada")
    for handed_in, due in ((None, DUE), (DUE, None), (DUE, DUE)):
        assert late_work(small).of("ada", NAME, handed_in, due).days == 1
    assert late_work(small).of("ada", NAME, DUE + timedelta(days=3), DUE).days == 3


def test_an_extension_moves_the_due_date_and_outweighs_the_mark_of_canvas(small):
    mark_late(small, "ada")
    extensions(small, f"learner;assignment;due;hours\nada;01;;24\nben;{NAME};2026-11-04 23:00 Europe/Berlin;\n")
    assert days(small, DUE + timedelta(hours=24)) is None
    assert days(small, DUE + timedelta(hours=24, seconds=1)) == 1
    assert late_work(small).of("ben", NAME, DUE + timedelta(days=2), DUE) is None
    late = late_work(small).of("ben", NAME, DUE + timedelta(days=2, seconds=1), DUE)
    assert "after the extension to 2026-11-04 22:00 UTC" in str(late)
    assert late_work(small).of("cleo", NAME, DUE + timedelta(seconds=1), DUE).days == 1


def test_an_extension_in_the_gradebook_counts_where_the_file_has_none(small):
    assert late_work(small).of("ada", NAME, DUE + timedelta(hours=5), DUE, timedelta(hours=5)) is None
    extensions(small, "learner,assignment,hours\nada,01,1\n")
    assert late_work(small).of("ada", NAME, DUE + timedelta(hours=5), DUE, timedelta(hours=5)).days == 1


# ---- what is refused


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("ada,77,,24", "line 2: there is no assignment 77"),
        ("ada,01_doublin,,24", "is 01_doubling meant"),
        (",01,,24", "line 2: there is no id"),
        ("ada,,,24", "line 2: there is no notebook"),
        ("ada,01,,", "line 2: it needs either"),
        ("ada,01,2026-11-05 23:59 UTC,24", "line 2: it needs either"),
        ("ada,01,,soon", "line 2: hours is 'soon'"),
        ("ada,01,,-3", "line 2: hours"),
        ("ada,01,,nan", "line 2: hours"),
        ("ada,01,5.11.2026,", "line 2: due is '5.11.2026'"),
        ("ada,01,2026-02-30 12:00 UTC,", "line 2: due"),
        ("ada,01,2026-11-05 23:59,", "names no time zone"),
        ("ada,01,2026-11-05 23:59 Atlantis,", "Atlantis is no time zone"),
        ("ada,01,2026-11-05 23:59 ../../etc/passwd,", "is no time zone"),
        ("ada,01,2025-11-05 23:59 UTC,", "line 2: ada would have until"),
        ("ada,01,,24\nada,01_doubling,,48", "twice, in the lines 2 and 3"),
    ],
)
def test_a_line_that_cannot_be_meant_is_refused_by_its_number(small, lines, says):
    extensions(small, f"learner,assignment,due,hours\n{lines}\n")
    with pytest.raises(UsageError, match=says):
        late_work(small).demand_sound(NAME, DUE)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("percent_a_day = 10", "'percent_a_day', which means nothing"),
        ("percent_per_day = '10'", "a number from 0 to 100"),
        ("percent_per_day = true", "a number from 0 to 100"),
        ("percent_per_day = 101", "a number from 0 to 100"),
        ("grace_minutes = -1", "a number from 0"),
        ("at_most_percent = 50", "say what a day costs"),
        ("time_zone = 'CEST'", "is no time zone"),
        ("percent_per_day = ", "cannot be read"),
    ],
)
def test_rules_that_cannot_be_meant_are_refused(small, text, says):
    rules(small, text)
    with pytest.raises(UsageError, match=says):
        late_work(small)


def test_somebody_who_is_not_in_the_roster_has_no_extension(small):
    small.paths.classroom.mkdir(exist_ok=True)
    (small.paths.classroom / "roster.csv").write_text("learner\nada\n")
    extensions(small, "learner,assignment,hours\nadda,01,24\n")
    with pytest.raises(UsageError, match=r"line 2: nobody in classroom/roster\.csv has the id adda \(is ada meant\?\)"):
        late_work(small)


def test_without_a_roster_an_extension_of_somebody_who_handed_nothing_in_is_named(small):
    extensions(small, "learner,assignment,hours\nada,01,24\nadda,01,24\n")
    small.hand_in("ada")
    (said,) = late_work(small).demand_sound(NAME, DUE)
    assert "line 3: adda has an extension and has handed nothing in" in said

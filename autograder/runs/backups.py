"""Copies of the gradebook: one put aside before marks are written, one to try something on."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from nbgrader.api import Base, Gradebook
from sqlalchemy import create_engine, insert, select

from autograder.runs.database import SQLITE, Database, one_line
from autograder.runs.writes import reached

KEPT = 20
ROWS = 5_000  # that are carried at a time from one database to another
FROM_THE_ADDRESS = ("sslmode", "sslrootcert", "sslcert", "sslkey")  # libpq reads them under these names, in capitals


@dataclass(frozen=True)
class Backup:
    """A copy of the gradebook as it was: its file, or why there is none. Neither where there was nothing to copy."""

    file: Path | None = None
    why_not: str = ""


def back_up(database: Database, folder: Path) -> Backup:
    """Put a copy aside that is whole even while someone else writes, and keep the last few."""
    if not database.there:
        return Backup()
    folder.mkdir(parents=True, exist_ok=True)
    ending = ".dump" if database.file is None else ".db"
    copy = folder / f"gradebook-{datetime.now():%Y%m%d-%H%M%S-%f}{ending}"
    unfinished = copy.with_suffix(".part")
    if database.file is not None:
        copy_file(database.file, unfinished)
    elif why_not := _dump(database, unfinished):
        unfinished.unlink(missing_ok=True)
        return Backup(why_not=why_not)
    reached("backup")
    unfinished.replace(copy)
    for old in sorted(folder.glob(f"gradebook-*{ending}"))[:-KEPT]:
        old.unlink()
    return Backup(copy)


def copy_into(database: Database, there: Path) -> None:
    """A copy as a file of SQLite's, whatever the gradebook is: to try something on. Nothing where there is nothing."""
    if not database.there:
        return
    if database.file is not None:
        copy_file(database.file, there)
        return
    with Gradebook(f"{SQLITE}{there}", ""):  # makes the tables
        pass
    engine = create_engine(f"{SQLITE}{there}")
    try:
        with database.connected() as source, engine.begin() as target:
            for table in Base.metadata.sorted_tables:
                rows = source.execution_options(yield_per=ROWS).execute(select(table)).mappings()
                for part in rows.partitions(ROWS):
                    target.execute(insert(table), [dict(row) for row in part])
    finally:
        engine.dispose()


def copy_file(file: Path, there: Path) -> None:
    """A whole copy of a file of SQLite's, also while someone else writes to it."""
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(there)) as target:
        source.backup(target)


def _dump(database: Database, file: Path) -> str:
    """Have PostgreSQL's own program write a copy, which `pg_restore` reads; why there is none, empty where there is."""
    program = shutil.which("pg_dump")
    if program is None or not database.postgres:
        return "pg_dump is not installed here" if database.postgres else "this kind of database has no copy of ours"
    url = database.parsed
    known = {"--host": url.host, "--port": url.port, "--username": url.username, "--dbname": url.database}
    options = [f"{name}={value}" for name, value in known.items() if value]
    # The password goes by the environment: others on this machine can read what a command was called with.
    said = {f"PG{name.upper()}": str(value) for name, value in url.query.items() if name in FROM_THE_ADDRESS}
    said |= {"PGPASSWORD": url.password} if url.password else {}
    command = [program, "--format=custom", "--no-password", f"--file={file}", *options]
    done = subprocess.run(command, env=os.environ | said, capture_output=True, text=True, check=False)
    return f"pg_dump says: {one_line(done.stderr)}" if done.returncode else ""

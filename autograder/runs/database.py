"""Which database the gradebook lies in, whether it can be written, and the lock that its writers share.

nbgrader_config.py names it (`c.CourseDirectory.db_url`), the option --db another one for a single run: a file of
SQLite's, or a database on a PostgreSQL server. What differs between the two stands here
and in `backups.py`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic.script import ScriptDirectory
from nbgrader.api import Base, Course, Gradebook
from nbgrader.coursedir import CourseDirectory
from nbgrader.dbutil import ALEMBIC_DIR
from sqlalchemy import Connection, Engine, create_engine, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from traitlets.config import PyFileConfigLoader

from autograder.errors import OurFault, UsageError
from autograder.paths import Paths
from autograder.runs.alone import PATIENCE

SQLITE, POSTGRES = "sqlite:///", "postgresql"
LOCK = 7_420_617  # the number of our lock, of those that PostgreSQL lends out by number, a database at a time


def course_directory(paths: Paths, db: str | None = None) -> CourseDirectory:
    """nbgrader's view of the course by nbgrader_config.py, with another gradebook if one is named."""
    config = PyFileConfigLoader("nbgrader_config.py", path=str(paths.root)).load_config()
    if db is not None:
        config.CourseDirectory.db_url = db
    return CourseDirectory(config=config)


class Database:
    """The database of a gradebook.

    file: where it is a file; None for one on a server
    """

    def __init__(self, url: str):
        try:
            parsed = make_url(url)
        except ArgumentError:
            raise UsageError(
                "the gradebook's address is none that SQLAlchemy can read: write it as "
                "postgresql+psycopg://USER@HOST/DATABASE, or sqlite:///FILE"
            ) from None
        self.url, self.shown = url, parsed.render_as_string(hide_password=True)
        self.parsed = parsed
        self.file = Path(url.removeprefix(SQLITE)) if url.startswith(SQLITE) else None
        self.postgres = parsed.get_backend_name() == POSTGRES

    @property
    def there(self) -> bool:
        """Is there a gradebook? One that is looked for is not made."""
        if self.file is not None:
            return self.file.exists()
        with self.connected() as connection:
            return inspect(connection).has_table("alembic_version")

    # ---- before anybody is judged

    def check(self, now: bool = False) -> None:
        """OurFault with a sentence unless grading can end with marks in this database. Nothing is written.

        now: refuse also when somebody else is writing to it at this moment
        """
        if self.file is not None and not self.file.exists():
            return
        with self.connected() as connection:
            try:
                self._demand_revision(connection)
                self._demand_writing(connection)
            except DBAPIError as error:
                if now or "locked" not in str(error.orig):  # which may be over when the time to write has come
                    raise self._unwritable(error.orig) from error

    def prepare(self, course_id: str) -> None:
        """Make the tables where there are none, and the row of a course without a name.

        nbgrader lets assignments belong to the course "", and SQLite does not look whether there is one; PostgreSQL
        does.
        """
        if self.file is not None:
            return
        with Gradebook(self.url, course_id) as gradebook:
            if not course_id and gradebook.db.get(Course, "") is None:
                gradebook.db.add(Course(id=""))
                gradebook.db.commit()

    def _demand_revision(self, connection: Connection) -> None:
        tables = set(inspect(connection).get_table_names())
        if not tables:
            return
        if "alembic_version" not in tables:
            whose = "of an nbgrader before 0.5" if "assignment" in tables else "that are not nbgrader's"
            raise OurFault(
                f"{self.shown} has tables {whose}: nothing was judged. Name a database that is empty or a gradebook, "
                "in nbgrader_config.py or with --db"
            )
        have = connection.scalar(text("select version_num from alembic_version"))
        want = ScriptDirectory(ALEMBIC_DIR).get_current_head()  # nbgrader starts a program for it, which takes a second
        if have != want:
            raise OurFault(
                f"the gradebook {self.shown} is of another nbgrader (its tables are revision {have}, this one's are "
                f"{want}): nothing was judged. Keep a copy of it and run `nbgrader db upgrade`; where the gradebook is "
                "the newer one, grade with the nbgrader that made it"
            )

    def _demand_writing(self, connection: Connection) -> None:
        there = set(inspect(connection).get_table_names())
        for table in Base.metadata.sorted_tables if there else ():
            allowed = text("select has_table_privilege(:t, 'insert') and has_table_privilege(:t, 'update')")
            if self.postgres and not connection.scalar(allowed, {"t": table.name}):
                raise self._unwritable(f"this account may not write to its table {table.name}")
            connection.execute(table.delete().where(text("1 = 0")))  # refused where nothing may be written at all

    def _unwritable(self, why: object) -> OurFault:
        return OurFault(
            f"the gradebook {self.shown} could not be written ({one_line(why)}), so grading would stop: close what "
            "else may be writing to it, see that this account may write there, and run the same command again"
        )

    @contextmanager
    def connected(self) -> Iterator[Connection]:
        """A connection; OurFault with a sentence where there is none to be had."""
        engine = self._engine()
        try:
            try:
                connection = engine.connect()
            except DBAPIError as error:
                raise OurFault(
                    f"the gradebook {self.shown} does not answer ({one_line(error.orig)}): nothing was changed. See "
                    "that the server runs, and that host, port, name, user and password are right"
                ) from error
            with connection:
                yield connection
        finally:
            engine.dispose()

    def _engine(self) -> Engine:
        try:
            return create_engine(self.url, connect_args={} if self.file is None else {"timeout": 1})
        except ModuleNotFoundError as error:
            extra = "; it comes with `pip install 'minigrad-course[postgres]'`" if self.postgres else ""
            raise OurFault(
                f"the gradebook {self.shown} needs the driver {error.name}, which is not installed{extra}: nothing was "
                "judged"
            ) from None
        except NoSuchModuleError:
            raise UsageError(f"there is no database of the kind {self.parsed.drivername!r}: {self.shown}") from None

    # ---- one writer

    @contextmanager
    def alone(self, patience: float = PATIENCE) -> Iterator[None]:
        """Hold the database's own lock, which two machines have in common; a file has the classroom's instead.

        The server lets go of it when the connection ends, however it ends.
        """
        if not self.postgres:
            yield
            return
        with self.connected() as connection:
            until, told = time.monotonic() + patience, False
            while not connection.scalar(text("select pg_try_advisory_lock(:n)"), {"n": LOCK}):
                connection.rollback()
                if time.monotonic() > until:
                    raise OurFault(
                        f"another run is writing to {self.shown}: nothing was changed; try again when it is done"
                    )
                if not told:
                    print(f"waiting for another grading run on {self.shown}", file=sys.stderr, flush=True)
                told = True
                time.sleep(0.2)
            connection.commit()  # the lock is the session's, and no transaction stands open while a class is judged
            yield


def one_line(text: Any) -> str:
    """What a database or a program of its said, as part of a sentence."""
    return " ".join(str(text).split())[:300]

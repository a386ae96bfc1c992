"""A PostgreSQL server of the tests' own: on a free port of this machine, under an account without rights, ended after.

Debian's package `postgresql` brings the programs; they are looked for on PATH and where Debian puts them.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from sqlalchemy import create_engine, text

PASSWORD = "not a secret: only for this test / 100%"
WHY_NOT = "needs PostgreSQL's programs initdb and postgres (Debian's package postgresql)"


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None where they are not installed."""
    found = shutil.which("initdb")
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return Path(found).resolve().parent if found else folders[-1].parent if folders else None


class Server:
    """A server that runs; each test asks it for a database of its own."""

    def __init__(self, port: int):
        self.port = port

    def url(self, database: str, user: str = "owner", password: str = PASSWORD) -> str:
        from sqlalchemy import URL

        made = URL.create("postgresql+psycopg", user, password, "127.0.0.1", self.port, database)
        return made.render_as_string(hide_password=False)

    def run(self, *statements: str, database: str = "postgres") -> None:
        engine = create_engine(self.url(database), isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))
        engine.dispose()

    def rows(self, url: str, statement: str) -> list[tuple]:
        engine = create_engine(url)
        with engine.connect() as connection:
            found = [tuple(row) for row in connection.execute(text(statement))]
        engine.dispose()
        return found

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"book_{uuid4().hex[:12]}"
        self.run(f"create database {name}")
        return self.url(name)


@contextmanager
def running() -> Iterator[Server]:
    """Start a server, and end it however the tests end."""
    folder = programs()
    assert folder is not None, WHY_NOT
    account = _account()
    root = Path(tempfile.mkdtemp(prefix="postgres-"))
    try:
        secret = root / "password"
        secret.write_text(PASSWORD + "\n")
        for path in (root, secret):
            if account:
                shutil.chown(path, account)
        options = {"user": account} if account else {}
        data, log = root / "data", root / "log"
        made = subprocess.run(
            [folder / "initdb", "-D", data, "-U", "owner", "-A", "scram-sha-256", f"--pwfile={secret}", "-E", "UTF8",
             "--no-sync", "--no-locale"],
            capture_output=True, text=True, cwd=root, check=False, **options,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        command = [folder / "postgres", "-D", data, "-p", str(port), "-k", "", "-c", "listen_addresses=127.0.0.1"]
        with log.open("wb") as noise:
            process = subprocess.Popen([*command, "-F"], cwd=root, stdout=noise, stderr=noise, **options)
        try:
            yield _answering(Server(port), process, log)
        finally:
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _account() -> str | None:
    """PostgreSQL refuses to run as root."""
    if os.geteuid():
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def _answering(server: Server, process: subprocess.Popen, log: Path) -> Server:
    until = time.monotonic() + 60
    while time.monotonic() < until and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", server.port)) == 0:
                try:
                    server.run("select 1")
                    return server
                except Exception:
                    pass  # it still starts
        time.sleep(0.1)
    raise AssertionError(f"the server did not start: {log.read_text()[-2000:]}")

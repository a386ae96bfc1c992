"""Which notebooks a running JupyterLab on this machine has open: they may have changes that are in no file yet."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SECONDS = 3  # for a server that does not answer; it is on this machine
MOST = 1 << 22  # bytes of an answer that are read
# A proxy that the environment names has nothing to do with a server on this machine.
_ask = urllib.request.build_opener(urllib.request.ProxyHandler({})).open


def open_in_jupyterlab() -> set[Path]:
    """The files of all notebooks that have a kernel in a Jupyter server of this user's on this machine."""
    try:
        from jupyter_server.serverapp import list_running_servers
    except ImportError:
        return set()
    return {path for server in list_running_servers() for path in _notebooks(server)}


def _notebooks(server: dict[str, Any]) -> Iterator[Path]:
    request = urllib.request.Request(f"{server['url']}api/sessions")
    request.add_header("Authorization", f"token {server.get('token', '')}")
    try:
        with _ask(request, timeout=SECONDS) as answer:
            sessions = json.loads(answer.read(MOST))
    except (OSError, ValueError):  # ended just now, behind a password, or something else has its port
        return
    for session in sessions if isinstance(sessions, list) else []:
        if isinstance(session, dict) and isinstance(session.get("path"), str):
            yield Path(server["root_dir"], session["path"]).resolve()

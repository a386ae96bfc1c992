"""Whole frames over a stream socket."""

from __future__ import annotations

import socket
import time
from typing import Any

import msgpack

from autograder.judge.wire import HEADER, MAX_BLOBS, MAX_ITEMS, MAX_TREE, SHORT, ProtocolError


class Channel:
    """Sends and receives whole frames over a stream socket."""

    def __init__(self, sock: socket.socket):
        self.sock = sock

    def send(self, frame: bytes, deadline: float | None = None) -> None:
        """Send a frame; TimeoutError when the other end does not read it by `deadline` (time.monotonic)."""
        self._wait(deadline)
        self.sock.sendall(frame)

    def receive(self, deadline: float | None = None) -> tuple[Any, bytes]:
        """The next frame's tree and blobs. EOFError when the other end is gone, ProtocolError for a bad frame."""
        tree_length, blob_length = HEADER.unpack(self._exactly(HEADER.size, deadline))
        if tree_length > MAX_TREE or blob_length > MAX_BLOBS:
            raise ProtocolError(f"a frame of {tree_length + blob_length} bytes")
        tree = parse_tree(self._exactly(tree_length, deadline))
        return tree, self._exactly(blob_length, deadline)

    def waiting(self) -> bool:
        """Is there something to read, or has the other end closed?"""
        self.sock.settimeout(0)
        try:
            self.sock.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        return True

    def _exactly(self, length: int, deadline: float | None) -> bytes:
        parts, missing = [], length
        while missing:
            self._wait(deadline)
            part = self.sock.recv(min(missing, 1 << 18))
            if not part:
                raise EOFError
            parts.append(part)
            missing -= len(part)
        return b"".join(parts)

    def _wait(self, deadline: float | None) -> None:
        """A timeout for the whole frame, so that dripping single bytes gains no time."""
        if deadline is not None:
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self.sock.settimeout(left)


def parse_tree(packed: bytes) -> Any:
    """msgpack within its limits: no maps, no extension types, no bytes, no invalid text."""
    try:
        return msgpack.unpackb(
            packed,
            raw=False,
            use_list=True,
            unicode_errors="strict",
            max_str_len=4 * SHORT,
            max_bin_len=0,
            max_array_len=2 * MAX_ITEMS,
            max_map_len=0,
            max_ext_len=0,
        )
    except Exception as error:  # msgpack raises a dozen types
        raise ProtocolError(f"a frame that is not msgpack ({type(error).__name__})") from None

"""Whole frames over a stream socket."""

from __future__ import annotations

import math
import select
import socket
import time
from typing import Any

import msgpack

from autograder.wire.frames import HEADER, MAX_BLOBS, MAX_ITEMS, MAX_TREE, SHORT, ProtocolError

PEEK = socket.MSG_PEEK | socket.MSG_DONTWAIT
AT_ONCE = 1 << 16  # bytes that are read at a time, or more for what is longer


class Channel:
    """Sends and receives whole frames over a stream socket, one system call for most of them."""

    def __init__(self, sock: socket.socket):
        self.sock = sock
        self._unread = bytearray()

    def send(self, frame: bytes, deadline: float | None = None) -> None:
        """Send a frame; TimeoutError when the other end does not read it by `deadline` (time.monotonic)."""
        if deadline is None:
            self.sock.sendall(frame)
            return
        rest = memoryview(frame)
        while rest:
            try:
                rest = rest[self.sock.send(rest, socket.MSG_DONTWAIT) :]
            except BlockingIOError:
                self._wait(select.POLLOUT, deadline)

    def receive(self, deadline: float | None = None) -> tuple[Any, bytes]:
        """The next frame's tree and blobs. EOFError when the other end is gone, ProtocolError for a bad frame."""
        self._demand(HEADER.size, deadline)
        tree_length, blob_length = HEADER.unpack_from(self._unread)
        if tree_length > MAX_TREE or blob_length > MAX_BLOBS:
            raise ProtocolError(f"a frame of {tree_length + blob_length} bytes")
        start = HEADER.size + tree_length
        end = start + blob_length
        self._demand(end, deadline)
        packed, blobs = self._unread[HEADER.size : start], bytes(self._unread[start:end])
        del self._unread[:end]
        return parse_tree(packed), blobs

    def waiting(self) -> bool:
        """Is there something to read, or has the other end closed?"""
        if self._unread:
            return True
        try:
            self.sock.recv(1, PEEK)
        except BlockingIOError:
            return False
        return True

    def _demand(self, length: int, deadline: float | None) -> None:
        """Read until so many bytes are there. The deadline is the whole frame's: dripping bytes gains no time."""
        while len(self._unread) < length:
            if deadline is not None:
                self._wait(select.POLLIN, deadline)
            part = self.sock.recv(max(length - len(self._unread), AT_ONCE))
            if not part:
                raise EOFError
            self._unread += part

    def _wait(self, event: int, deadline: float) -> None:
        left = deadline - time.monotonic()
        poll = select.poll()
        poll.register(self.sock, event)
        if left <= 0 or not poll.poll(math.ceil(1000 * left)):
            raise TimeoutError


def parse_tree(packed: bytes | bytearray) -> Any:
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

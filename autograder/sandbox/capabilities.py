"""Giving up root's rights: a worker that runs as root without them is an ordinary process."""

from __future__ import annotations

import struct

from autograder.sandbox.libc import capget, capset, checked, no_new_privileges, prctl

_CAPBSET_DROP = 24
_VERSION_3 = 0x20080522
_NONE = bytes(24)  # effective, permitted and inheritable, 64 bits each


def lower_bounds() -> None:
    """Let no program that this process or a child starts have capabilities, as far as this process may see to that."""
    for capability in range(64):
        if prctl(_CAPBSET_DROP, capability) < 0:
            break  # past the last one, or not ours to drop: an ordinary user has none to lose


def drop() -> None:
    """Drop every capability of this process for good."""
    no_new_privileges()
    checked(capset(struct.pack("<Ii", _VERSION_3, 0), _NONE), "dropping capabilities")


def held() -> bool:
    """Has this process any capability left?"""
    return capget(struct.pack("<Ii", _VERSION_3, 0), len(_NONE)) != _NONE

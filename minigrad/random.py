"""Random numbers: the ones PyTorch would draw on a CPU from the same seed.

The source is the Mersenne Twister of Matsumoto and Nishimura (1998), which numpy has too; what is made of its 32-bit
words follows PyTorch, so that a program with `manual_seed` gives the same numbers in both.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

BLOCK = 16  # from so many elements on, normal numbers are made in blocks


class Generator:
    """A source of random numbers with a state of its own."""

    _spare: float | None  # the second of two normal numbers, which come in pairs
    _bits: Any  # numpy's generator, made on first need

    def __init__(self) -> None:
        self.manual_seed(67280421310721)

    def manual_seed(self, seed: int) -> Generator:
        """Begin anew: the same seed, the same numbers."""
        self._seed, self._spare, self._bits = int(seed), None, None
        return self

    def words(self, count: int) -> np.ndarray:
        """The next 32-bit words."""
        if self._bits is None:  # not before: importing numpy.random takes longer than importing all of this package
            self._bits = np.random.MT19937()
            self._bits.state = np.random.RandomState(self._seed & 0xFFFFFFFF).get_state(legacy=False)
        return self._bits.random_raw(count) if count else np.zeros(0, np.uint64)

    def long_words(self, count: int) -> np.ndarray:
        """The next words of 64 bits, each made of two."""
        pairs = self.words(2 * count).reshape(count, 2)
        return (pairs[:, 0] << np.uint64(32)) | pairs[:, 1]

    def uniform(self, count: int, dtype) -> np.ndarray:
        """Numbers from 0 to below 1: the low 24 bits of a word, or the low 53 of two."""
        if dtype != np.float64:
            return ((self.words(count) & np.uint64(0xFFFFFF)) * 2.0**-24).astype(dtype)
        return (self.long_words(count) & np.uint64(2**53 - 1)) * 2.0**-53

    def normal(self, count: int, dtype) -> np.ndarray:
        """Standard normal numbers, by the method of Box and Muller (1958)."""
        if count < BLOCK:
            return np.array([self._next_normal() for _ in range(count)], dtype)
        drawn = self.uniform(count, dtype)
        last = self.uniform(BLOCK, dtype) if count % BLOCK else None  # the rest that fills no block
        whole = count - count % BLOCK
        drawn[:whole] = pairs_to_normals(drawn[:whole])
        if last is not None:
            drawn[-BLOCK:] = pairs_to_normals(last)
        return drawn

    def _next_normal(self) -> float:
        if self._spare is not None:
            value, self._spare = self._spare, None
            return value
        angle, size = self.uniform(2, np.float64)
        radius, angle = math.sqrt(-2 * math.log1p(-size)), 2 * math.pi * angle
        self._spare = radius * math.sin(angle)
        return radius * math.cos(angle)

    def integers(self, low: int, high: int, count: int) -> np.ndarray:
        """Whole numbers from low to below high."""
        words = self.words if high - low < 2**32 else self.long_words
        return (words(count) % np.uint64(high - low)).astype(np.int64) + low

    def permutation(self, n: int) -> np.ndarray:
        """The numbers below n in random order: each place exchanged with one from there on."""
        order = np.arange(n)
        for k, word in enumerate(self.words(max(0, n - 1)).tolist()):
            other = k + word % (n - k)
            order[k], order[other] = order[other], order[k]
        return order


def pairs_to_normals(u: np.ndarray) -> np.ndarray:
    """Blocks of 16 uniform numbers to as many normal ones: the first half gives sizes, the second angles."""
    size, angle = np.split(u.reshape(-1, BLOCK).astype("f8"), 2, axis=1)
    radius, angle = np.sqrt(-2 * np.log(1 - size)), 2 * math.pi * angle
    return np.concatenate([radius * np.cos(angle), radius * np.sin(angle)], 1).reshape(-1).astype(u.dtype)


default_generator = Generator()


def manual_seed(seed: int) -> Generator:
    """Begin the random numbers anew. The same seed gives the same numbers, here and in PyTorch on a CPU.

    >>> _ = mg.manual_seed(0)
    >>> mg.randn(3)
    tensor([ 1.5410, -0.2934, -2.1788])
    """
    return default_generator.manual_seed(seed)

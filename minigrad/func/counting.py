"""`counted`: what a transform costs, without a clock."""

from __future__ import annotations

from ..operation import Operation
from ..tensor import Tensor
from .levels import Level


class counted(Level):
    """A block in which passes and operations are counted: `forward`, `backward` and `operations`.

    `backward` is how many walks back through a graph there were, `forward` how many runs of a function with tangents,
    and `operations` how many operations have run on arrays, those of both kinds of passes among them. An operation on
    a batch counts once, however many slices it has.

    >>> import minigrad as mg
    >>> x = mg.tensor([1.0, 2.0, 3.0])
    >>> with mg.func.counted() as all_at_once:
    ...     _ = mg.func.jacrev(lambda x: x.exp())(x)
    >>> with mg.func.counted() as one_by_one:
    ...     _ = mg.autograd.functional.jacobian(lambda x: x.exp(), x)
    >>> all_at_once.backward, one_by_one.backward
    (1, 3)
    >>> all_at_once.operations < one_by_one.operations
    True
    """

    functional = False

    def __init__(self) -> None:
        self.operations = self.forward = self.backward = 0

    def __repr__(self) -> str:
        return f"counted(operations={self.operations}, forward={self.forward}, backward={self.backward})"

    def after(self, args, outs) -> None:
        """Nothing is noted on tensors."""

    def run(self, op: Operation, args):
        self.operations += 1
        return super().run(op, args)

    def write(self, op: Operation, target: Tensor, args: tuple, rest: tuple) -> Tensor:
        self.operations += 1
        return super().write(op, target, args, rest)

    def turn(self, call, view, target: Tensor, args: tuple) -> Tensor:
        self.operations += 1
        return super().turn(call, view, target, args)

    def look(self, t: Tensor | None, how: str) -> None:
        self.forward += how == "push"
        self.backward += how == "walk"
        super().look(t, how)

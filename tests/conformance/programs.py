"""Random small programs, each from a number: the same everywhere."""

from __future__ import annotations

import random

UNARY = ["sin", "exp", "tanh", "sigmoid", "relu", "neg", "square", "abs", "clone", "softplus"]
BINARY = [
    "{0} + {1}",
    "{0} * {1}",
    "{0} - {1}",
    "{0} / ({1} * {1} + 1)",
    "torch.maximum({0}, {1})",
    "torch.where({0} > {1}, {0}, {1})",
]
VIEWS = [
    "{}[0]",
    "{}[1:]",
    "{}[:, 1]",
    "{}.t()",
    "{}.view(-1)",
    "{}.diagonal()",
    "{}[None]",
    "{}.select(1, 2)",
    "{}.expand(2, -1, -1)[1]",
]
WRITES = [
    "{}.mul_(2)",
    "{}.add_({}.sum())",
    "{}.zero_()",
    "{}.exp_()",
    "{}.clamp_(-1, 1)",
    "{}[0] = .5",
    "{}.copy_({} * 2)",
    "{}.neg_()",
]


def program(number: int) -> str:
    """A random program: operations, views, writes to views, hooks and walks in any order, errors included."""
    r = random.Random(f"program {number}")
    lines = [
        "seen = []",
        "def attempt(f):",
        "    try: return f()",
        "    except Exception as e: show(type(e).__name__, ' '.join(str(e).lower().split()[:4]))",
    ]
    names: list[str] = []

    def let(expression: str) -> None:
        names.append(f"t{len(names)}")
        lines.append(f"{names[-1]} = attempt(lambda: {expression})\nshow({names[-1]})")

    def pick() -> str:
        return r.choice(names[-4:] if r.random() < 0.7 else names)

    for _ in range(2):
        numbers = [[round(r.uniform(-2, 2), 2) for _ in range(3)] for _ in range(2)]
        let(f"torch.tensor({numbers}, dtype=torch.float64, requires_grad={r.random() < 0.8})")
    let(f"{names[0]} * {names[1]}")
    for _ in range(r.randint(6, 11)):
        kind = r.random()
        if kind < 0.3:
            name = r.choice(UNARY)
            let(f"F.softplus({pick()})" if name == "softplus" else f"{pick()}.{name}()")
        elif kind < 0.5:
            let(r.choice(BINARY).format(pick(), pick()))
        elif kind < 0.68:
            let(r.choice(VIEWS).format(pick()))
        elif kind < 0.84:
            target, write = pick(), r.choice(WRITES)
            statement = write.format(target, pick())
            lines.append(f"def write():\n    {statement}\nattempt(write); show({target})")
        elif kind < 0.9:
            let(f"{pick()}.detach()")
        elif kind < 0.95:
            lines.append(f"attempt(lambda: {pick()}.register_hook(lambda g: seen.append(g.sum().item())))")
        else:
            lines.append(f"attempt(lambda: {pick()}.sum().backward(retain_graph=True))")
    total = " + ".join(f"({n} * {n}).sum()" for n in r.sample(names, 3))
    if r.random() < 0.5:
        lines.append(f"attempt(lambda: ({total}).backward())\ntell({names[0]}.grad, {names[1]}.grad)")
    else:
        lines.append(
            f"gs = attempt(lambda: torch.autograd.grad({total}, [{names[0]}, {names[1]}], create_graph=True, "
            "allow_unused=True))\ntell(gs)"
        )
        lines.append(
            f"attempt(lambda: sum((g * g).sum() for g in gs if g is not None).backward())\n"
            f"tell({names[0]}.grad, {names[1]}.grad)"
        )
    return "\n".join([*lines, "show(seen)", *(f"show({n})" for n in names)])

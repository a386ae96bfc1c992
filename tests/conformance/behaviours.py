"""What is recorded: short pieces of code, each with a name, grouped by what they are about.

In behaviours/, one a line: `expressions` are evaluated on fixed tensors and differentiated; `printed` are shown as
text; `refused` raise; `kinks` are derivatives where none exists; `corners` are first and second derivatives at 0, at
infinity, of nan; `layout` is where results lie in memory. `stories` are small programs told by hand, `clauses` what
holds at the edges of Functions, hooks and transforms, a line for each.
"""

from __future__ import annotations

from pathlib import Path

from programs import program

HERE = Path(__file__).parent / "behaviours"
DIFFERENTIATE = """
out = {}
show(out)
if out.requires_grad:
    weights = torch.arange(out.numel()).reshape(out.shape) * .5 + 1
    tell(*torch.autograd.grad((out * weights).sum(), leaves, allow_unused=True, retain_graph=True))
    tell(*torch.autograd.grad((out * out * weights).sum(), leaves, allow_unused=True, create_graph=True))
"""
AT_A_KINK = """
x = torch.tensor([0., 1., 1., -1., 0., 2.], dtype=torch.float64, requires_grad=True)
out = {}
show(out)
tell(*torch.autograd.grad(out.sum(), x, allow_unused=True))
"""
AT_A_CORNER = """
inf, nan = float('inf'), float('nan')
x = torch.tensor([-inf, -2., -0., 0., 1., inf, nan], dtype=torch.float64, requires_grad=True)
y = torch.tensor([1., 0., -0., 0., nan, -2., inf], dtype=torch.float64, requires_grad=True)
out = {}
tell(out)
g, = torch.autograd.grad(out.sum(), x, create_graph=True)
tell(g.detach())
if g.requires_grad:
    tell(*[h if h is None else h + 0 for h in torch.autograd.grad(g.sum(), [x, y], allow_unused=True)])
"""
LAYOUT = """
B = (torch.arange(24.).reshape(4, 2, 3) * .1 + .1).permute(2, 0, 1)
out = {}
show([step for step, size in zip(out.stride(), out.shape) if size > 1])
"""
STORY = """
x = torch.tensor([1., 2.], requires_grad=True)
y = torch.tensor([3., -1.], requires_grad=True)
def attempt(f):
    try: tell(f())
    except Exception as e: show(type(e).__name__, ' '.join(str(e).lower().split()[:4]))
"""

CLAUSE = """
import importlib
for part in 'func', 'autograd.forward_ad', 'autograd.functional': importlib.import_module(f'{torch.__name__}.{part}')
T, A, F = torch, torch.autograd, torch.func
fw, G, AF = A.forward_ad, A.graph, A.functional
def P(name, f):
    try: tell([name, f()])
    except Exception as e: show([name, type(e).__name__, ' '.join(str(e).lower().split()[:4])])
def leaf(v, **k): return T.tensor(v, requires_grad=True, **k)
def make(name='Fn', base=A.Function, **members):
    return type(name, (base,), {k: staticmethod(v) for k, v in members.items()})
"""

TYPES = ["bool", "uint8", "int32", "int64", "float16", "float32", "float64"]
PROMOTED = [
    "x + y",
    "x * y",
    "x / y",
    "x * y[0]",
    "x[0] * y",
    "x + 1",
    "x + 1.5",
    "x / 2",
    "x ** 2",
    "x.exp()",
    "x.sum()",
    "torch.where(x > 0, x, y)",
    "torch.maximum(x, y)",
    "x.mul(True)",
    "torch.cat([x, y])",
    "x > y",
    "x.cumsum(0)",
    "x.prod()",
    "x.clamp(min=.5)",
    "torch.addcmul(x, y, y)",
]

DRAWN = [
    "torch.rand(3)",
    "torch.randn(3)",
    "torch.randn(5, 3)",
    "torch.randn(21)",
    "torch.randint(0, 10, (5,))",
    "torch.rand(2, dtype=torch.float64)",
    "torch.randn(20, dtype=torch.float64)",
    "torch.randperm(7)",
    "torch.randn(()), torch.rand(2), torch.randn(2)",
]


def lines(group: str) -> list[str]:
    """The expressions of a group."""
    return (HERE / f"{group}.txt").read_text("utf8").splitlines()


def stories(group: str, opening: str) -> list[tuple[str, str]]:
    """The stories' names and code."""
    parts = (HERE / f"{group}.txt").read_text("utf8").split("\n=== ")[1:]
    return [(name, opening + code) for name, _, code in (part.partition("\n") for part in parts)]


def promotions():
    """Every expression on every pair of types; on every type when it takes one tensor."""
    for e in PROMOTED:
        for s in TYPES:
            for t in TYPES if "y" in e else [s]:
                setting = f"x = torch.ones(2, dtype=torch.{s})\ny = torch.ones(2, dtype=torch.{t})\n"
                yield f"{e}: {s}, {t}", f"{setting}show(str(({e}).dtype))"


def behaviours() -> dict[str, list[tuple[str, str]]]:
    """group -> [(name, code)]"""
    return {
        "expressions": [(e, DIFFERENTIATE.format(e)) for e in lines("expressions")],
        "printed": [(e, f"show(repr({e}))") for e in lines("printed")],
        "refused": [(e, e) for e in lines("refused")],
        "layout": [(e, LAYOUT.format(e)) for e in lines("layout")],
        "kinks": [(e, AT_A_KINK.format(e)) for e in lines("kinks")],
        "corners": [(e, AT_A_CORNER.format(e)) for e in lines("corners")],
        "promotion": list(promotions()),
        "random": [(f"{e} from {seed}", f"torch.manual_seed({seed})\nshow({e})") for e in DRAWN for seed in (0, 7)],
        "stories": stories("stories", STORY),
        "clauses": stories("clauses", CLAUSE),
        "programs": [(f"program {k}", program(k)) for k in range(160)],
    }

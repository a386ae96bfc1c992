# 51 · Descriptions of classes and exceptions that cannot be, names that dress up, and a worker whose tools are broken.
# stock: nothing crosses there, so there is nothing to forge: the code sits beside the checks

from autograder.selftest.exercise import RIGHT

WRONG = "def gradients(a, b, c):\n    return b + c, a * c, a * b"
RAISES = "def gradients(a, b, c):\n    1 / 0"
WORKER = "import sys\nW = sys.modules['autograder.worker.worker'].Worker\n"
# An object of the learner's own with what its class is said to be; ordinary is what it really is.
OWN = """
class Own:
    def __call__(self, a, b, c):
        return {}
gradients = Own()
ask = W._class_tree
W._class_tree = lambda self, cls: {} if cls is Own else ask(self, cls)
"""
ORDINARY = "['class', 99, 'Own', 'm', [], 1]"
CLASSES = {  # the description, and what an answer of right values comes to with it
    "bases that do not fit": (
        "['class', 99, 'X', 'm', [['named', 'builtins', n] for n in ('int', 'str', 'bool')], (1 << 40) - 1]",
        "right",
    ),
    "a base of itself": ("['class', 98, 'X', 'm', [['class', 98]], 1]", "protocol"),
    "bases without end": (
        "(lambda deep: deep(deep, 300))(lambda deep, n: ['class', n, 'X', 'm', [deep(deep, n - 1)] if n else [], 1])",
        "protocol",
    ),
    "names for a terminal": ("['class', 97, '\\x1b[2J\\u202e<b>', 'm', [], 1]", "right"),
}
ERROR = WORKER + "W._error_tree = lambda self, e, x: ['raised', {}, e.value('x'), {}, 1, e.value('')]\n"
NAMED = "['named', 'builtins', '{}']"
FAILED = "['class', 5, 'CheckFailed', 'autograder.kit.checks', [['named', 'builtins', 'Exception']], 0]"
ERRORS = {  # what is sent in the place of an exception, and what comes of it
    "an exit": (ERROR.format(NAMED.format("SystemExit"), "None"), "wrong"),
    "an end of a loop": (ERROR.format(NAMED.format("StopIteration"), "None"), "wrong"),
    "impossible arguments": (ERROR.format(NAMED.format("SyntaxError"), "e.value(['m', 10**300])"), "wrong"),
    "the test's own failure": (ERROR.format(FAILED, "e.value(['law', 'detail', ''])"), "wrong"),
    "an exception of the test's": (
        f"{WORKER}W._send_error = lambda self, n, e: self._send(2, n, lambda x: ['yours', 1])\n",
        "protocol",
    ),
}
TOOLS = {  # what the process is left with; it lives on
    "broken builtins": """
import builtins, sys
def lying(name, lie):
    honest = getattr(builtins, name)
    def asked(*args):
        try:
            looks_at_values = sys._getframe(1).f_globals.get("__name__", "").startswith("autograder.kit")
        except RuntimeError:  # while a test runs nobody is shown who calls
            looks_at_values = False
        return lie if looks_at_values else honest(*args)
    setattr(builtins, name, asked)
for name, lie in {"getattr": True, "isinstance": True, "len": 3, "abs": 0.0, "hash": 1}.items():
    lying(name, lie)
""",
    "a rewritten shell": """
import ast
class T(ast.NodeTransformer):
    def visit_Module(self, node):
        raise SystemExit
get_ipython().ast_transformers.append(T())
get_ipython().input_transformers_post.append(lambda lines: ["1 / 0"])
""",
    "an exit while it is taken down": """
class D:
    def __del__(self):
        raise KeyboardInterrupt
D()
""",
}
HOOK = """
import sys
def hook(frame, event, value):
    if frame.f_code.co_name == "do_call" and event == "return":
        for array in value:
            array *= 2
sys.setprofile(hook)
def gradients(a, b, c):
    return b * c / {0}, a * c / {0}, a * b / {0}
"""
MESSAGES = """
import msgpack
pack = msgpack.packb
msgpack.packb = lambda *args, **named: {}
"""


def attacks():
    """What it is called, its source, what comes of it."""
    for what, (tree, outcome) in CLASSES.items():
        for values, right in (("b * c, a * c, a * b", True), ("[self] * 3", False)):
            yield what, WORKER + OWN.format(values, tree), outcome if right or outcome != "right" else "wrong"
            yield f"control of {what}", WORKER + OWN.format(values, ORDINARY), "right" if right else "wrong"
    for what, (forged, outcome) in ERRORS.items():
        yield what, forged + RAISES, outcome
        yield f"{what}, never raised", forged + RIGHT, "right"
    for what, broken in TOOLS.items():
        yield what, broken + WRONG, "wrong"
        yield f"{what}, around a right answer", broken + RIGHT, "right"
    for number, outcome in ((1, "right"), (2, "wrong")):  # a cell's hook is gone when a test begins
        yield f"a hook on the worker, that doubles what was divided by {number}", HOOK.format(number), outcome
    yield "broken messages", MESSAGES.format("b'\\xc1' * 10") + RIGHT, "protocol"
    yield "messages in other hands", MESSAGES.format("pack(*args, **named)") + RIGHT, "right"


def faults(stage):
    for what, answer, outcome in attacks():
        verdict = stage.hand_in(stage.document(answer)).verdict
        if (verdict.outcome, verdict.points) != (outcome, 3 if outcome == "right" else 0):
            yield f"{what}: {verdict.points} points, {verdict.outcome} instead of {outcome} ({verdict.message})"
        if not verdict.message.replace("\n", "").isprintable():
            yield f"{what}: the message holds what no line should"

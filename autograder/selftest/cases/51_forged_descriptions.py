# 51 · Descriptions of classes and exceptions that cannot be, names that dress up, and a worker whose tools are broken.
# stock: nothing crosses there, so there is nothing to forge: the code sits beside the checks

FORGE = "import sys\nW = sys.modules['autograder.judge.worker'].Worker\n"
CALLED = "def gradients(*arrays):\n    1 / 0"
ERROR = "W._error_tree = lambda self, e, x: ['raised', {kind}, e.value('x'), {args}, 1, e.value('')]\n" + CALLED
NAMED = "['named', 'builtins', '{}']"
ANSWERS = {
    "bases that do not fit": f"{FORGE}W._class_tree = lambda self, cls: ['class', 99, 'X', 'm', "
    f"[{NAMED.format('int')}, {NAMED.format('str')}, {NAMED.format('bool')}], (1 << 40) - 1]\ngradients = object()",
    "a base of itself": f"{FORGE}W._class_tree = lambda self, cls: ['class', 98, 'X', 'm', [['class', 98]], 0]\n"
    "gradients = object()",
    "bases without end": f"{FORGE}def deep(n):\n    return ['class', n, 'X', 'm', [deep(n - 1)] if n else [], 65535]\n"
    "W._class_tree = lambda self, cls: deep(300)\ngradients = object()",
    "names for a terminal": f"{FORGE}W._class_tree = lambda self, cls: "
    "['class', 97, '\\x1b[2J\\u202e<b>', 'm', [], 0]\ngradients = object()",
    "an exit": FORGE + ERROR.format(kind=NAMED.format("SystemExit"), args="None"),
    "an end of a loop": FORGE + ERROR.format(kind=NAMED.format("StopIteration"), args="None"),
    "impossible arguments": FORGE + ERROR.format(kind=NAMED.format("SyntaxError"), args="e.value(['m', 10**300])"),
    "the test's own failure": FORGE
    + ERROR.format(kind="['class', 5, 'CheckFailed', 'autograder.kit.checks', [['named', 'builtins', 'Exception']], 0]",
                   args="e.value(['law', 'detail', ''])"),
    "an exception of the test's": f"{FORGE}W._send_error = "
    f"lambda self, n, e: self._send(2, n, lambda x: ['yours', 1])\n{CALLED}",
    "an exit while it is taken down": "class D:\n    def __del__(self):\n        raise KeyboardInterrupt\n"
    "def gradients(*arrays):\n    return D()",
    "broken builtins": "import builtins\nbuiltins.__import__ = lambda *a, **k: 1 / 0\n"
    "builtins.getattr = lambda *a: True\nbuiltins.isinstance = lambda *a: True\nbuiltins.type = lambda *a: str",
    "broken messages": "import msgpack\nmsgpack.packb = lambda *a, **k: b'\\xc1' * 10\nmsgpack.Packer = None\n"
    "gradients = print",
    "a hook on the worker": "import sys\ndef hook(frame, event, value):\n    if frame.f_code.co_name == 'do_names':\n"
    "        frame.f_locals['names'] = []\nsys.setprofile(hook)\ngradients = sys.settrace",
    "a rewritten shell": "import ast\nclass T(ast.NodeTransformer):\n    def visit_Module(self, node):\n"
    "        raise SystemExit\nget_ipython().ast_transformers.append(T())\n"
    "get_ipython().input_transformers_post.append(lambda lines: ['1 / 0'])",
}  # fmt: skip


def faults(stage):
    for what, answer in ANSWERS.items():
        verdict = stage.hand_in(stage.document(answer)).verdict
        if verdict.points != 0:
            yield f"{what}: {verdict.points} points, {verdict.outcome} ({verdict.message})"
        if not verdict.message.replace("\n", "").isprintable():
            yield f"{what}: the message holds what no line should"

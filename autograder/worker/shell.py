"""The IPython shell that the learner's cells run in: as in Jupyter, less what needs a person or another program."""

from __future__ import annotations

import ast
import builtins
import contextlib
import sys
import warnings
from collections.abc import Iterator
from typing import Any

from IPython.core.displayhook import DisplayHook
from IPython.core.displaypub import DisplayPublisher
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from autograder.worker.outputs import Outputs

NO_PROGRAMS = "While grading, no other program can be started: this line was left out."
NO_INPUT = "While grading nobody is there to answer input(). Put the value into the cell."
# Run once before forking, so that what IPython imports and compiles on first use is there for every worker.
WARM_UP = (
    "import math\nclass _A:\n    def f(self, x): return [i for i in x]\n_A().f([1])",
    "print(1); 1",
    "1 / 0",
    "def broken(:",
    "await __import__('asyncio').sleep(0)",
    "raise NotImplementedError('still the stub')",
)
WARM_PLOT = (
    "%matplotlib inline\nimport matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.title('a'); plt.show()",
    "plt.close('all')",
)


class _Publisher(DisplayPublisher):
    outputs: Outputs

    def publish(self, data: dict, metadata: Any = None, source: Any = None, **more: Any) -> None:
        self.outputs.rich("display", data)

    def clear_output(self, wait: bool = False) -> None:
        self.outputs.clear()


class _DisplayHook(DisplayHook):
    outputs: Outputs

    def write_output_prompt(self) -> None: ...

    def write_format_data(self, data: dict, metadata: Any = None) -> None:
        self.outputs.rich("result", data)

    def finish_displayhook(self) -> None: ...


class CourseShell(InteractiveShell):
    """Shell commands, %pip and input() are answered with a sentence; errors are kept by the worker, not printed."""

    @contextlib.contextmanager
    def _tee(self, channel: str) -> Iterator[None]:
        yield  # IPython would keep a second, unbounded copy of all that a cell prints

    def transform_cell(self, raw_cell: str) -> str:
        """Plain Python stays as it is: only what is none, such as a magic, needs IPython's several passes."""
        if "In [" in raw_cell:  # IPython takes a prompt away that Python would take for an annotation
            return super().transform_cell(raw_cell)
        with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # IPython warns when it compiles the cell
            compile(raw_cell, "<cell>", "exec", ast.PyCF_ONLY_AST | ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            return raw_cell if raw_cell.endswith("\n") else raw_cell + "\n"
        return super().transform_cell(raw_cell)

    def init_io(self) -> None: ...

    def enable_gui(self, gui: Any = None) -> None: ...

    def ask_exit(self) -> None: ...

    def system(self, command: str) -> None:
        print(NO_PROGRAMS, file=sys.stderr)
        self.user_ns["_exit_code"] = 1

    system_piped = system_raw = system

    def getoutput(self, command: str, split: bool = True, depth: int = 0) -> list[str]:
        print(NO_PROGRAMS, file=sys.stderr)
        return []

    def showtraceback(self, *args: Any, **kwargs: Any) -> None: ...

    def showsyntaxerror(self, *args: Any, **kwargs: Any) -> None: ...

    def _showtraceback(self, *args: Any) -> None: ...

    def show_usage_error(self, error: Any) -> None:
        print(f"UsageError: {error}", file=sys.stderr)


def _no_input(prompt: object = "") -> str:
    raise EOFError(NO_INPUT)


def make_shell(outputs: Outputs) -> CourseShell:
    """A shell whose outputs go to `outputs`; made once, before workers are forked."""
    config = Config()
    config.HistoryManager.enabled = False
    config.HistoryManager.hist_file = ":memory:"
    config.InteractiveShell.colors = "nocolor"
    config.InteractiveShell.cache_size = 100
    config.InteractiveShell.enable_tip = False
    _Publisher.outputs = _DisplayHook.outputs = outputs
    shell = CourseShell.instance(
        config=config, display_pub_class=_Publisher, displayhook_class=_DisplayHook, user_ns={"__name__": "__main__"}
    )
    builtins.input = _no_input
    registered: Any = shell.register_magic_function
    for magic in ("pip", "conda", "mamba", "micromamba", "uv", "sx", "sc", "system"):
        registered(lambda line, cell=None: print(NO_PROGRAMS, file=sys.stderr), "line", magic)
    for magic in ("bash", "sh", "script", "perl", "ruby", "python", "python3", "pypy", "system"):
        registered(lambda line, cell=None: print(NO_PROGRAMS, file=sys.stderr), "cell", magic)
    return shell

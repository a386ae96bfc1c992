"""`%%engine`: the learner's engine in a cell of their notebook, as `autograder gather --into` puts it there.

What stands below that line becomes a module called `engine`, so that none of its names is in the way of the notebook's.
It is run like any cell: who changes a line and runs it again has a changed engine.
"""

from __future__ import annotations

import sys
import types
from pathlib import Path
from typing import Any

from autograder.kit import tape
from autograder.kit.tape.slots import filled

NAME = "engine"
LINE = f"%%{NAME}"
COMMAND = "autograder gather --into"


class NoEngine(Exception):
    """The cell makes no engine; the text says in which line it stops. IPython shows that, and no stack."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


def register(shell: Any = None) -> None:
    """Make the line known to IPython, where there is one."""
    ipython = sys.modules.get("IPython")
    shell = shell or (ipython.get_ipython() if ipython is not None else None)
    if shell is not None and NAME not in shell.magics_manager.magics["cell"]:
        shell.register_magic_function(lambda line, cell: _run(shell, cell), "cell", NAME)


def _run(shell: Any, cell: str) -> None:
    # One line is above it in the notebook: so an error names the line that the learner sees.
    file = shell.compile.cache("\n" + cell, shell.execution_count)
    try:
        made = module_of(cell, file)
    except Exception as error:
        raise NoEngine(_where(error, cell, file)) from error
    shell.user_ns[NAME] = made
    held = filled(made.__text__)
    yours = sum(note.startswith("yours") for note, _ in held.values())
    print(f"`{NAME}` is your engine now. Of its {len(held)} slots {yours} came from your notebooks.")


def _where(error: Exception, cell: str, file: str) -> str:
    """What is wrong with the engine's text, and in which line of the cell."""
    line = error.lineno if isinstance(error, SyntaxError) and error.filename == file else None
    trace = error.__traceback__
    while trace is not None:
        line = trace.tb_lineno if trace.tb_frame.f_code.co_filename == file else line
        trace = trace.tb_next
    lines = cell.splitlines()
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    said = f"The engine is not made anew: {type(error).__name__}: {text}"
    if line is None or not 2 <= line <= len(lines) + 1:
        return said
    return f"{said}\nIn line {line} of this cell: {lines[line - 2].strip()}"


def module_of(text: str, file: str = f"<{NAME}>") -> types.ModuleType:
    """The text of an engine as a module, known as `engine`."""
    made = types.ModuleType(NAME)
    made.__file__, vars(made)[tape.TEXT] = file, text
    before = sys.modules.get(NAME)
    sys.modules[NAME] = made
    try:
        exec(compile("\n" + text, file, "exec"), vars(made))
    except BaseException:
        if before is None:
            del sys.modules[NAME]
        else:
            sys.modules[NAME] = before
        raise
    return made


def own_engine(folder: str | Path = ".") -> types.ModuleType | None:
    """The learner's engine: of the cell that begins with %%engine, else of my_tape.py; if there is none, None.

    Then what to do is printed, unless work is graded, where there is none to speak of.
    """
    register()
    made = sys.modules.get(NAME)
    if made is not None and hasattr(made, tape.TEXT):
        return made
    here = Path(folder).resolve()
    if tape.graded():
        return None
    if any((each / tape.MINE).is_file() for each in (here, here.parent)):
        tape.gathered(here)
        import my_tape

        return my_tape
    number = here.name[:2] if here.name[:2].isdigit() else "10"
    print("Your engine is not in this notebook yet. Save it, open JupyterLab's terminal (File > New > Terminal), type")
    print(f"    {COMMAND} {number}")
    print("then choose File > Reload Notebook from Disk, and run the notebook again up to here.")
    return None

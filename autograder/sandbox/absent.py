"""Packages that a process does not have: never imported, and where the kernel can hide files, not there to be read.

An exercise that is to be solved without numpy is judged in a worker without numpy. To look for uses of it, in a source
or while it runs, tells an honest learner what is wrong; only that it is not there holds against every trick.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from importlib.machinery import ModuleSpec
from pathlib import Path

from autograder.sandbox import landlock
from autograder.sandbox.reading import ROOT, SYSTEM, exists, python_folders, without

#: What a worker can do without: packages, and a part of one. Whatever else an exercise rules out is only looked for.
SPARED = ("graphlib", "minigrad", "numpy", "autograder.kit.tape")
#: What a plot needs, which is imported when the first one is drawn.
PLOTTING = frozenset({"matplotlib", "matplotlib_inline", "mpl_toolkits", "PIL", "cycler", "dateutil", "kiwisolver"})
PLOTTING |= {"contourpy", "fontTools", "pyparsing", "packaging", "six"}
BESIDE = (".libs", ".dist-info")  # what packages have beside their folders


def belongs_to(name: str, packages: Iterable[str]) -> str | None:
    """Which of the packages a module, or a name in one, is part of."""
    return next((package for package in packages if f"{name}.".startswith(f"{package}.")), None)


class Absent:
    """Among the finders of modules: says of some packages that there are none. Below level 2 it is all there is."""

    def __init__(self, names: Iterable[str]):
        self.names = frozenset(names)

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """None for what others may look for; ModuleNotFoundError for an absent package or a part of one."""
        package = belongs_to(name, self.names)
        if package is not None:
            raise ModuleNotFoundError(f"there is no {package} here: this exercise is solved without it", name=name)
        return None


def keep_out(names: Iterable[str]) -> None:
    """Before anything is imported: no import of these packages succeeds."""
    sys.meta_path.insert(0, Absent(names))  # type: ignore[arg-type]


def hide(names: Iterable[str]) -> bool:
    """From here on, this process and its children cannot open the packages' files; False where the kernel cannot.

    Nor those of other people's packages that nothing here has needed so far, which are not imported in any case: who is
    to write something may find it ready-made in one of them.
    """
    known = {name.partition(".")[0] for name in sys.modules} | PLOTTING
    sys.meta_path.insert(0, Strangers(known))  # type: ignore[arg-type]
    if not landlock.version():
        return False
    spared, others = holes(names), folders_of_packages()
    needed = [part for path in _parts_of(known, others) for part in without(path, spared)]
    landlock.hide([*without(Path("/"), [*spared, *others]), *needed])
    return True


class Strangers:
    """Among the finders of modules: says of a package that is neither Python's nor known that there is none."""

    def __init__(self, known: Iterable[str]):
        self.known = frozenset(known) | sys.stdlib_module_names

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """None for what others may look for; ModuleNotFoundError for all else."""
        package = name.partition(".")[0]
        if package not in self.known and not package.startswith("_sysconfigdata"):  # whose name tells the platform
            raise ModuleNotFoundError(f"there is no {package} here: it is no package of the course", name=name)
        return None


def folders_of_packages() -> list[Path]:
    """Where other people's packages lie."""
    found = (path for path in _package_folders() if path.name in ("site-packages", "dist-packages"))
    return sorted({path.resolve() for path in found if path.is_dir()})


def _parts_of(known: Collection[str], folders: Iterable[Path]) -> Iterator[Path]:
    """The files and folders of these packages; of any, the libraries beside them and what they say of themselves."""
    for folder in folders:
        with suppress(PermissionError):  # what may not be listed may not be read either
            found = [*folder.iterdir()]
            yield from (path for path in found if path.suffix in BESIDE or path.name.partition(".")[0] in known)


def holes(names: Iterable[str]) -> list[Path]:
    """Every file and folder of these packages that a worker could otherwise read, in whichever Python's folders."""
    folders = {folder for path in _package_folders() if exists(path) for folder in (path, path.resolve())}
    found = [path for name in names for folder in folders for path in _parts(folder, name)]
    return sorted({path.resolve() for path in found})


def _package_folders() -> Iterator[Path]:
    yield ROOT
    yield from (path for path in python_folders() if path.is_dir())
    for system in {*SYSTEM, f"{sys.base_prefix}/lib"}:
        for library in Path(system).glob("python3*"):
            yield from (library, library / "dist-packages", library / "site-packages")


def _parts(folder: Path, name: str) -> Iterator[Path]:
    """A package or module in a folder, its compiled form, and the libraries that came with it."""
    *outer, name = name.split(".")
    folder = folder.joinpath(*outer)
    for pattern in (name, f"{name}.py", f"{name}.*.so", f"{name}.libs", f"__pycache__/{name}.*"):
        yield from folder.glob(pattern)

"""The learner's wheel: minigrad, the kit and what learners type, and nothing of the judge."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from autograder.errors import OurFault
from autograder.paths import Paths

# Of the project's extras, those that learners have a use for. The others belong to the grader.
LEARNERS_EXTRAS = ("draw", "course")
# What of the project is in the wheel: packages, and a single file that a package of these imports.
PACKAGES = ("minigrad", "autograder/kit", "autograder/learner")
FILES = ("autograder/weave.py",)
EPOCH = "1577836800"  # 2020-01-01: a zip must have some time, and a fixed one makes the same bytes twice

PYPROJECT = """\
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "{version}"
description = "{description}"
requires-python = "{python}"
dependencies = {dependencies}

[project.optional-dependencies]
{extras}

[project.scripts]
autograder = "autograder.learner.cli:main"

[tool.setuptools]
packages = {packages}
include-package-data = false

[tool.setuptools.package-data]
"*" = ["*.json", "*.txt", "*.js", "*.css", "*.html", "py.typed"]
"""


def build_wheel(paths: Paths, folder: Path) -> Path:
    """Write the wheel into `folder`, with setuptools and without network; the same bytes for the same source."""
    with tempfile.TemporaryDirectory(prefix="learner-wheel-") as work:
        project = Path(work, "project")
        packages = copy_packages(paths.root, project)
        (project / "pyproject.toml").write_text(_pyproject(paths.root, packages), encoding="utf-8")
        # In a process of its own: setuptools changes the one that it runs in. No isolation: that would want a network.
        code = "import sys; from setuptools import build_meta; print(build_meta.build_wheel(sys.argv[1]))"
        done = subprocess.run(
            [sys.executable, "-c", code, str(Path(work, "out"))],
            cwd=project,
            env={**os.environ, "SOURCE_DATE_EPOCH": EPOCH},
            capture_output=True,
            text=True,
        )
        if done.returncode:
            raise OurFault(f"the learner's wheel could not be built:\n{done.stderr.strip()[-2000:]}")
        wheel = next(Path(work, "out").glob("*.whl"))
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copyfile(wheel, folder / wheel.name))


def copy_packages(root: Path, project: Path) -> list[str]:
    """Copy what a learner's process may read; the names of the packages."""
    packages = []
    for package in PACKAGES:
        ignore = shutil.ignore_patterns("__pycache__", "*.pyc", ".*", "tests")
        shutil.copytree(root / package, project / package, ignore=ignore)
        found = {init.parent.relative_to(project).as_posix() for init in (project / package).rglob("__init__.py")}
        packages += sorted(name.replace("/", ".") for name in found)
    (project / "autograder" / "__init__.py").touch()
    for name in FILES:
        shutil.copyfile(root / name, project / name)
    for file in project.rglob("*"):
        file.chmod(0o755 if file.is_dir() else 0o644)  # a wheel records modes, and they must not hang on a umask
    return ["autograder", *packages]


def _pyproject(root: Path, packages: list[str]) -> str:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return PYPROJECT.format(
        name=project["name"],
        version=project["version"],
        description=project["description"],
        python=project["requires-python"],
        dependencies=project["dependencies"],
        extras="\n".join(f"{name} = {project['optional-dependencies'][name]}" for name in LEARNERS_EXTRAS),
        packages=packages,
    )

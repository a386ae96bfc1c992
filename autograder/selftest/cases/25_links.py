# 25 · Links in the place of files: to the gradebook, to another's notebook, to a folder, to a pipe.
# stock: follows them, and copies what they lead to into the autograded notebook's folder and the feedback

import json
import os
from pathlib import Path

from autograder.selftest.stage import NAME


def faults(stage):
    other = stage.folder / "ben" / f"{NAME}.ipynb"
    other.parent.mkdir()
    other.write_text(json.dumps(stage.document()))
    mine = stage.folder / "handed" / "eve"
    mine.mkdir(parents=True)
    for what, target in {
        "the gradebook": stage.wires.gradebook,
        "another's notebook": other,
        "a folder": other.parent,
        "nothing": Path("nowhere"),
        "itself": Path(f"{NAME}.ipynb"),
        "a device": Path("/dev/zero"),
    }.items():
        link = mine / f"{NAME}.ipynb"
        link.symlink_to(target)
        yield from stage.refused(f"a link to {what}", link)
        yield from taken(stage, mine.parent, f"a link to {what}")
        link.unlink()
    if hasattr(os, "mkfifo"):
        os.mkfifo(mine / f"{NAME}.ipynb")
        yield from stage.refused("a pipe", mine / f"{NAME}.ipynb")
        yield from taken(stage, mine.parent, "a pipe")
    if hasattr(os, "geteuid") and os.geteuid() == 0:  # who else may give a folder away
        (mine / f"{NAME}.ipynb").unlink(missing_ok=True)
        (mine / f"{NAME}.ipynb").hardlink_to(other)
        os.chown(mine, 65534, 65534)
        yield from stage.refused("a hard link to another's notebook", mine / f"{NAME}.ipynb")
        yield from taken(stage, mine.parent, "a hard link to another's notebook")
    (mine / f"{NAME}.ipynb").unlink(missing_ok=True)
    (mine / f"{NAME}.ipynb").write_text(json.dumps(stage.document()))
    yield from stage.unfair("a plain file in their place", mine / f"{NAME}.ipynb")
    yield from taken(stage, mine.parent, "a plain file in their place", ["eve"])
    linked = stage.folder / "linked"
    linked.mkdir()
    (linked / "zoe").symlink_to(other.parent)
    yield from taken(stage, linked, "a linked folder")
    (linked / "zoe").unlink()
    other.parent.rename(linked / "zoe")
    yield from taken(stage, linked, "the folder itself", ["zoe"])


def taken(stage, folder, what, whose=()):
    report = stage.collect(folder)
    found = [each.it.learner for each in report.taken]
    if found != [*whose] or bool(report.refused) == bool(whose) or not all(reason for _, reason in report.refused):
        yield f"{what}: collected for {found}, refused: {report.refused}"

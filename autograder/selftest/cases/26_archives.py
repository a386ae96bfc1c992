# 26 · Archives with paths that lead elsewhere, links, devices, a zip bomb, files without end, a lying size.
# stock: `zip_collect` unpacks what there is, of any size, and takes the learner's id from the file name unchecked

import json
import stat
import zipfile

from autograder.selftest.stage import NAME

FILE = f"{NAME}.ipynb"
SIZE = 64 << 20  # of a notebook that is small while it is packed
PATHS = {
    "../../outside/": "leads out",
    "/etc/": "an absolute path",
    "C:/x/": "an absolute path on Windows",
    "x\\..\\..\\": "backslashes",
    "eve\0.txt/": "a null byte",
    "eve\u202e/": "a direction mark",
    "con/": "a device's name",
    ".._/": "an id of dots",
    f"{'x' * 300}/": "a name too long",
    "/".join("abcdefghijklmnop") + "/": "folders without end",
}


def written(stage, members, mode=stat.S_IFREG | 0o644, change=None):
    """An archive of these members."""
    path = stage.folder / "archive.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            info = zipfile.ZipInfo(name)
            info.filename, info.compress_type, info.external_attr = name, zipfile.ZIP_DEFLATED, mode << 16
            archive.writestr(info, content)
    if change:
        path.write_bytes(change(path.read_bytes()))
    return path


def faults(stage):
    honest = (f"ada/{FILE}", json.dumps(stage.document()))
    bomb = (f"eve/{FILE}", bytes(SIZE))
    for path, what in PATHS.items():
        yield from judged(stage, what, written(stage, [(path + FILE, "{}"), honest]), ada=True)
    yield from judged(stage, "a bomb", written(stage, [bomb, honest]), ada=True)
    for kind in (stat.S_IFLNK, stat.S_IFCHR, stat.S_IFBLK, stat.S_IFIFO):
        yield from judged(stage, f"a member of kind {kind:o}", written(stage, [honest], kind | 0o777), ada=False)
    small = (1000).to_bytes(4, "little")
    lying = written(stage, [bomb], change=lambda data: data.replace(SIZE.to_bytes(4, "little"), small))
    yield from judged(stage, "a size that lies", lying, ada=False)
    many = written(stage, [honest, *((f"eve/{number}", "") for number in range(30_000))])
    yield from judged(stage, "files without end", many, ada=False)
    for what, change in {
        "an archive cut off": lambda data: data[: len(data) // 2],
        "a broken list of members": lambda data: data.replace(b"PK\x01\x02", b"PK\x01\x03"),
        "nothing": lambda data: b"PK\x03\x04",
    }.items():
        yield from judged(stage, what, written(stage, [honest], change=change), ada=False)
    few = [(f"eve/{number}", "") for number in range(30)]
    for what, members in {"nothing odd": [honest], "a few files": [honest, *few]}.items():
        report = stage.collect(written(stage, members))
        if report.refused or [each.it.learner for each in report.taken] != ["ada"]:
            yield f"{what}: {report.refused} refused"


def judged(stage, what, archive, ada):
    report = stage.collect(archive)
    if not report.refused or not all(reason for _, reason in report.refused):
        yield f"{what}: not refused with a reason"
    if {taken.it.learner for taken in report.taken} != ({"ada"} if ada else set()):
        yield f"{what}: taken were {[taken.it.learner for taken in report.taken]}"
    there = {path.relative_to(stage.folder).as_posix() for path in stage.folder.rglob("*") if path.is_file()}
    if not there <= {"archive.zip", f"submitted/ada/{NAME}/{FILE}", f"origins/ada/{NAME}.json"}:
        yield f"{what}: left {sorted(there)}"

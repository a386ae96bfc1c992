# 26b · Hand-ins that hold another learner's name, written as Moodle, Canvas and nbgrader write it: nothing is replaced.
# stock: `zip_collect` has one pattern for every path that it unpacked, so a name inside a hand-in can match it too

import json
import zipfile

from autograder.selftest.stage import NAME

FILE = f"{NAME}.ipynb"
ADA, EVE = "Ada_123_assignsubmission_file", "Eve_666_assignsubmission_file"
# What is ada's, beside it what eve handed in, and whose that may become.
LAYOUTS = {
    "a folder named by Moodle in a folder named by Moodle": (f"{ADA}/{FILE}", f"{EVE}/{ADA}/{FILE}", {"eve"}),
    "a file named by Canvas in a folder named by Moodle": (f"{ADA}/{FILE}", f"{EVE}/ada_123_9_{FILE}", set()),
    "Moodle's name behind Moodle's": (f"{ADA}_{FILE}", f"{EVE}_{ADA}_{FILE}", set()),
    "Canvas's name behind Canvas's": (f"ada_123_9_{FILE}", f"eve_666_8_ada_123_7_{FILE}", set()),
    "a person who is called as a file is": (f"ada_123_9_{FILE}", f"ada_123_99_{NAME}_666_8_x.ipynb", set()),
    "a folder in a folder": (f"ada/{FILE}", f"eve/ada/{FILE}", set()),
    "nbgrader's folders in a folder": (f"ada/{FILE}", f"eve/submitted/ada/{NAME}/{FILE}", set()),
}
# Two who claim to be one: neither is taken.
CLAIMS = {
    "the same name": (f"{ADA}/{FILE}", f"Ada_666_assignsubmission_file/{FILE}"),
    "the same name in other letters": (f"{ADA}/{FILE}", f"ＡDA_666_assignsubmission_file/{FILE}"),
    "two layouts": (f"{ADA}/{FILE}", f"ada/{FILE}"),
}


def faults(stage):
    mine, forged = json.dumps(stage.document()), json.dumps(stage.document("pass"))
    for what, (honest, hostile, others) in LAYOUTS.items():
        for members in ([(honest, mine), (hostile, forged)], [(hostile, forged), (honest, mine)]):
            report = collected(stage, members)
            found = {path.parent.parent.name: path.read_text() for path in stage.submitted.rglob("*.ipynb")}
            if found != {"ada": mine} | dict.fromkeys(others, forged):
                yield f"{what}: {sorted(found)} were taken, refused: {report.refused}"
            if len(report.taken) + len(report.refused) != 2:
                yield f"{what}: a file is neither taken nor refused"
            forget(stage)
    for what, (honest, hostile) in CLAIMS.items():
        report = collected(stage, [(honest, mine), (hostile, forged)])
        if report.taken or not report.refused or not all(hostile in reason for _, reason in report.refused):
            yield f"{what}: {report.taken} were taken, refused: {report.refused}"
        forget(stage)
    collected(stage, [(f"{ADA}/{FILE}", mine)])
    report = collected(stage, [(f"Ada_666_assignsubmission_file/{FILE}", forged)])
    if report.taken or not report.refused:
        yield f"a later namesake: {report.taken} were taken"


def collected(stage, members):
    path = stage.folder / "names.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members:
            archive.writestr(name, content)
    return stage.collect(path)


def forget(stage):
    for path in sorted(stage.folder.rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()

# 13 · Other points, names, ids and roles in the notebook's metadata: what was released counts.
# stock: puts the released values back as well, and stops the whole batch where a name is there twice

CHANGES = {
    "more points": {"ex1_test": {"points": 1000}},
    "negative points": {"ex1_test": {"points": -5}},
    "points that are no number": {"ex1_test": {"points": "all"}},
    "another name for the test": {"ex1_test": {"grade_id": "other"}},
    "the answer as the test": {"ex1": {"grade_id": "ex1_test", "grade": True, "points": 3}},
    "the test as a cell for a person": {"ex1_test": {"solution": True, "grade": True, "points": 3}},
    "no test": {"ex1_test": {"grade": False, "locked": False}},
    "another version": {"ex1": {"schema_version": 99}, "ex1_test": {"schema_version": "x"}},
}


def changed(document, changes):
    for cell in document["cells"]:
        for grade_id, marks in changes.items():
            if cell["metadata"].get("nbgrader", {}).get("grade_id") == grade_id:
                cell["metadata"]["nbgrader"] |= marks
                cell["metadata"] |= {"exercise": {"kind": "P", "commitment": True}, "limits": {"cell_seconds": 9999}}
                break
    return document


def faults(stage):
    for what, changes in CHANGES.items():
        # An answer that calls itself something else is found by its cell id, and is worth what it always was.
        yield from stage.unearned(what, lambda answer, changes=changes: changed(stage.document(answer), changes))

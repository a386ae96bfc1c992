"""Scratch folders are measured and removed whatever was put into them."""

import os

from autograder.sandbox import scratch

MB = 1 << 20


def nest(folder, depth):
    """Folders within folders, deeper than any path can say."""
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        for _ in range(depth):
            os.mkdir("d")  # noqa: PTH102  relative, on purpose
            os.chdir("d")
    finally:
        os.fchdir(before)
        os.close(before)


def test_a_folder_nested_beyond_any_path_is_removed(tmp_path):
    made = scratch.make(tmp_path, {})
    nest(made, 3000)
    assert scratch.overfull(made, MB, 10_000)
    scratch.remove(made)
    assert not made.exists()


def test_closed_folders_and_links_are_removed_and_not_followed(tmp_path):
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").write_text("x")
    made = scratch.make(tmp_path, {"data/a.txt": "eA=="})
    (made / "link").symlink_to(kept)
    (made / "data").chmod(0)
    (made / "dangling").symlink_to("nowhere")
    scratch.remove(made)
    assert not made.exists() and (kept / "file").read_text() == "x"


def test_bytes_and_files_are_counted(tmp_path):
    made = scratch.make(tmp_path, {})
    for number in range(5):
        (made / f"{number}").write_bytes(b"x" * MB)
    assert not scratch.overfull(made, 6 * MB, 5)
    assert scratch.overfull(made, 4 * MB, 5) and scratch.overfull(made, 6 * MB, 4)
    (made / "big").symlink_to("/dev/zero")
    assert not scratch.overfull(made, 6 * MB, 6)


def test_a_folder_that_is_gone_is_not_overfull(tmp_path):
    assert not scratch.overfull(tmp_path / "none", 0, 0)

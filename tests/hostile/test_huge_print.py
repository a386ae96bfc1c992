"""Printing without end: capped before it is stored, and no reason to fail."""


def test_an_honest_answer_that_prints_much_is_right(honest, right):
    honest(f"{right}\nfor i in range(300_000): print('x' * 50)")


def test_printing_without_end_is_stopped(attack, right):
    prints = "for _ in {}: print('x' * 10_000)\n" + right
    attack(prints.format("iter(int, 1)"), outcome="timeout", control=prints.format("range(100)"))


def test_output_is_capped(judge):
    from judging import make_master, submission

    master = make_master("close(1, 1, 'law: l')")
    result = judge.grade(master, submission(master, "print('y' * 10**7)\nprint('z')"), b"")
    (output,) = result.outputs["ex1"]
    assert len(output["text"]) < 210_000

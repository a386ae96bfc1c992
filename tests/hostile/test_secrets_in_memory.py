"""The learner's process never holds a hidden test, an expected value or the seed: a search of its memory finds none."""

from judging import judged

SEARCH = """
def search(needle):
    found = 0
    for line in open("/proc/self/maps"):
        span, access, *_, = line.split()
        if "r" not in access or "[v" in line:
            continue
        low, high = (int(part, 16) for part in span.split("-"))
        try:
            with open("/proc/self/mem", "rb", 0) as memory:
                memory.seek(low)
                found += memory.read(high - low).count(needle)
        except OSError:
            pass
    return found
def gradients(a, b, c):
    return b * c, a * c, a * b
"""


def test_no_hidden_text_is_in_the_workers_memory(judge):
    # The needle is sent in two halves, so that looking for it does not put it there.
    test = """
        assert gradients(1.0, 2.0, 3.0) == (6.0, 3.0, 2.0), "value: products"
        assert search(b"unlikely" + b"") > 0, "control: what is sent is found"
        half = learner.eval("search(bytes([104 + 0]) + b'idden-' + bytes([110]) + b'eedle-7319')")
        assert half <= 1, "secrecy: the hidden part is not there"
    """
    verdict = judged(judge, SEARCH, test, hidden='assert "hidden-needle-7319", "secrecy: hidden-needle-7319"')
    assert verdict.outcome == "right", verdict

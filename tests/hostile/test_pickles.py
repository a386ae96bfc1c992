"""Nothing that a learner sends is ever unpickled."""


def test_reduce_is_never_called_in_the_judge(attack, tmp_path):
    canary = tmp_path / "canary"
    bomb = f"""
import os, pickle
import numpy as np
class Bomb(np.ndarray):
    def __reduce__(self): return os.system, ("touch {canary}",)
    def __array__(self, *a, **k): raise TypeError
def gradients(a, b, c):
    bombs = [array.view(Bomb) for array in (b * c, a * c, a * b)]
    assert b"touch" in pickle.dumps(bombs)
    return """
    attack(bomb + "bombs", outcome="wrong", control=bomb + "[array.view(np.ndarray) for array in bombs]")
    assert not canary.exists()

# law: form
# A queue of tests is no list.
from collections import deque
tests = deque([({"y": ("mul", "x", "x")}, {"x": 3}, {"x": 6}), ({"s": ("neg", "x"), "t": ("mul", "s", "s"), "y": ("add", "t", "s")}, {"x": 3}, {"x": 5})])

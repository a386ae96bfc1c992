# %% [markdown] limits={"test_seconds": 8}
# # 02 · Local rules and computation graphs
#
# In notebook 00 somebody made three slopes by hand, and one sign was wrong. `mg` then made the same slopes without a
# formula: it knows the derivative of each single step, and puts the steps together. In this notebook you do that
# yourself, in plain Python. At the end you can put your finger on the place where the sign was lost.
#
# Afterwards you can
#
# - measure a derivative, and choose how far to nudge;
# - write down a computation as a graph;
# - find a derivative in it as a sum over paths, and all derivatives in one walk backwards;
# - explain why these two agree, and why only one of them is of use;
# - say when `mg` builds its graph.
#
# This notebook takes about two and a quarter hours: 85 minutes for the exercises, 10 of them for further practice
# (2.6+), and the rest for reading and running. Good places to stop are after exercises 2.4 and 2.6.
#
# You need notebook 00, and the derivatives of $e^x$ and $\cos x$; from Python, dictionaries and functions that call
# themselves.

# %%
try:
    import numpy as np
    import minigrad as mg
    from minigrad.drawing import draw
    from autograder.kit import close, learner, learner_side, ref, rng, same
    from autograder.kit.predict import beside, outcome
    ready = hasattr(mg, "__course__")
except ImportError:
    ready = False
if not ready:
    print("This kernel lacks the course's packages. In the course folder, run:  python3 start.py")
    print("On Windows:  py start.py. Until then, the cells below end in errors.")

# %% [markdown]
# ## A nudge to both sides
#
# The **derivative** of a result with respect to one input says how fast the result grows when this input grows and the
# others stay as they are. Notebook 00 called it the slope along that input, and measured it with a nudge $h$ to one
# side: $(f(x+h)-f(x))/h$. Such a fraction, how far the result moves divided by how far the input was moved, is called a
# **quotient** below.
#
# How good is that? Take the cube, $x^3$. We know its derivative, $3x^2$. Multiplied out,
#
# $$\frac{(x+h)^3-x^3}{h} = 3x^2 + 3xh + h^2,$$
#
# $$\frac{(x+h)^3-(x-h)^3}{2h} = 3x^2 + h^2.$$
#
# With a nudge to both sides the term $3xh$ cancels, and the error is $h^2$ only. This is the **central difference**.
# For $h = 0.001$, predict the size of both errors.

# %%
def cube(x):
    return x * x * x

x, h = 1.7, 0.001
print("derivative {:.7f}".format(3 * x * x))
print("one side   {:.7f}".format((cube(x + h) - cube(x)) / h))
print("both sides {:.7f}".format((cube(x + h) - cube(x - h)) / (2 * h)))

# %% [markdown]
# ## Exercise 2.1 · Central difference (code, 3 points, about 8 min, needs nothing)
#
# **Goal** Write `central_difference(f, point, h)`, for a function of several numbers.
#
# **Given** a function `f` of one number or several, 30 at most, which only computes, from its numbers alone: the same
# numbers always give the same value. It does not call `central_difference`, and may have no value at `point` itself,
# nor anywhere but where one number of `point` is nudged by `h`.
# Further a tuple `point` with as many numbers as `f` has arguments, and a number `h` from 1e-12 to 1e12, the nudge. All
# numbers may be ints or floats; ints are from minus a million to a million. Values of `f` are floats from -1e200 to
# 1e200, or ints of at most fifteen digits. (It does not matter which of 0.0 and -0.0 `f` gets.)
#
# **Return** a list, a new one in each call, with one central difference for each number of `point`, in their order:
# this number is nudged by `h` to both sides, the others keep exactly their values. (Whether a whole number gets to `f`
# as an int or as a float is up to you.)
#
# **Example** `central_difference(lambda a, b: a * b, (2.0, 3.0), 0.5)` is `[3.0, 2.0]`.

# %% nbgrader={"grade_id": "ex2_1", "solution": true}
def central_difference(f, point, h):
    ### BEGIN SOLUTION
    slopes = []
    for place, number in enumerate(point):
        above, below = list(point), list(point)
        above[place] = number + h
        below[place] = number - h
        slopes.append((f(*above) - f(*below)) / (2 * h))
    return slopes
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex2_1_test", "grade": true, "points": 3} exercise={"kind": "C"}
COUNT = "one for each: a list with one slope for each number of the point"
BOTH = "both sides: the difference between a nudge up and a nudge down, divided by the way between them"
ALONE = "others stay: while one number is nudged, the others are what they were"
NEW = "new list: each call returns a list of its own"


@learner_side
def first_of_two(central_difference, f, point, h):
    """The first of two lists, looked at after the second has been emptied."""
    first = central_difference(f, point, h)
    central_difference(f, point, h).clear()
    return first


found = central_difference(lambda x: x * x * x, (2.0,), 0.5)
same(isinstance(found, list), True, COUNT, about="also for a point of one number")
same(len(found), 1, COUNT, about="a point of one number")
close(found[0], 12.25, BOTH, about="the cube at 2 with h = 0.5")
found = central_difference(lambda x: x * x * x, (2,), 0.25)
close(found[0], 12.0625, BOTH, about="the cube at 2, an int, with h = 0.25")
found = central_difference(lambda a, b: a * b, (2.0, 3.0), 0.5)
same(len(found), 2, COUNT)
close(found[0], 3.0, ALONE, about="a * b at (2, 3), with respect to a")
close(found[1], 2.0, ALONE, about="a * b at (2, 3), with respect to b")
found = central_difference(lambda a, b, c: a * b * b + 5.0 * c, (3.0, 0.0, 3.0), 0.25)
same(len(found), 3, COUNT, about="three numbers, two of them equal")
for slope, expected in zip(found, [0.0, 0.0, 5.0], strict=True):
    close(slope, expected, ALONE, about="a * b * b + 5 * c at (3, 0, 3)")
found = central_difference(lambda a, b: a * a * b, (3.0, 3.0), 0.5)
same(len(found), 2, COUNT, about="two equal numbers")
for slope, expected in zip(found, [18.0, 9.0], strict=True):
    close(slope, expected, BOTH, about="a * a * b at (3, 3)")
def cubed_or_2(a):
    return max(a * a * a, 8)


for h, expected in ((1, 9.5), (0.5, 7.625), (0.25, 6.78125)):
    found = central_difference(cubed_or_2, (2,), h)
    close(found[0], expected, BOTH, about=f"the larger of a * a * a and 8, at 2 with h = {h}")
found = central_difference(lambda a, b: float(a * b**4), (1, 1000000), 1)
same(len(found), 2, COUNT, about="whole numbers, one of them a million")
close(found[0], 1e24, BOTH, about="a * b**4 at (1, 1000000), with respect to a")


@learner_side
def of_multiples(central_difference, factors, point, h):
    """For each factor, what comes for the function that multiplies by it. All are written in the same line."""
    def multiple(factor):
        return lambda a, b: factor * a * b

    return [list(central_difference(multiple(factor), point, h)) for factor in factors]


found = of_multiples(central_difference, [2.0, 5.0, 2.0], (3.0, 4.0), 0.5)
for slopes, expected in zip(found, [(8.0, 6.0), (20.0, 15.0), (8.0, 6.0)], strict=True):
    close(list(slopes), list(expected), BOTH, about="2 * a * b, then 5 * a * b, at one point with one nudge")
found = first_of_two(central_difference, lambda a, b: a * b, (3.0, 2.0), 0.5)
same(len(found), 2, NEW, about="the first list, after the second was emptied")
pairs = (lambda a, b: a * a * b, lambda a, b: a * b * b)
found = learner.in_turn(central_difference, [pairs, [(3.0, 2.0)], [0.5]], [((), (f, 0, 0)) for f in (0, 1, 0)])
for slopes, expected in zip(found, [(12.0, 9.0), (4.0, 12.0), (12.0, 9.0)], strict=True):
    close(list(slopes), list(expected), BOTH, about="two functions in turn, at one point with one nudge")
### BEGIN HIDDEN TESTS
asked = learner.watched(central_difference)
at = tuple(rng.uniform(0.5, 1.5, size=2).tolist())
for k, f in ((2.0, lambda a, b: 2.0 * a * b), (5.0, lambda a, b: 5.0 * a * b)):
    found = asked(f, at, 0.125)
    same(len(found), 2, COUNT, about="another function at the same point")
    for slope, expected in zip(found, [k * at[1], k * at[0]], strict=True):
        close(slope, expected, BOTH, about="another function at the same point")
x = float(rng.uniform(1.0, 2.0))
for h in (0.25, 0.5, 0.0001):
    found = asked(lambda a: a * a * a, (x,), h)
    same(len(found), 1, COUNT, about="the same point with another nudge")
    close(found[0], 3 * x * x + h * h, BOTH, rtol=1e-9, about="the same point with another nudge")
at = rng.uniform(0.5, 1.5, size=2).tolist()
found = first_of_two(central_difference, lambda a, b: a * b, tuple(at), 0.25)
same(len(found), 2, NEW, about="the first list, after a second call")
close(found[0], at[1], NEW, about="the first list, after a second call")
# inputs: unchanged (restored_by_arithmetic)
x, k, m = rng.uniform(0.5, 1.5, size=3).tolist()
found = asked(lambda a, b, c: k * b + m * c if a == x else 0.0, (x, 0.5, m), 1000.1)
same(len(found), 3, COUNT, about="a large nudge")
for slope, expected in zip(found, [0.0, k, m], strict=True):
    close(slope, expected, ALONE, about="a function that looks whether the first number is exactly what it was")
w = rng.uniform(0.5, 1.5, size=5).tolist()
at = rng.uniform(0.5, 1.5, size=5).tolist()
found = asked(
    lambda a, b, c, d, e: w[0] * a * b + w[1] * c * d + w[2] * e * e * e + w[3] * a * e + w[4] * b, tuple(at), 0.25
)
same(len(found), 5, COUNT, about="five numbers")
a, b, c, d, e = at
partial = [w[0] * b + w[3] * e, w[0] * a + w[4], w[1] * d, w[1] * c, w[2] * (3 * e * e + 0.0625) + w[3] * a]
for slope, expected in zip(found, partial, strict=True):
    close(slope, expected, ALONE, about="five numbers, products in which they meet")
w = rng.uniform(0.5, 1.5, size=30).tolist()
found = asked(lambda *all: sum(k * x for k, x in zip(w, all, strict=True)), tuple(w), 0.25)
same(len(found), 30, COUNT, about="thirty numbers")
for slope, expected in zip(found, w, strict=True):
    close(slope, expected, ALONE, about="thirty numbers")
twice = float(rng.uniform(1.0, 2.0))
found = asked(lambda a, b, c: a * b - 3.0 * b + c * a * a, (twice, 0.5, twice), 0.25)
same(len(found), 3, COUNT, about="two numbers of the point are equal")
for slope, expected in zip(found, [0.5 + 2 * twice * twice, twice - 3.0, twice * twice], strict=True):
    close(slope, expected, ALONE, about="two numbers of the point are equal")
# inputs: values (passes_over_a_zero, nudges_away_from_zero, tiny_slopes_are_0, lost_nudge_is_enlarged)
k, m = int(rng.integers(2, 6)), -int(rng.integers(6, 10))
found = asked(lambda a, b, c: k * a + a * b - 2 * b * c * c, (0, m, 3), 0.5)
same(len(found), 3, COUNT, about="whole numbers, one of them 0")
for slope, expected in zip(found, [k + m, -18.0, -12.0 * m], strict=True):
    close(slope, float(expected), BOTH, about="whole numbers, one of them 0")
x = -float(rng.uniform(1.0, 2.0))
(slope,) = asked(lambda a: 2.0 * a * a * a, (x,), 1)
close(slope, 6 * x * x + 2.0, BOTH, about="a negative number, and a nudge of 1")
for size in (1e-12, 1e12):
    found = asked(lambda a, b: size * a * b, (x, -x), 0.25)
    same(len(found), 2, COUNT, about="very small and very large values of f")
    for slope, expected in zip(found, [-size * x, size * x], strict=True):
        close(slope, expected, BOTH, rtol=1e-9, atol=0.0, about="very small and very large values of f")
for size in (1e-6, 1e6):
    found = asked(lambda a, b: a * a * b, (size * x, 1.0), size / 4)
    same(len(found), 2, COUNT, about="very small and very large numbers and nudges")
    for slope, expected in zip(found, [2 * size * x, size * size * (x * x)], strict=True):
        close(slope, expected, BOTH, rtol=1e-9, atol=0.0, about="very small and very large numbers and nudges")
large = float(rng.integers(500_000, 1_000_000))
found = asked(lambda a, b: 3.0 * a + b, (large, 0.0), 1e-12)
same(len(found), 2, COUNT, about="a nudge too small to change the first number")
for slope, expected in zip(found, [0.0, 0.0], strict=True):
    close(slope, expected, BOTH, about="a nudge too small to change the first number, or the value of f")
for count in range(1, 7):
    at, w = rng.normal(size=count), rng.normal(size=count).tolist()
    at = ([1, 20][count % 2] * (at[rng.integers(count, size=count)] if count % 2 else at)).tolist()
    h = float(rng.choice([1e-3, 0.5, 2.0]))

    def bent(*x, w=w):
        return sum(k * one**3 * other for k, one, other in zip(w, x, x[1:] + x[:1], strict=True))

    found = asked(bent, tuple(at), h)
    same(len(found), count, COUNT, about="points of all lengths, some with equal numbers")
    for place, slope in enumerate(found):
        up, down = ([x + step * (one == place) for one, x in enumerate(at)] for step in (h, -h))
        close(slope, (bent(*up) - bent(*down)) / (2 * h), BOTH, rtol=1e-9, atol=1e-9, about="points of all lengths")
(slope,) = asked(lambda a: 1.0 / a, (0,), 0.5)
close(slope, 4.0, BOTH, about="a function without a value at the point")
for side in (min, max):   # flat on one side of the point, and not on the other
    for sign in (1.0, -1.0):
        at, h = rng.uniform(1.0, 2.0, size=2).tolist(), float(rng.choice([0.25, 2.0]))
        found = asked(lambda a, b, at=at, side=side, sign=sign: sign * side(a, at[0]) + side(at[1], b), tuple(at), h)
        same(len(found), 2, COUNT, about="a function that is flat on one side of the point")
        for slope, expected in zip(found, [0.5 * sign, 0.5], strict=True):
            close(slope, expected, BOTH, about="a function that is flat on one side of the point")
k, x = rng.uniform(1.0, 2.0, size=2).tolist()
for place in (0.0, 1e-9, -1e-9):
    found = asked(lambda a, b, place=place: k * abs(a) * b, (place, x), 1e-10)
    same(len(found), 2, COUNT, about="a very small nudge")
    for slope, expected in zip(found, [k * x * (place > 0) - k * x * (place < 0), k * abs(place)], strict=True):
        close(slope, expected, BOTH, rtol=1e-5, about="a very small nudge")
found = asked(lambda a, b: a * a * b, (x, x), 0.5)
same(len(found), 2, COUNT, about="two equal numbers")
for slope, expected in zip(found, [2 * x * x, x * x], strict=True):
    close(slope, expected, ALONE, about="two equal numbers")
# whole numbers and others of all sizes; what is asked again differs in one thing only
families = [
    lambda w: lambda *x: sum(k * a * a * a for k, a in zip(w, x, strict=True)),
    lambda w: lambda *x: sum(max(k * a, a) + abs(a) for k, a in zip(w, x, strict=True)),
    lambda w: lambda *x: sum(k * a * b for k, a, b in zip(w, x, x[1:] + x[:1], strict=True)),
]
for trial in range(36):
    count, size, whole = 1 + trial % 4, 10.0 ** rng.uniform(-6, 8), trial % 2 == 0
    size = min(max(size, 1.0), 5e4) if whole else size
    draw = lambda low, high, size=size, whole=whole: (int if whole else float)(size * rng.uniform(low, high))
    weights = [rng.integers(2, 6, size=count).tolist() for _ in range(2)]
    f, other = families[trial % 3](weights[0]), families[(trial + 1) % 3](weights[1])
    x = [draw(1, 9) * int(rng.choice([-1, 1])) for _ in range(count)]
    near = [*x]
    near[trial % count] += draw(1, 2)
    h = draw(1, 2)
    again = [(f, x, h), (f, x, 2 * h), (f, near, h), (other, x, h), (f, [-each for each in x], h), (f, x, h)]
    for one, point, nudge in (again[place] for place in (*rng.permutation(len(again)), 0)):
        found = asked(one, tuple(point), nudge)
        same(len(found), count, COUNT, about="numbers of all sizes")
        for place, slope in enumerate(found):
            up, down = ([a + step * (at == place) for at, a in enumerate(point)] for step in (nudge, -nudge))
            right = (one(*up) - one(*down)) / (2 * nudge)
            close(slope, right, BOTH, rtol=1e-9, atol=1e-11 * abs(one(*up)) / nudge, about="numbers of all sizes")
for h in (0.003, 0.7, 3):
    (slope,) = asked(lambda a: 10**14 + (3 if a > 0 else 0), (0,), h)
    close(slope, 3 / (2 * h), BOTH, rtol=1e-9, about="large values of f that differ a little")
huge, x = 1e17 * float(rng.choice([-1, 1])), float(rng.uniform(1.0, 2.0))
found = asked(lambda a, b: 0.0 * a + b * b, (huge, x), 1)
same(len(found), 2, COUNT, about="a number that a nudge of 1 does not move")
for slope, expected in zip(found, [0.0, 2 * x], strict=True):
    close(slope, expected, BOTH, about="a number that a nudge of 1 does not move")
# large whole numbers: products that fit into no 64 bits, exact in whole numbers
for trial in range(16):
    count, high = 1 + trial % 3, 1 + trial % 5
    point = [int(10 ** rng.uniform(0, 6)) * int(rng.choice([-1, 1])) for _ in range(count)]
    point[trial % count] = (point[trial % count], 10**6, -(10**6), 3)[trial % 4]
    h = [1, int(10 ** rng.uniform(0, 6)), 10**6, float(10 ** rng.uniform(0, 6))][int(rng.integers(4))]

    def steep(*x, high=high):
        pairs = zip(x, (*x[1:], x[0]), strict=True)
        return float(sum((place + 2) * a**high * b**4 for place, (a, b) in enumerate(pairs)))

    found = asked(steep, tuple(point), h)
    same(len(found), count, COUNT, about="large whole numbers")
    for place, slope in enumerate(found):
        up, down = ([a + step * (at == place) for at, a in enumerate(point)] for step in (h, -h))
        size = max(abs(steep(*up)), abs(steep(*down)))
        close(slope, float((steep(*up) - steep(*down)) / (2 * h)), BOTH, rtol=1e-9, atol=float(1e-11 * size / h),
              about="large whole numbers")
# every argument exchanged alone, a little or a lot, the others the very same
base = rng.uniform(2.2, 2.7, size=2).tolist()
points = [tuple(base), (base[0] + 1e-4, base[1]), (base[0], base[1] + 1e-4), (base[1], base[0]), (-base[0], base[1]),
          (-1, -2), (-2, -1), (2, 2), (0, base[1])]
nudges = [0.4, 0.4001, 0.25, 1, 1.5]
bends = [lambda a, b: a * a * a + k * a * b, lambda a, b: a * a * a + m * a * b, lambda a, b: a * b * b * b - a * a]
calls, sizes = [(0, 0, 0)], (3, len(points), len(nudges))
for step in range(45):   # from call to call one of the three is another
    last = [*calls[-1]]
    last[step % 3] = (last[step % 3] + int(rng.integers(1, sizes[step % 3]))) % sizes[step % 3]
    calls += [tuple(last)] + [calls[-1]] * (step % 4 == 3)
answers = learner.in_turn(central_difference, [bends, points, nudges], [((), picked) for picked in calls])
for (f, at, h), found in zip(calls, answers, strict=True):
    right = []
    for place in range(2):
        up, down = ([a + step * (one == place) for one, a in enumerate(points[at])] for step in (nudges[h], -nudges[h]))
        right.append((bends[f](*up) - bends[f](*down)) / (2 * nudges[h]))
    close(list(found), right, BOTH, rtol=1e-7, about="function, point or nudge exchanged alone, the others the same")
# the bounds of Given: nudges, values of f, thirty numbers
for h in (1e-12, 1e-9, 1e9, 1e12, 10**6):
    found = asked(lambda a, b: k * a - m * b + k * a * b, (0, 0.0), h)
    close(list(found), [k, -m], BOTH, about=f"at (0, 0) with h = {h}")
    found = asked(lambda a: 1e180 * a, (0.0,), h)
    close(found[0], 1e180, BOTH, about=f"values up to 1e192, with h = {h}")
    found = asked(lambda a: 1e-180 * a, (0,), h)
    close(found[0], 1e-180, BOTH, atol=0.0, about=f"values down to 1e-192, with h = {h}")
for count in (7, 12, 19, 26):
    w = rng.uniform(0.5, 1.5, size=count).tolist()
    found = asked(lambda *all: sum(k * x for k, x in zip(w, all, strict=True)), tuple(w), 0.25)
    same(len(found), count, COUNT, about=f"{count} numbers")
    close(list(found), w, ALONE, about=f"{count} numbers")
for h in (1e-12, 1):
    found = asked(lambda a, b: (1e200 if a > 0 else -1e200) + b, (0, 0.0), h)
    close(found[0], 1e200 / h, BOTH, about=f"values of 1e200 and -1e200, with h = {h}")
exact = 2.0 ** int(rng.integers(5)) * 123456789012.5
close(asked(lambda a: exact * a, (2,), 0.5)[0], exact, BOTH, rtol=1e-14, about="a slope of thirteen digits")
x = 3e3 * float(rng.uniform(1.0, 2.0))
close(asked(lambda a: a, (x,), 1e-10)[0], ((x + 1e-10) - (x - 1e-10)) / 2e-10, BOTH, about="a nudge far smaller than x")
for f, slope in ((lambda a, b: a * b + b * b, 1.5 + 3.0), (lambda a, b: a * 1.5 + 1.5 * 1.5, 0.0)):
    found = asked(f, (1.5, 1.5), 0.25)
    close(list(found), [1.5, slope], BOTH, about="two functions that differ only where the last number is nudged")
for point, h in (((1.5, -0.75, 1.5), 0.25), ((0.5, 0.5, -0.5), 0.5), ((2, 0, -2), 2)):   # h may be one of the numbers
    nudged = [tuple(x + step * (at == place) for at, x in enumerate(point)) for place in range(3) for step in (h, -h)]
    values = dict(zip(nudged, rng.normal(size=6).tolist(), strict=True))

    def only_there(*numbers, values=values):
        same(numbers in values, True, ALONE, about="where the function is asked for its value")
        return values[numbers]

    found, one = asked(only_there, point, h), list(values.values())
    same(len(found), 3, COUNT, about="a function with values where one number is nudged alone")
    close(list(found), [(one[at] - one[at + 1]) / (2 * h) for at in (0, 2, 4)], BOTH, rtol=1e-9, atol=1e-9,
          about="a function with values where one number is nudged alone")
many = rng.integers(-4, 5, size=30).tolist()
found = asked(lambda *all: sum((place + 1) * x * x for place, x in enumerate(all)), tuple(many), 0.5)
close(list(found), [2.0 * (place + 1) * x for place, x in enumerate(many)], ALONE, about="thirty whole numbers")
hole = rng.uniform(1.0, 2.0, size=3).tolist()
found = asked(lambda a, b, c: (a - hole[0] + 2 * (b - hole[1]) - 3 * (c - hole[2])) /
              (abs(a - hole[0]) + abs(b - hole[1]) + abs(c - hole[2])), tuple(hole), 0.25)
close(list(found), [4.0, 8.0, -12.0], BOTH, about="a function of three numbers without a value at the point")
# no inputs: again: one point with another function and another nudge is tried under values as well
# no inputs: aliasing, dimensions: every call is watched, and points of all lengths are drawn under values
# no inputs: same: the visible part has a point with two equal numbers
# no inputs: order: the visible part has slopes that fall as the numbers of the point grow
# no inputs: size: a function has a handful of arguments
# no inputs: block: nothing is entered here
# no inputs: asked, example: the visible part has the text's example, and cubes that only this quotient gives
same(asked.broken(), [], NEW, about="every call of the hidden test")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# For each number of the point, `f` runs twice: once with this number a little larger, once with it a little smaller.
# </details>
# <details><summary>Hint 2: <code>TypeError: 'tuple' object does not support item assignment</code></summary>
#
# A tuple cannot be changed. Make a list of it, and a new one for every run; then no nudge is left over from the last.
# `f` wants its numbers one by one: a star before the list does that.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Go through the places of the point. Two copies of the point; at this place, one gets the number plus `h`, the other
# the number minus `h`. Subtract the two values of `f` and divide by twice `h`.
# </details>

# %% [markdown]
# ## Exercise 2.2 · How small a nudge? (predict, 2 points, about 9 min, needs nothing)
#
# The formulas say: the smaller `h`, the better. Here are the errors for three nudges at $x = 1.7$, where the derivative
# is 8.67.

# %%
def errors(h):
    """How far the two quotients are from the derivative of the cube at 1.7."""
    one_side = (cube(1.7 + h) - cube(1.7)) / h
    both_sides = (cube(1.7 + h) - cube(1.7 - h)) / (2 * h)
    return abs(one_side - 8.67), abs(both_sides - 8.67)

for h in (1e-1, 1e-2, 1e-3):
    print("h {}   one side {:.6f}   both sides {:.6f}".format(h, *errors(h)))

# %% [markdown]
# **Goal** Predict what happens when `h` gets smaller still.
#
# **Given** a Python number holds about sixteen digits.
#
# **Return** the dictionary `quotients`, with one of the values in the comment for each `None`.
#
# **Example** If there were a line for the better of the two nudges 1e-1 and 1e-3 above, it would read
# `"one side, of two": 1e-3,`.

# %% nbgrader={"grade_id": "ex2_2", "solution": true}
### BEGIN SOLUTION
quotients = {
    "one side": 1e-8,     # 1e-2, 1e-5, 1e-8 or 1e-15: which nudge gives the smallest error?
    "both sides": 1e-5,   # 1e-2, 1e-5, 1e-8 or 1e-15: the same with a nudge to both sides
    "h = 1e-17": 0.0,     # 8.67, 0.0 or "error": the quotient (one side) with this nudge
}
### STUB
# quotients = {
#     "one side": None,     # 1e-2, 1e-5, 1e-8 or 1e-15: which nudge gives the smallest error?
#     "both sides": None,   # 1e-2, 1e-5, 1e-8 or 1e-15: the same with a nudge to both sides
#     "h = 1e-17": None,    # 8.67, 0.0 or "error": the quotient (one side) with this nudge
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex2_2_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
nudges = (1e-2, 1e-5, 1e-8, 1e-15)
choices = {"one side": nudges, "both sides": nudges, "h = 1e-17": (8.67, 0.0, "error")}
for key, allowed in choices.items():
    where = f"{key}: {quotients[key]!r}, to be one of {allowed}"
    same(quotients[key] is not None, True,
         "commitment: still the stub; put a value in the place of None", about=where)
    same(quotients[key] in allowed, True, "commitment: each value is one of those in its comment",
         about=where)

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Two errors work against each other. One is in the formula, and shrinks with `h`. The other is in the arithmetic: each
# value of the cube is rounded to sixteen digits, and the quotient divides this error by something tiny.
# </details>
# <details><summary>Hint 2: which numbers</summary>
#
# The rounding error of the quotient is about `1e-16` divided by `h`. The formula's error is about `h` on one side and
# `h` squared on both. For which `h` are the two about equal?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# The better formula needs no tiny nudge, so its best `h` is the larger one. For the last line: has 1.7 plus 1e-17 a
# seventeenth digit to change?
# </details>

# %% [markdown]
# Now run.

# %%
four = (1e-2, 1e-5, 1e-8, 1e-15)
beside(quotients, {
    "one side": min(four, key=lambda h: errors(h)[0]),
    "both sides": min(four, key=lambda h: errors(h)[1]),
    "h = 1e-17": outcome(lambda: (cube(1.7 + 1e-17) - cube(1.7)) / 1e-17),
})

# %%
import matplotlib.pyplot as plt

steps = [10.0**-k for k in range(1, 16)]
plt.figure(figsize=(6, 3.5))
plt.loglog(steps, [errors(h)[0] for h in steps], "s--", label="one side")
plt.loglog(steps, [errors(h)[1] for h in steps], "o-", label="both sides")
plt.gca().set(xlabel="nudge h", ylabel="error of the quotient")
plt.legend()
plt.show()

# %% [markdown]
# *Figure 1. The error of the quotient against the nudge, for the cube at 1.7. Both axes are logarithmic: equal
# lengths are equal factors.*
#
# **The figure in words.** From right to left, `h` shrinks from 0.1 to $10^{-15}$. Both curves fall at first. The dashed
# one (one side) falls by one power of ten for each power of ten of `h`, down to about $10^{-8}$ at $h = 10^{-8}$. The
# solid one (both sides) falls twice as steeply, down to about $10^{-10}$ at $h = 10^{-5}$. Then both climb, with jumps;
# at $h = 10^{-15}$ the errors are about 1.
#
# Why do the errors grow again on the left?
#
# - **a** A number as small as 1e-9 is kept with fewer digits, so `h` itself is no longer exact.
# - **b** The values of the cube agree in ever more digits. Their difference keeps only the last, rounded ones, and the
#   division by a tiny number makes that error large.
# - **c** The formula's own error, $h^2$, grows again once `h` is smaller than the distance between two numbers.
# - **d** Python stops computing with numbers below about 1e-8 and takes them as 0.

# %% nbgrader={"grade_id": "ex2_2_why", "solution": true}
### BEGIN SOLUTION
why_it_grows = "b"
### STUB
# why_it_grows = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex2_2_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_it_grows is not None, True, "choice: still the stub; put a letter in the place of None")
same(why_it_grows in ("a", "b", "c", "d"), True,
     "choice: the answer is one of the letters a, b, c, d, in quotes")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# Not **a**: 1e-9 has its sixteen digits like any other number. Not **c**: $h^2$ shrinks for ever. Not **d**: Python
# computes down to about 1e-308. It is **b**: the two cubes are near 4.913, each is off by some 1e-16, and nothing that
# comes later can repair that. (So is `1.7 + h`, with the same effect.) At 1e-17 the two are the same number, and the
# slope is lost altogether.
#
# Where the two errors are equal, their sum is about least: near 1e-8 on one side, near 1e-5 on both. So the best nudge
# gives half of the digits, or two thirds of them with both sides. It is good for checking a derivative, and poor for
# computing one; and it costs two runs for every input.
# </details>

# %% [markdown]
# ## Local rules
#
# Now without nudges. A computation is a row of small steps: a sum, a product, a cosine. `VALUE` says what each kind of
# step computes.

# %%
import math

VALUE = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
    "exp": math.exp,
    "cos": math.cos,
}

# %% [markdown]
# For a single step the derivative is known exactly. `LOCAL` gets the inputs of a step, and gives a tuple with one
# number for each: how fast the step's output grows with that input. These are the step's **local derivatives**. Which
# numbers does it give for the product of 2 and 3?

# %%
LOCAL = {
    "add": lambda a, b: (1.0, 1.0),
    "sub": lambda a, b: (1.0, -1.0),
    "mul": lambda a, b: (b, a),
    "neg": lambda a: (-1.0,),
    "exp": lambda a: (math.exp(a),),
    "cos": lambda a: (-math.sin(a),),
}
print(LOCAL["mul"](2.0, 3.0))

# %% [markdown]
# These six rules were made by hand, and notebook 00 has shown what that may mean. But a nudge can check each of them,
# once and for all. Your 2.1 does it: the rule first, then what you measured.

# %%
def check_rules():
    for operation, rule in LOCAL.items():
        point = (2.0, 3.0) if operation in ("add", "sub", "mul") else (2.0,)
        measured = central_difference(VALUE[operation], point, 1e-5)
        print(operation, np.round(rule(*point), 6), np.round(measured, 6))

if outcome(check_rules) == "error":
    print("(This cell needs your 2.1.)")

# %% [markdown]
# ## A computation as data
#
# The steps of $y = (a+b)\cdot b$, written down:

# %%
example = {
    "y": ("mul", "s", "b"),
    "s": ("add", "a", "b"),
}

# %% [markdown]
# This is a **graph**. Each entry is a **node**: its name, and a tuple of its operation and the names of its inputs, in
# the order of the arguments. Names that have no entry of their own, here `a` and `b`, are the graph's **inputs**; they
# count as nodes too. From each input of a step an **edge** leads to that step. The order of the entries means nothing.
#
# How many edges are there?

# %%
edges = [(source, name) for name, (operation, *inputs) in example.items() for source in inputs]
print(edges)

# %% [markdown]
# `mg` keeps a graph as well, and can draw it. Inputs are square, operations round, and the arrows are the edges. (The
# picture calls inputs *leaves*. `saved=False` leaves out lines that notebook 05 explains.)

# %%
a, b = mg.tensor(2.0, requires_grad=True), mg.tensor(3.0, requires_grad=True)
s = a + b
y = s * b
draw(y, saved=False)

# %% [markdown]
# *Figure 2. The graph of $y = (a+b)\cdot b$.*
#
# **The figure in words.** Two squares, `a` and `b`; two round boxes, the sum `s` and the product `y`. Arrows lead from
# `a` to `s`, from `b` to `s`, from `b` to `y`, and from `s` to `y`. There is one square for `b`, with two arrows out.

# %% [markdown]
# ## Exercise 2.3 · Two graphs (graph, 3 points, about 8 min, needs nothing)
#
# **Goal** Write down the graphs of two computations.
#
# **Given** the computations
#
# ```text
# y = (a * b) + (b * c)              s = a + b
#                                    y = s * s
# ```
#
# **Return** two dictionaries in the form above: `products` for the one on the left, `squared` for the one on the
# right. The result is named `"y"`, the inputs have the letters they have here; other names are up to you. One entry for
# each operation, in any order. Sums and products may be turned round: `b * a` will do for `a * b`.
#
# **Example** the dictionary `example` above is the graph of $y = (a+b)\cdot b$.

# %% nbgrader={"grade_id": "ex2_3", "solution": true}
### BEGIN SOLUTION
products = {
    "p": ("mul", "a", "b"),
    "q": ("mul", "b", "c"),
    "y": ("add", "p", "q"),
}
squared = {
    "s": ("add", "a", "b"),
    "y": ("mul", "s", "s"),
}
### STUB
# products = None
# squared = None
### END SOLUTION

# %% nbgrader={"grade_id": "ex2_3_test", "grade": true, "points": 3} exercise={"kind": "D"}
FORM = "form: a dictionary; each is a name and a tuple of 'add' or 'mul' and the names of two inputs"
NODES = "nodes: one entry for each operation of the computation, and one of them is y"
INPUTS = "inputs: the names without an entry are the letters of the computation"
CIRCLE = "circle: no operation waits for its own output, directly or by way of others"
USED = "used: the output of every operation but y goes into another"


def circular(drawn, name, after=()):
    """Whether the way back from a name, from input to input, comes to some name a second time."""
    inputs = drawn.get(name, ())[1:]
    return name in after or any(circular(drawn, each, (*after, name)) for each in inputs)


def followed(drawn, name, numbers):
    if name not in drawn:
        return numbers[name]
    operation, *inputs = drawn[name]
    first, second = (followed(drawn, each, numbers) for each in inputs)
    return first + second if operation == "add" else first * second


for title, drawn, size, letters, values in (
    ("products", products, 3, "abc", (18, 112)), ("squared", squared, 2, "ab", (25, 144))
):
    same(drawn is not None, True, "form: still the stub; put a dictionary in the place of None",
         about=title)
    same(isinstance(drawn, dict), True, FORM, about=title)
    fits = [isinstance(entry, tuple) and len(entry) == 3 and entry[0] in ("add", "mul")
            and isinstance(entry[1], str) and isinstance(entry[2], str) for entry in drawn.values()]
    same(fits, [True] * len(drawn), FORM, about=f"{title}, entry by entry")
    same(len(drawn), size, NODES, about=title)
    same("y" in drawn, True, NODES, about=title)
    same([name for name in drawn if circular(drawn, name)], [], CIRCLE,
         about=f"{title}, the names whose way back runs in a circle")
    used = {name for operation, *names in drawn.values() for name in names}
    same(sorted(used - set(drawn)), sorted(letters), INPUTS, about=title)
    same(sorted(set(drawn) - used), ["y"], USED, about=title)
    for numbers, value in zip(({"a": 2, "b": 3, "c": 4}, {"a": 5, "b": 7, "c": 11}), values, strict=True):
        same(followed(drawn, "y", numbers), value,
             "value: followed from its inputs, the graph gives the value of the computation",
             about=f"{title} with {numbers}")
### BEGIN HIDDEN TESTS


def told(drawn, name):
    """What a name stands for, in full; the two arguments of a sum or a product may be exchanged."""
    if name not in drawn:
        return name
    operation, *names = drawn[name]
    return (operation, *sorted((told(drawn, each) for each in names), key=repr))


# no inputs: asked: the visible part follows each graph for two sets of numbers, which no other graph of its size gives
EDGES = "edges: each operation gets its inputs from where the computation says"
p, q, s = ("mul", "a", "b"), ("mul", "b", "c"), ("add", "a", "b")
same(told(products, "y") == ("add", *sorted((p, q), key=repr)), True, EDGES, about="products")
same(told(squared, "y") == ("mul", s, s), True, EDGES, about="squared")
# no inputs: dimensions, values, aliasing, unchanged, again, order, size, block: two dictionaries, which take no inputs
# no inputs: same: the visible part counts the entries, so that s is one node with two edges
# no inputs: example: the graph of another computation
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Name the result of each operation, as if you wrote one operation a line. Each such line becomes one entry.
# </details>
# <details><summary>Hint 2: which lines</summary>
#
# On the left there are three operations, so three entries. On the right there are two; the same name may stand twice in
# one tuple.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Left: one entry for the first product, one for the second, and `y` adds their names. `b` is an input of both products
# and has no entry. Right: one entry for the sum, and `y` multiplies its name by itself.
# </details>

# %% [markdown]
# Two words of warning. $b\cdot(a+c)$ has the same value as the one on the left, and another graph: a graph tells how
# something was computed, not only what. And in `squared` two edges lead from `s` to `y`. A program that looks at each
# *node* once, where it should look at each *edge* once, forgets one of them. You will meet it again.

# %% [markdown]
# ## Exercise 2.4 · Forward (code, 4 points, about 12 min, needs 2.3)
#
# With numbers for its inputs, a graph can be computed. But its entries stand in any order, and a step can be computed
# only when its inputs are known.
#
# **Goal** Write `forward_values(graph, inputs, table)`.
#
# **Given** a graph in the form above, with up to 300 steps, or none; a dictionary `inputs` with a number for each input
# of the graph, and perhaps for names that no step uses and no step has; a `table` like `VALUE`, which has for each
# operation in the graph a function of as many numbers as its steps have inputs: one, two or more. These functions
# compute from their numbers alone, and do not call `forward_values`. A node may have any string as its name, that of an
# operation too, or `""`.
#
# **Return** a dictionary, a new one in each call, with the value of every node: the inputs first, then the steps in the
# order in which they were computed, each name after the names of its inputs. Each step is computed once, by the
# function in `table`, even where two steps do the same. (A whole number may become a float.) `graph` and `inputs` stay
# as they are. Do without `graphlib`, the part of Python that has the order ready. (The hidden test tries graphs of all
# these sizes, with functions of its own, and notes when they are called, and how often.)
#
# **Example** `forward_values(example, {"a": 2.0, "b": 3.0}, VALUE)` is `{"a": 2.0, "b": 3.0, "s": 5.0, "y": 15.0}`.

# %% nbgrader={"grade_id": "ex2_4", "solution": true}
def forward_values(graph, inputs, table):
    ### BEGIN SOLUTION
    values = dict(inputs)
    while len(values) < len(graph) + len(inputs):
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                values[name] = table[operation](*(values[each] for each in names))
    return values
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex2_4_test", "grade": true, "points": 4} exercise={"kind": "C", "forbid": ["graphlib", "functools._c3_merge"]}
ENDS = "ends: forward_values comes to an end, without an error, and returns a dictionary"
NAMES = "names: the result has the inputs and every step of the graph, and nothing else"
STEP = "value: each step is its operation on its inputs, in the order of the arguments"
ORDER = "order: the inputs come first, and each step stands after all of its inputs"
TABLE = "table: what an operation computes is said by the table that is handed over"
CALLER = "caller: graph and inputs stay as they were, and each call returns a new dictionary"
ONCE = "once: each step is computed once, however often its output is used"
COMPUTED = "as computed: the steps stand in the order in which they were computed"


def counted(table, most):
    """The table, whose functions end the test when they have been called more than `most` times."""
    calls = []

    def call(function, numbers):
        calls.append(1)
        if len(calls) > most:
            same(len(calls), most, ONCE, about="calls of the functions in the table")
        return function(*numbers)

    return {name: lambda *numbers, act=act: call(act, numbers) for name, act in table.items()}


@learner_side
def first_of_two(forward_values, graph, inputs, others, table):
    """The first of two results, looked at when both are there."""
    first = forward_values(graph, inputs, table)
    forward_values(graph, others, table)
    return first


@learner_side
def second_of_two(forward_values, graph, inputs, table):
    """The second of two results, after the first has been emptied."""
    forward_values(graph, inputs, table).clear()
    return forward_values(graph, inputs, table)


found = forward_values({"y": ("mul", "s", "b"), "s": ("add", "a", "b")}, {"a": 2.0, "b": 3.0}, VALUE)
same(isinstance(found, dict), True, ENDS)
same(sorted(found), ["a", "b", "s", "y"], NAMES)
close([found[name] for name in "absy"], [2.0, 3.0, 5.0, 15.0], STEP, about="a, b, s and y")
table = {"tilt": lambda a, b: 3.0 * a - b, "up": lambda a: a + 10.0}
found = forward_values({"z": ("up", "d")}, {"d": 2.0}, table)
close(found["z"], 12.0, TABLE, about="an operation that VALUE does not have")
found = forward_values({"y": ("clip", "z", "a", "b"), "z": ("add", "o", "a")}, {"a": 1, "o": 0, "b": 5},
                       {"clip": lambda x, low, high: min(max(x, low), high), "add": lambda a, b: a + b + 3})
same(isinstance(found, dict), True, ENDS, about="whole numbers, one of them 0")
same(sorted(found), ["a", "b", "o", "y", "z"], NAMES, about="whole numbers, one of them 0")
close(found["z"], 4, TABLE, about="an operation with the name of one in VALUE")
close(found["y"], 4, STEP, about="an operation on three numbers")
graph = {
    "p": ("tilt", "s", "s"), "y": ("tilt", "p", "t"), "s": ("tilt", "a", "b"), "t": ("tilt", "c", "p"),
    "v": ("up", "s"),
}
numbers = {"a": 2.0, "b": -3.0, "c": 1.0, "idle": 4.0}
found = forward_values(dict(graph), dict(numbers), table)
same(isinstance(found, dict), True, ENDS)
same(sorted(found), ["a", "b", "c", "idle", "p", "s", "t", "v", "y"], NAMES, about="no step uses idle and v")
for name, expected in (numbers | {"s": 9.0, "p": 18.0, "t": -15.0, "y": 69.0, "v": 19.0}).items():
    close(found[name], expected, STEP, about=f"the value of {name}; tilt is 3 * a - b")
same(sorted(list(found)[:4]), ["a", "b", "c", "idle"], ORDER, about="the first four names")
same([name for name in found if name in "spty"], ["s", "p", "t", "y"], ORDER, about="four of the steps")
same([name for name in found if name in "sv"], ["s", "v"], ORDER, about="s, and v that uses it")
rungs = {f"r{step + 1}": ("tilt", f"r{step}", f"r{step}") for step in reversed(range(12))}
found = forward_values(rungs, {"r0": 1.0}, counted({"tilt": lambda a, b: 3.0 * a - b}, 12))
same(len(found), 13, NAMES, about="twelve steps, the last of which stands first")
close(found["r12"], 4096.0, ONCE, about="twelve steps, each used twice by the next")
calls, noted = [], {"up": lambda a: calls.append(a) or a + 10.0}
for _ in range(2):
    forward_values({"y": ("up", "a")}, {"a": 2.0}, noted)
same(len(calls), 2, ONCE, about="the same step, computed in each of two calls")
found = forward_values({"y": ("up", "a"), "z": ("up", "y")}, {"a": 1, "o": 0, "b": 5}, table)
close([found["y"], found["z"]], [11, 21], CALLER, about="the same names with other edges")
held, numbers = learner.hold(graph), learner.hold(numbers)
forward_values(held, numbers, table)
found = forward_values(held, {"a": 1.0, "b": 1.0, "c": 2.0}, table)
same(len(found), 8, CALLER, about="the same graph again, with other inputs")
close(found["y"], 10.0, CALLER, about="the same graph again, with other inputs")
found = forward_values({"z": ("tilt", "a", "b"), "w": ("up", "c")}, numbers, table)
same(len(found), 6, CALLER, about="the same inputs again, with another graph")
found = first_of_two(forward_values, {"y": ("up", "a")}, {"a": 2.0}, {"a": 3.0}, table)
close(found["y"], 12.0, CALLER, about="the first result, after a second call")
found = learner.in_turn(forward_values, [[{"y": ("up", "a"), "z": ("up", "y")}], [{"a": 1.0}], [table]],
                [((), (0, 0, 0)), (((0, 0, "y", ("up", "z")), (0, 0, "z", ("tilt", "a", "a"))), (0, 0, 0))])
for values, expected in zip(found, [[1.0, 11.0, 21.0], [1.0, 12.0, 2.0]], strict=True):
    same(sorted(values), ["a", "y", "z"], NAMES, about="the same graph, before and after its steps were changed")
    close([values[name] for name in "ayz"], expected, STEP, about="the same graph, before and after a change in it")
### BEGIN HIDDEN TESTS
asked = learner.watched(forward_values)
# word: the order of the names, and that each call returns a dictionary of its own
k, m = rng.uniform(0.5, 2.0, size=2).tolist()
table = {"mix": lambda a, b: k * a - b, "turn": lambda a: m - a, "lift": lambda a, b, c: a - m * b + k * c}
# inputs: dimensions (five_numbers_in_alphabetical_order)
found = asked({}, {"a": m}, table)
same(isinstance(found, dict), True, ENDS)
same(sorted(found), ["a"], NAMES, about="a graph without steps")
found = asked({"y": ("lift", "a", "b", "c")}, {"a": k, "b": 1.5, "c": m}, table)
close(found["y"], k - m * 1.5 + k * m, STEP, about="an operation on three numbers")
five = {"five": lambda a, b, c, d, e: k * a - b + m * c - 3.0 * d + 0.5 * e}
found = asked({"y": ("five", "a", "b", "c", "b", "a")}, {"c": 2.0, "a": m, "b": k}, five)
close(found["y"], k * m - k + m * 2.0 - 3.0 * k + 0.5 * m, STEP,
      about="an operation on five numbers, some of them twice")
# inputs: same (takes_the_operation_for_a_node)
found = asked({"turn": ("mix", "a", "mix"), "mix": ("turn", "a")}, {"a": k}, table)
same(isinstance(found, dict), True, ENDS)
same(sorted(found), ["a", "mix", "turn"], NAMES, about="nodes that are named like operations")
close(found["turn"], k * k - (m - k), STEP, about="nodes that are named like operations")
found = asked({"y": ("turn", ""), "": ("turn", "a")}, {"a": k}, table)
same(isinstance(found, dict), True, ENDS, about='a step whose name is "", behind the step that uses it')
close([found[""], found["y"]], [m - k, k], STEP, about='a step whose name is "", behind the step that uses it')
for place in range(3):
    names = ["a", "b", "b"]
    names[place] = "later"
    found = asked({"y": ("lift", *names), "later": ("turn", "a")}, {"a": k, "b": 1.5}, table)
    same(isinstance(found, dict), True, ENDS, about="a step one of whose three inputs stands behind it")
    by_name = {"a": k, "b": 1.5, "later": m - k}
    first, second, third = (by_name[name] for name in names)
    close(found["y"], first - m * second + k * third, STEP, about="a step one of whose three inputs stands behind it")
odd = ["table", "x 1", "2nd", "graph", "if", "values", ""]
pairs = zip(["inputs", *odd[:-1]], odd, strict=True)
found = asked({name: ("turn", before) for before, name in pairs}, {"inputs": k}, table)
same(isinstance(found, dict), True, ENDS, about="names of every kind")
same(sorted(found), sorted(["inputs", *odd]), NAMES, about="names of every kind")
close([found[name] for name in odd], [m - k, k, m - k, k, m - k, k, m - k], STEP, about="names of every kind")
# inputs: values (rounds_off)
found = asked({"y": ("mix", "z", "n"), "z": ("mix", "o", "o")}, {"o": 0, "n": 3}, table)
same(isinstance(found, dict), True, ENDS)
same(sorted(found), ["n", "o", "y", "z"], NAMES, about="whole numbers, one of them 0")
close([found["z"], found["y"]], [0.0, -3.0], STEP, about="whole numbers, one of them 0")
graph = {"y": ("mix", "tiny", "tiny"), "w": ("mix", "y", "huge")}
found = asked(graph, {"tiny": m * 1e-12, "huge": 1e200}, table)
same(isinstance(found, dict), True, ENDS)
close(found["y"], k * m * 1e-12 - m * 1e-12, STEP, rtol=1e-9, atol=1e-24, about="very small numbers")
close(found["w"], -1e200, STEP, about="very large numbers")
found = asked({"y": ("mix", "a", "b"), "w": ("turn", "a")}, {"a": math.inf, "b": m}, table)
same(isinstance(found, dict), True, ENDS)
close([found["y"], found["w"], found["b"]], [math.inf, -math.inf, m], STEP, about="an input that is infinite")
found = asked({f"w{number + 1}": ("by", f"w{number}", "w0") for number in range(5)}, {"w0": 10**7},
              {"by": lambda a, b: a * b})
close(found["w5"], 10**42, STEP, rtol=1e-9, about="large whole numbers")
found = asked({"y": ("mix", "a", "b")}, {"a": 1000.0 + m, "b": 1000.0 * k}, table)
close(found["y"], k * m, STEP, rtol=1e-9, about="two large numbers whose difference is small")
same(second_of_two(forward_values, {}, {"a": k}, table), {"a": k}, CALLER, about="a graph without steps, twice")
found = second_of_two(forward_values, {"p": ("turn", "a")}, {"a": k}, table)
same(sorted(found), ["a", "p"], CALLER, about="twice the same, the first result emptied in between")
close(found["p"], m - k, CALLER, about="twice the same, the first result emptied in between")
for first, expected in ((k, m - k), (m, 0.0)):
    found = asked({"p": ("turn", "q"), "q": ("turn", "a")}, {"a": first}, table)
    close([found["p"], found["q"]], [first, expected], CALLER, about="the same names with other numbers")
found = asked({"p": ("turn", "a"), "q": ("mix", "p", "a")}, {"a": m + k}, table)
close([found["p"], found["q"]], [-k, -k * k - m - k], CALLER, about="the same names with other edges")
for number in (k, m):
    found = asked({"p": ("turn", "a")}, {"a": 1.5}, {"turn": lambda a: number * a})
    close(found["p"], number * 1.5, TABLE, about="the same graph and inputs with another table")
# inputs: size (a_hundred_rounds, keeps_128_values)
chain = {f"c{number}": ("turn", f"c{number - 1}") for number in range(300, 0, -1)}
found = asked(chain, {"c0": k}, counted(table, 300))
same(isinstance(found, dict), True, ENDS)
same(len(found), 301, NAMES, about="300 steps, the last one first")
close([found["c299"], found["c300"]], [m - k, k], STEP, about="300 steps, the last one first")
rungs = [(f"r{number + 1}", ("mix", f"r{number}", f"r{number}")) for number in range(60)]
found = asked(dict(rungs), {"r0": 1.0}, counted({"mix": lambda a, b: 0.5 * a + 0.25 * b + k}, 60))
same(isinstance(found, dict), True, ENDS)
close(found["r60"], 4 * k + (1.0 - 4 * k) * 0.75**60, ONCE, about="60 steps, each used twice by the next")
late = {f"l{step}": ("mean", f"l{step - 1}", f"l{max(0, step - 140 - step // 2)}") for step in range(1, 301)}
for graph in (late, dict(reversed(late.items()))):
    found = asked(graph, {"l0": k}, counted({"mean": lambda a, b: 0.5 * a + 0.5 * b}, 300))
    same(isinstance(found, dict), True, ENDS)
    same(len(found), 301, NAMES, about="300 steps, whose values are used again much later")
    close(found["l300"], k, ONCE, about="300 steps, whose values are used again much later")
for size in (*range(1, 13), 20):
    names, expected = ["u", "v", "w"], dict(zip("uvw", rng.uniform(0.5, 1.5, size=3).tolist(), strict=True))
    numbers, entries = dict(expected), []
    for step in range(size):
        picked = [names[-1], *rng.choice(names, size=step % 3).tolist()]
        entries.append((f"{'zxmk'[step % 4]}{step}", (("turn", "mix", "lift")[step % 3], *picked)))
        names.append(entries[-1][0])
        expected[names[-1]] = table[entries[-1][1][0]](*(expected[each] for each in picked))
    graph = {entries[place][0]: entries[place][1] for place in rng.permutation(size).tolist()}
    kind = f"{size} steps in any order"
    found = asked(graph, numbers, counted(table, size))
    same(isinstance(found, dict), True, ENDS)
    same(sorted(found), sorted(expected), NAMES, about=kind)
    for name, value in expected.items():
        close(found[name], value, STEP, rtol=1e-13, about=kind)
    place = {name: number for number, name in enumerate(found)}
    late = [all(place[each] < place[name] for each in picked) for name, (operation, *picked) in graph.items()]
    same((sorted(list(found)[:3]), all(late)), (["u", "v", "w"], True), ORDER, about=kind)
# inputs: asked (sorted_by_depth, shares_equal_steps)
for nothing in (0.0, 0, -0.0, math.nan):
    graph = {"y": ("mix", "s", "s"), "t": ("mix", "s", "a"), "s": ("nothing", "a")}
    found = asked(graph, {"a": m}, counted(table | {"nothing": lambda a, nothing=nothing: nothing}, 3))
    same(isinstance(found, dict), True, ENDS)
    same(sorted(found), ["a", "s", "t", "y"], NAMES, about="a step with the value 0 or nan, used twice")
found = asked({"y": ("mix", "a", "b"), "s": ("turn", "b")}, {"a": m, "b": 0.5}, counted(table, 2))
same(isinstance(found, dict), True, ENDS)
close([found["y"], found["s"]], [k * m - 0.5, m - 0.5], ONCE, about="two steps")
calls = []
twice = {"turn": lambda a: calls.append(a) or m - a}
found = asked({"p": ("turn", "a"), "q": ("turn", "a"), "r": ("turn", "b")}, {"a": k, "b": k}, twice)
close([found["p"], found["q"], found["r"]], [m - k] * 3, STEP, about="three steps that do the same")
close(sum(calls), 3 * k, ONCE, about="three steps that do the same: the sum of the numbers that their function got")
for turned in (False, True):
    calls, before = [], {"y": "s", "s": "a", "t": "a", "v": "w", "x": "y", "w": "t", "u": "a"}
    graph = {name: (name, source) for name, source in before.items()}
    noted = {name: lambda a, name=name: calls.append(name) or a * k for name in graph}
    found = asked(dict(reversed(graph.items())) if turned else graph, {"a": m}, noted)
    same(isinstance(found, dict), True, ENDS)
    same(list(found), ["a", *calls], COMPUTED, about="seven steps, each with an operation of its own")
    close([found["u"], found["w"], found["x"]], [m * k, m * k * k, m * k * k * k], STEP, about="seven steps")
    asked(graph, {"a": m}, noted)
    same(len(calls), 14, ONCE, about="seven steps with the very same functions and numbers, twice: their calls")
for size in (40, 300):
    calls, sources = [], {f"s{step}": [f"s{int(each)}" for each in rng.integers(max(0, step - 9), step, size=2)]
                          for step in range(1, size + 1)}
    graph = {name: (f"of {name}", *sources[name]) for name in rng.permutation(list(sources)).tolist()}
    noted = {f"of {name}": lambda a, b, name=name: calls.append(name) or 0.5 * (a + b) for name in graph}
    found = asked(graph, {f"i{number}": 1.0 for number in range(60)} | {"s0": k}, noted)
    same(isinstance(found, dict), True, ENDS)
    same((len(found), len(calls)), (size + 61, size), ONCE, about=f"{size} steps, and sixty inputs that none uses")
    same(list(found)[61:], calls, COMPUTED, about=f"{size} steps, each with an operation of its own")
    close(list(found.values())[61:], [k] * size, STEP, about=f"{size} steps, each the mean of two before it")
signs = {"turned": lambda a: -abs(a), "sign": lambda a: math.copysign(k, a)}
found = asked({"y": ("sign", "z"), "z": ("turned", "a"), "w": ("sign", "a")}, {"a": 0.0}, signs)
close([found["y"], found["w"]], [-k, k], STEP, about="a step whose value is -0.0, and one that tells it from 0.0")
w = rng.normal(size=40).tolist()
found = asked({"y": ("all", *(f"i{place}" for place in range(40)))}, {f"i{place}": x for place, x in enumerate(w)},
              {"all": lambda *numbers: sum((place + 1) * x for place, x in enumerate(numbers))})
close(found["y"], sum((place + 1) * x for place, x in enumerate(w)), STEP, about="an operation on forty numbers")
own = {"add": lambda a, b: k * a - b, "mul": lambda a, b: a - m * b, "neg": lambda a: m - a, "cos": lambda a: k * a}
graph = {"p": ("mul", "q", "a"), "q": ("add", "a", "r"), "r": ("neg", "a"), "s": ("cos", "a")}
found = asked(graph, {"a": 1.5}, own)
r, q = m - 1.5, k * 1.5 - (m - 1.5)
close([found[name] for name in "rqps"], [r, q, q - m * 1.5, k * 1.5], TABLE, about="names of VALUE, other functions")
# graph, inputs or table exchanged alone, and entries of them exchanged, added and taken out between the calls


def step_by_step(graph, inputs, table):
    done = dict(inputs)
    for _ in graph:
        for step, (act, *sources) in graph.items():
            if step not in done and all(source in done for source in sources):
                done[step] = table[act](*(done[source] for source in sources))
    return done


def drawn_graph(names, before):
    """Steps of these names in an order of their own, each on inputs and earlier steps."""
    there, made = [*before], {}
    for name in rng.permutation(names).tolist():
        operation = ("turn", "mix", "lift")[int(rng.integers(3))]
        picked = [there[int(place)] for place in rng.integers(len(there), size=3)]
        picked[0] = there[-1]
        made[name] = (operation, *picked[: 1 + ("turn", "mix", "lift").index(operation)])
        there.append(name)
    return {name: made[name] for name in rng.permutation(names).tolist()}


def drawn_numbers(names):
    return dict(zip(names, rng.uniform(0.5, 1.5, size=len(names)).tolist(), strict=True))


def drawn_table():
    p, q = rng.uniform(0.5, 1.5, size=2).tolist()
    return {"turn": lambda a: p - q * a, "mix": lambda a, b: p * a - q * b, "lift": lambda a, b, c: a - p * b + q * c}


for _ in range(2):
    names, letters = [f"s{step}" for step in range(5)], ["a", "b"]
    graphs = [drawn_graph(names, letters) for _ in range(2)]
    numbers = [drawn_numbers(letters) for _ in range(2)]
    choices = [graphs, [*numbers, numbers[0] | {"a": numbers[0]["a"] + 1e-6}], [drawn_table() for _ in range(2)]]
    calls = [((), (first, second, third)) for first in range(2) for second in range(3) for third in range(2)]
    calls = [calls[place] for place in (*rng.permutation(len(calls)), *rng.permutation(len(calls))[:4])]
    other = drawn_graph(names, letters)
    more = [
        [(0, 0, names[0], ("mix", "a", "b"))],                          # one entry
        [(0, 0, names[0], ("mix", "b", "a"))],
        [(0, 0, "new", ("lift", names[1], "a", names[4]))],            # one more step, and away with it
        [(0, 0, "newer", ("turn", "new"))],
        [(0, 0, "newer", None)],
        [(0, 0, "new", None), (0, 0, "newest", ("turn", names[2]))],
        [(0, 0, "newest", None)],
        [(1, 0, "a", 2.5)], [(1, 0, "idle", 1.5)], [(1, 0, "a", 2.5 + 1e-6)], [(1, 0, "idle", None)],
        [(0, 0, names[3], None), (1, 0, names[3], 0.75)],               # a step becomes an input, and a step again
        [(1, 0, names[3], None), (0, 0, names[3], ("turn", "b"))],
        [(2, 0, "mix", lambda a, b: 2.0 * a + k * b)],
        [(2, 0, "turn", lambda a: a * a)],
        [(0, 0, name, entry) for name, entry in other.items()],          # all of them
        [(0, 0, name, entry) for name, entry in drawn_graph(names, letters).items()],
        [(0, 0, name, None) for name in names],
        [(0, 0, name, entry) for name, entry in drawn_graph(names, letters).items()],
    ]
    calls += [(changes, (0, 0, 0)) for changes in more] + [((), (1, 1, 1)), ((), (0, 0, 0))]
    right = learner.in_turn(step_by_step, choices, calls)
    found = learner.in_turn(forward_values, choices, calls)
    for values, expected in zip(found, right, strict=True):
        same(isinstance(values, dict), True, ENDS)
        same(sorted(values), sorted(expected), NAMES, about="the same objects again, after some were changed")
        close([values[name] for name in expected], list(expected.values()), STEP, rtol=1e-8, atol=1e-8,
              about="the same objects again, after some were changed")
same(asked({}, {}, table), {}, NAMES, about="no steps and no inputs")
# no inputs: again, aliasing: names come again with other numbers and edges under values, and every call is watched
# no inputs: order: the visible part has a graph that stands neither forwards nor backwards, and an unused input
# no inputs: unchanged: the visible part calls it twice on one graph and on one dictionary of inputs
# no inputs: block: nothing is entered here
# no inputs: example: the visible part has it
same(asked.broken(), [], CALLER, about="every call of the hidden test")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Begin with what is known: the inputs. Which steps can be computed then? And after these? Another way: to compute a
# step, first have its inputs computed, and write each value down, so that it is not computed again.
# </details>
# <details><summary>Hint 2: <code>KeyError</code>, with the name of a step</summary>
#
# A step was computed before one of its inputs was known. Pass over such a step for now, and come back to it; or go and
# compute the missing one first.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Copy the inputs into a new dictionary. As long as steps are missing, go through the graph: a step that has no value
# yet, and all of whose inputs have one, gets its value from the table. The star hands a list over as single arguments.
# </details>

# %% [markdown]
# **A good place to stop.** You have a graph and its values. Next, derivatives come out of it.

# %% [markdown]
# ## Who builds the graph?
#
# You wrote your graph down before you computed with it. With `mg` nobody writes it down. So who builds it, and when:
# while `y` is computed, or when `backward()` asks for derivatives? A tensor that was computed knows its node by
# `.grad_fn`. Predict what the four lines print.

# %%
a, b, c = (mg.tensor(number, requires_grad=True) for number in (2.0, 3.0, 4.0))
y = a * b + b * c
node = y.grad_fn
print(node.name())               # before any backward()
y.backward()
print(y.grad_fn is node)         # the same node afterwards?
y = a * b + b * c
print(y.grad_fn is node)         # computed again: the same node?
print(a.grad_fn)                 # a was not computed

# %% [markdown]
# The forward run builds the graph: each operation, when it is computed, adds a node for itself. `backward()` only walks
# what it finds. Whoever computes again gets new nodes. So an `if` or a loop in Python is no difficulty: what is
# recorded is what was done this time.
#
# A node knows its inputs by `next_functions`, in pairs of a node and a number that does not matter here. The function
# below follows them to the end. How many lines will it print for `y`, and which stand at the ends?

# %%
def walk(node, indent=""):
    print(indent + type(node).__name__)
    for before, _ in node.next_functions:
        walk(before, indent + "    ")

walk(y.grad_fn)

# %% [markdown]
# At each end stands a node `AccumulateGrad`: the place where a derivative is collected for `a`, `b` or `c`. There are
# four such lines, for three inputs. One of them is there twice:

# %%
first, second = (product for product, _ in y.grad_fn.next_functions)
print(first.next_functions[1][0] is second.next_functions[0][0])
print(first.next_functions[1][0].variable is b)

# %% [markdown]
# `walk` came to `b` twice, because two **paths** lead from `b` to `y`. A path goes from node to node along the edges,
# always in the direction of the arrows.

# %% [markdown]
# ## The rule of paths
#
# Back to the graph `example`, $y = (a+b)\cdot b$, at $a = 2$ and $b = 3$, so that $s = 5$ and $y = 15$. How fast does
# $y$ grow with $b$? A nudge of $b$ gets into $y$ along two paths.
#
# - Along one path the local derivatives **multiply**: each step passes the nudge on, enlarged by its own factor.
# - Over all paths the products **add up**: the chain rule has one term for each way to get there.
#
# ```text
# b ────────────────────> y = s·b      5
#           × s = 5
#
# b ────> s = a + b ────> y = s·b  1 · 3
#    × 1          × b = 3          -----
#                            sum:      8
# ```
#
# To follow edges you need their local derivatives. The function below gives, for one node, the edges that lead into it:
# pairs of where an edge comes from and its local derivative. What the local derivatives are is said by a table that is
# handed over, here `LOCAL`. Predict the two pairs for `y`.

# %%
def edges_into(graph, values, name, rules):
    operation, *inputs = graph[name]
    slopes = rules[operation](*(values[each] for each in inputs))
    return list(zip(inputs, slopes, strict=True))

known = {"a": 2.0, "b": 3.0, "s": 5.0, "y": 15.0}
print("into s", edges_into(example, known, "s", LOCAL))
print("into y", edges_into(example, known, "y", LOCAL))

# %% [markdown]
# ## Exercise 2.5 · Paths in a ladder (predict, 2 points, about 8 min, needs nothing)
#
# In a *diamond* one value goes two ways and comes together again. Three diamonds in a row make a ladder:

# %%
def diamond(x):
    u, v = x.cos(), -x
    return u * v

x = mg.tensor(0.5, requires_grad=True)
y = diamond(diamond(diamond(x)))
draw(y, saved=False)

# %% [markdown]
# *Figure 3. A ladder of three diamonds.*
#
# **The figure in words.** From the square `x` arrows lead to a cosine and to a change of sign. From both, arrows lead
# to a product. From this product it goes on in the same way, twice more; the third product is `y`.
#
# **Goal** Predict how many edges and how many paths from `x` to `y` a ladder has.
#
# **Given** the picture above. For the short ladder, count.
#
# **Return** the dictionary `counts`, with one of the values in the comment for each `None`.
#
# **Example** If there were a line for the nodes of one diamond, `x` among them, it would read `"nodes, 1 diamond": 4,`.

# %% nbgrader={"grade_id": "ex2_5", "solution": true}
### BEGIN SOLUTION
counts = {
    "edges, 3 diamonds": 12,      # 6, 8, 12 or 24
    "paths, 3 diamonds": 8,       # 6, 8, 12 or 24
    "edges, 10 diamonds": 40,     # 20, 40, 100 or 1024
    "paths, 10 diamonds": 1024,   # 20, 40, 100 or 1024
}
### STUB
# counts = {
#     "edges, 3 diamonds": None,    # 6, 8, 12 or 24
#     "paths, 3 diamonds": None,    # 6, 8, 12 or 24
#     "edges, 10 diamonds": None,   # 20, 40, 100 or 1024
#     "paths, 10 diamonds": None,   # 20, 40, 100 or 1024
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex2_5_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
short, long = (6, 8, 12, 24), (20, 40, 100, 1024)
for key, allowed in {"edges, 3 diamonds": short, "paths, 3 diamonds": short,
                     "edges, 10 diamonds": long, "paths, 10 diamonds": long}.items():
    where = f"{key}: {counts[key]!r}, to be one of {allowed}"
    same(counts[key] is not None, True,
         "commitment: still the stub; put a value in the place of None", about=where)
    same(counts[key] in allowed, True, "commitment: each value is one of those in its comment",
         about=where)

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# A path decides at each diamond: along the cosine, or along the change of sign. How many decisions, and how many ways
# to make them all?
# </details>
# <details><summary>Hint 2: which picture</summary>
#
# Count the paths from `x` to the first product, then to the second. What does one more diamond do to the number?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Each diamond adds four edges, and doubles the paths.
# </details>

# %% [markdown]
# Now run. The ladder is written as data, and its paths are counted.

# %%
def ladder(diamonds):
    graph = {}
    for k in range(diamonds):
        graph[f"u{k}"] = ("cos", f"x{k}")
        graph[f"v{k}"] = ("neg", f"x{k}")
        graph[f"x{k + 1}"] = ("mul", f"u{k}", f"v{k}")
    return graph

def count_paths(graph, name):
    """How many paths lead from inputs of the graph to this node."""
    return sum(count_paths(graph, before) for before in graph[name][1:]) if name in graph else 1

# %%
seen = {}
for n in (3, 10):
    seen[f"edges, {n} diamonds"] = sum(len(inputs) for _, *inputs in ladder(n).values())
    seen[f"paths, {n} diamonds"] = count_paths(ladder(n), f"x{n}")
beside(counts, seen)

# %% [markdown]
# With twenty diamonds there are 80 edges and more than a million paths. Why does the number of paths grow so much
# faster than the graph?
#
# - **a** A path may run through the same node several times, so it can get longer and longer.
# - **b** Each diamond has twice as many edges as the one before it.
# - **c** The product at the end of a diamond needs both of its inputs, so that everything before it is computed twice.
# - **d** Each way through the earlier diamonds goes on in two ways, so that one more diamond doubles their number.

# %% nbgrader={"grade_id": "ex2_5_why", "solution": true}
### BEGIN SOLUTION
why_doubled = "d"
### STUB
# why_doubled = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex2_5_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_doubled is not None, True, "choice: still the stub; put a letter in the place of None")
same(why_doubled in ("a", "b", "c", "d"), True,
     "choice: the answer is one of the letters a, b, c, d, in quotes")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# Not **a**: arrows lead from what was computed earlier to what was computed later, so no path comes back. Not **b**:
# each diamond has four edges. Not **c**: your `forward_values` computes each step once, and a step with two inputs has
# two edges, not two copies. It is **d**: two ways, times two, times two. With 300 diamonds there are more paths than
# atoms in the universe, and 1200 edges.
# </details>

# %% [markdown]
# ## Exercise 2.6+ · A derivative as a sum over paths (code, 3 points, about 10 min, needs 2.5)
#
# (The + marks further practice.) The rule of paths as a program. Leave it as simple as the rule; that it becomes slow
# is the point.
#
# **Goal** Write `sum_over_paths(graph, values, output, source, rules)`.
#
# **Given** a graph with up to 30 steps, or none, whose nodes may have any name, as in 2.4, and in which at most 500
# paths lead from any one node to any other; `values`, the value of each of its nodes, in any order; the names of two
# nodes, `output` and `source`; `rules`, a table like `LOCAL`, with a function for each operation in the graph, which
# computes from its numbers alone, does not call `sum_over_paths`, and gives finite numbers, floats of any size or ints
# from -1000 to 1000; and `edges_into` from above. All products and sums stay finite, in whatever order you take them.
#
# **Return** the derivative of `output` with respect to `source`, a number: over all paths from `source` to `output`,
# the sum of the products of the local derivatives. Two edges between the same two nodes belong to two paths. If both
# names are the same node, there is one path, with no edges, and the product of no factors is 1. If there is no path,
# the sum is 0. `graph` and `values` stay as they are. Do it without `mg`, which would add up the paths for you: here
# you see what it saves you. (The hidden test brings rules of its own, for other operations too, and values in any
# order.)
#
# **Example** `sum_over_paths(example, known, "y", "b", LOCAL)` is `8.0`.

# %% nbgrader={"grade_id": "ex2_6", "solution": true}
def sum_over_paths(graph, values, output, source, rules):
    ### BEGIN SOLUTION
    if output == source:
        return 1.0
    if output not in graph:
        return 0.0
    return sum(
        slope * sum_over_paths(graph, values, before, source, rules)
        for before, slope in edges_into(graph, values, output, rules)
    )
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex2_6_test", "grade": true, "points": 3} exercise={"kind": "C", "forbid": ["minigrad"]}
RULES = "rules: the local derivatives are those of the rules that are handed over"
PRODUCT = "along a path: the local derivatives multiply"
SUM = "over all paths: the products of the paths add up"
ENDS = "ends: the derivative of a node with respect to itself is 1, and where no path leads it is 0"
CALLER = "caller: graph and values stay as they were"
NUMBER = "number: sum_over_paths comes to an end, without an error, and returns a number"


graph = {"s": ("mul", "a", "b"), "m": ("neg", "s"), "e": ("exp", "m")}
values = {"a": 0.5, "b": -2.0, "s": -1.0, "m": 1.0, "e": math.exp(1.0)}
found = sum_over_paths(dict(graph), dict(values), "e", "e", LOCAL)
same(found is not None, True, NUMBER)
close(found, 1.0, ENDS, about="a node and itself")
close(sum_over_paths({}, {"a": 0.5, "b": -2.0}, "a", "b", LOCAL), 0.0, ENDS, about="two inputs")
close(sum_over_paths({}, {"a": 0.5, "b": -2.0}, "a", "a", LOCAL), 1.0, ENDS, about="an input and itself")
close(sum_over_paths({"m": ("neg", "a"), "e": ("exp", "m"), "y": ("neg", "e")},
                     {"a": 0.5, "m": -0.5, "e": math.exp(-0.5), "y": -math.exp(-0.5)}, "y", "a", LOCAL),
      math.exp(-0.5), PRODUCT, about="y = -exp(-a): one path of three edges")
close(sum_over_paths(dict(graph), dict(values), "m", "e", LOCAL), 0.0, ENDS, about="against the arrows")
close(sum_over_paths({"a<b": ("neg", "a"), "y": ("neg", "a<b")}, {"a": 2.0, "a<b": -2.0, "y": 2.0}, "y", "a", LOCAL),
      1.0, PRODUCT, about='y = -(-a), where the node between is named "a<b"')
close(sum_over_paths({"y": ("mul", "x", "x")}, {"x": 5.0, "y": 25.0}, "y", "x", LOCAL), 10.0, SUM,
      about="y = x * x")
close(sum_over_paths(dict(graph), dict(values), "e", "a", LOCAL), 2.0 * math.exp(1.0), PRODUCT,
      about="one path of three edges")
graph = {"y": ("mul", "s", "b"), "s": ("add", "a", "b")}
values = {"a": 2.0, "b": 3.0, "s": 5.0, "y": 15.0}
close(sum_over_paths(dict(graph), dict(values), "y", "b", LOCAL), 8.0, SUM,
      about="y = (a + b) * b with respect to b: two paths")
rules = {"up": lambda a: (6.0 * a,)}
close(sum_over_paths({"y": ("up", "a")}, {"a": 0.5, "y": 9.0}, "y", "a", rules), 3.0, RULES,
      about="an operation that LOCAL does not have")
rules = {"three": lambda a, b, c: (2.0, c, 0.0), "sub": lambda a, b: (1.0, -1.0)}
steps = {"y": ("three", "a", "b", "c"), "z": ("sub", "b", "b")}
numbers = {"z": 0.0, "y": 9.0, "c": 5.0, "b": 1.0, "a": 4.0}
for source, expected in (("a", 2.0), ("b", 5.0), ("c", 0.0)):
    close(sum_over_paths(dict(steps), dict(numbers), "y", source, rules), expected, SUM,
          about="a step on three numbers; values in another order")
close(sum_over_paths(dict(steps), dict(numbers), "z", "b", rules), 0.0, SUM, about="z = b - b")
close(sum_over_paths({"y": ("four", "c", "c", "a", "b")}, {"a": 2.0, "b": 3.0, "c": 4.0, "y": 9.0}, "y", "b",
                     {"four": lambda a, b, c, d: (a, 0.5, d, -c)}), -2.0, SUM, about="a step on four numbers")
close(sum_over_paths(dict(steps), numbers | {"c": 6.0}, "y", "b", rules), 6.0, RULES,
      about="the same graph with other values")
steps = {"y": ("three", "m", "c", "u"), "m": ("three", "u", "b", "c"), "u": ("three", "b", "b", "c")}
numbers = {"y": 1.0, "m": 2.0, "u": 3.0, "c": 4.0, "b": 5.0}
close(sum_over_paths(dict(steps), dict(numbers), "y", "b", rules), 2.0 * (2.0 * 6.0 + 4.0), SUM,
      about="values in another order, and a local derivative of 0 on one of the paths")
graph, values = learner.hold(graph), learner.hold(values)
sum_over_paths(graph, values, "s", "a", LOCAL)
sum_over_paths(graph, values, "y", "s", LOCAL)
close(sum_over_paths(graph, values, "y", "a", LOCAL), 3.0, CALLER,
      about="asked three times of one graph")
close(sum_over_paths({"y": ("neg", "x")}, {"x": 2.0, "y": -2.0}, "y", "x", LOCAL), -1.0, SUM, about="y = -x")
choices = [[{"y": ("mul", "x", "x")}], [{"x": x, "y": 4.0} for x in (2.0, 3.0, 5.0)], ["y"], ["x"], [LOCAL]]
calls = [((), (0, 0, 0, 0, 0)), ([(0, 0, "y", ("neg", "x"))], (0, 1, 0, 0, 0)), ([(0, 0, "y", None)], (0, 2, 0, 0, 0))]
found = learner.in_turn(sum_over_paths, choices, calls)
close(list(found), [4.0, -1.0, 0.0], SUM, about="the same graph, its step changed, and taken out")
turned = {"s": ("neg", "x"), "t": ("neg", "s"), "y": ("mul", "s", "t")}
close(sum_over_paths(dict(turned), {"x": 2.0, "s": -2.0, "t": 2.0, "y": -4.0}, "y", "x", LOCAL), -4.0, SUM,
      about="y = s * -s with s = -x")
### BEGIN HIDDEN TESTS
# word: that graph and values stay as they are
asked = learner.watched(sum_over_paths)
k, m, n = rng.uniform(0.5, 2.0, size=3).tolist()
rules = {
    "mix": lambda a, b: (k * b, m + a),
    "turn": lambda a: (n * a,),
    "lift": lambda a, b, c: (k, m * c, n * b),
    "minus": lambda a, b: (1.0, -1.0),
    "flat": lambda a, b: (0.0, k * a),
}
lent = learner.hold({"u2": ("turn", "u1"), "u1": ("turn", "u0")})
for source, slope in (("u1", n * m), ("u0", n * m * n * k)):
    close(asked(lent, {"u0": k, "u1": m, "u2": 1.0}, "u2", source, rules), slope, CALLER,
          about="one graph, asked twice")
close(asked({"d": ("lift", "d1", "d2", "d3")}, {"d1": 1.5, "d2": 0.5, "d3": n, "d": k}, "d", "d3", rules),
      n * 0.5, SUM, about="an operation on three numbers")
graph = {"d": ("lift", "d1", "d2", "d3"), "d2": ("lift", "d4", "d1", "d3"), "d3": ("lift", "d4", "d4", "d4")}
values = {"d1": 1.5, "d2": 0.5, "d3": n, "d4": m, "d": k}
close(asked(graph, values, "d", "d1", rules), k + m * n * m * n, SUM, about="the middle one of three numbers")
close(asked(graph, values, "d3", "d4", rules), k + m * m + n * m, SUM, about="one number three times")
close(asked(graph, values, "d2", "d2", rules) * k, k, ENDS, about="a node in the middle and itself")
close(asked(graph, values, "d", "d2", rules), m * n, PRODUCT, about="with respect to a node in the middle")
for name in ("d1", "d4", "d"):
    close(asked(graph, values, name, name, rules), 1.0, ENDS, about="a node and itself, which may be an input")
close(asked({}, {"a": k, "b": m}, "b", "b", rules), 1.0, ENDS, about="a node and itself, in a graph without steps")
for name, size in (("high", 1e200), ("low", 1e-200)):
    big = {"big": lambda a, size=size: (size * a,)}
    found = asked({name: ("big", f"x{name}")}, {f"x{name}": k, name: m}, name, f"x{name}", big)
    close(found, size * k, PRODUCT, rtol=1e-9, atol=0.0, about="a derivative of 1e200, and one of 1e-200")
# inputs: same (index_in_the_entry, equal_steps_are_one)
# inputs: values (a_tiny_product_is_nothing)
# inputs: again (remembers_by_values)
# inputs: asked (local_first)
# inputs: size (ten_edges_at_most, a_hundred_paths_at_most)
graph = {"turn": ("mix", "mix", "minus"), "minus": ("minus", "flat", "minus1"), "flat": ("turn", "mix")}
values = {"turn": 1.0, "minus": k, "mix": m, "flat": n, "minus1": 1.5}
close(asked(graph, values, "turn", "mix", rules), k * k + (m + m) * n * m, SUM,
      about="nodes that are named like operations")
close(asked({"e": ("minus", "e1", "e1")}, {"e1": k, "e": 0.0}, "e", "e1", rules), 0.0, SUM, about="s - s")
close(asked({"f": ("mix", "f1", "f1")}, {"f1": m, "f": k}, "f", "f1", rules), k * m + m + m, SUM,
      about="two edges with slopes that differ")
graph = {"g": ("mix", "g2", "g1"), "g1": ("turn", "g0"), "g2": ("turn", "g0")}
close(asked(graph, {"g0": k, "g1": n, "g2": 1.5, "g": m}, "g", "g0", rules), n * k * (k * n + m + 1.5), SUM,
      about="two steps that do the same")
graph = {"v3": ("down", "v2"), "v2": ("up", "v1"), "v1": ("down", "v0")}
values = {"v0": n, "v1": m, "v2": 1.0, "v3": 2.0}
scales = {"down": lambda a: (1e-12 * a,), "up": lambda a: (1e24 * a,)}
close(asked(graph, values, "v3", "v0", scales), m * n, PRODUCT, rtol=1e-9,
      about="very small and very large local derivatives")
close(asked(graph, values, "v1", "v0", scales), 1e-12 * n, PRODUCT, rtol=1e-9, atol=0.0,
      about="a very small derivative")
close(asked(graph, values, "v2", "v0", scales), 1e12 * m * n, PRODUCT, rtol=1e-9,
      about="a very large derivative")
close(asked({"h": ("flat", "h2", "h1"), "h2": ("turn", "h1")}, {"h1": n, "h2": m, "h": 1.0}, "h", "h1", rules),
      k * m, SUM, about="a local derivative of 0")
close(asked({"i": ("minus", "i2", "i1"), "i1": ("turn", "i2")}, {"i2": -k, "i1": m, "i": 3}, "i", "i2", rules),
      1.0 + n * k, SUM, about="numbers of mixed sign")
close(asked({"j": ("mix", "j2", "j1")}, {"j2": 0, "j1": 2, "j": 3}, "j", "j1", rules), m, PRODUCT,
      about="whole numbers, one of them 0")
for number in (k, m):
    close(asked({"o": ("turn", "o1")}, {"o1": 1.5, "o": 1.0}, "o", "o1", {"turn": lambda a: (number * a,)}),
          number * 1.5, RULES, about="the same graph and values with other rules")
both = {"turn": lambda a: (n * a,), "tilt": lambda a: (m * a,)}
for operation, slope in (("turn", n * k), ("tilt", m * k)):
    close(asked({"o": (operation, "o1")}, {"o1": k, "o": 1.0}, "o", "o1", both),
          slope, PRODUCT, about="the same names with another operation")
for number in (1.0, k, m):
    close(asked({"o": ("turn", "o1")}, {"o1": number, "o": 1.0}, "o", "o1", rules), n * number, PRODUCT,
          about="the same names with other numbers")
graph = {"p3": ("mix", "p2", "p1"), "p1": ("turn", "p0"), "p2": ("mix", "p1", "p0")}
close(asked(graph, {"p3": 1.0, "p2": m, "p0": k, "p1": n}, "p3", "p0", rules),
      n * k * (m + m) + k * n * (k * k * n * k + m + n), SUM, about="values in another order than they came about")
own = {"mul": lambda a, b: (k * b, m), "neg": lambda a: (n * a,), "cos": lambda a: (m,), "exp": lambda a: (k,)}
graph = {"l4": ("mul", "l2", "l3"), "l2": ("neg", "l1"), "l3": ("cos", "l1"), "l1": ("exp", "l0")}
values = {"l0": 1.0, "l1": 1.5, "l2": 0.5, "l3": n, "l4": 2.0}
close(asked(graph, values, "l4", "l0", own), k * n * n * 1.5 * k + m * m * k, RULES,
      about="names of LOCAL, other rules")
graph = {f"q{number + 1}": ("turn", f"q{number}") for number in range(30)}
values = {f"q{number}": float(number % 3 + 1) / n for number in range(31)} | {"q0": k}
close(asked(graph, values, "q30", "q0", rules), n * k * 6.0**10, PRODUCT, about="a path of 30 edges")
for ordered in (dict(reversed(graph.items())), {name: graph[name] for name in rng.permutation(list(graph)).tolist()}):
    close(asked(ordered, values, "q30", "q0", rules), n * k * 6.0**10, PRODUCT,
          about="a path of 30 edges, whose steps stand in another order")
close(asked({"": ("turn", "q0"), "y": ("turn", "")}, {"q0": k, "": m, "y": n}, "", "q0", rules), n * k, SUM,
      about='an output whose name is ""')
close(asked({"q1": ("turn", ""), "y": ("turn", "q1")}, {"": k, "q1": m, "y": n}, "y", "", rules), n * m * n * k, SUM,
      about='a source whose name is ""')
wide = {"five": lambda a, b, c, d, e: (k, m * b, -1.5, n, 0.25), "four": lambda a, b, c, d: (n, 0.5, k * c, -m)}
graph = {f"x{at + 1}": (("five", *[f"x{at}"] * 5), ("four", *[f"x{at}"] * 4))[at == 3] for at in range(4)}
values = dict(zip(["x0", "x1", "x2", "x3", "x4"], rng.uniform(0.5, 1.5, size=5).tolist(), strict=True))
steps = [k + m * values[f"x{at}"] - 1.25 + n for at in range(3)]
close(asked(graph, values, "x4", "x0", wide), math.prod(steps) * (n + 0.5 + k * values["x3"] - m), SUM, rtol=1e-9,
      about="500 paths")
graph = {"p1": ("all", *["p0"] * 14, "i")} | {f"p{at}": ("turn", f"p{at - 1}") for at in range(2, 26)}
graph |= {f"p{at}": ("mix", f"p{at - 1}", f"p{at - 1}") for at in range(26, 31)}
values = {"i": k} | {f"p{at}": float(size) for at, size in enumerate(rng.uniform(0.9, 1.1, size=31) / n)}
w = rng.normal(size=15).tolist()
right = math.prod(n * values[f"p{at}"] for at in range(1, 25))
right *= math.prod(k * values[f"p{at}"] + m + values[f"p{at}"] for at in range(25, 30))
for source, slope in (("p0", sum(w[:14])), ("i", w[14])):
    close(asked(graph, values, "p30", source, rules | {"all": lambda *_: tuple(w)}), right * slope, SUM, rtol=1e-9,
          about="30 steps and hundreds of paths; the first step has fifteen inputs")
# graphs of all shapes, with factors of either sign, in any order
c = rng.normal(size=6).tolist()
few = [0.0, 1.0, -1.0, c[0]]
ALIKE = ["x", "xx", "ax", "xa", "x1", "1x", "one", "two", "three", "x a", "a x", "a"]
ALIKE += ["a<x", "x>a", "x,a", "a/x", "x.a", "a-x", "x:a", "a|x"]
mixed = {
    "one": lambda a: (c[0] * a,),
    "two": lambda a, b: (c[1] * b, c[2] + a),
    "three": lambda a, b, d: (c[3], c[4] * d, c[5] * b),
    "four": lambda a, b, d, e: (c[0] * e, c[1], c[2] * a, c[5] * b),
}
for trial in range(40):
    drawn = rng.permutation(ALIKE).tolist()
    names, steps = [drawn.pop(), drawn.pop()], {}
    for _ in range(2 + trial % 5):
        operation = ("one", "two", "two", "three", "four")[int(rng.integers(5))]
        nearest = names[-1] if trial % 2 else names[int(rng.integers(len(names)))]
        picked = [nearest, *(names[int(place)] for place in rng.integers(len(names), size=3))]
        picked = picked[: ("one", "two", "three", "four").index(operation) + 1]
        names.append(drawn.pop())
        steps[names[-1]] = (operation, *(picked[int(place)] for place in rng.permutation(len(picked))))
    graph = {name: steps[name] for name in rng.permutation(list(steps)).tolist()}
    values = rng.permutation(names).tolist()
    values = {name: float(rng.choice(few) if trial % 4 > 1 else rng.normal()) for name in values}
    output = names[-1 - trial % 3]
    right = dict.fromkeys(names, 0.0) | {output: 1.0}
    for name in reversed(steps):
        operation, *befores = steps[name]
        for before, slope in zip(befores, mixed[operation](*(values[each] for each in befores)), strict=True):
            right[before] += slope * right[name]
    for source in rng.permutation(names).tolist()[:3]:
        close(asked(graph, values, output, source, mixed), right[source], SUM, about="graphs of all shapes")
for trial in range(11):   # a path on which the product is tiny or huge in between
    scales = [10.0 ** float(each) for each in rng.permutation([-120, -60, -15, -5, 5, 15, 60, 120])]
    scales = [k * m, *(scales if trial % 2 else sorted(scales, reverse=trial % 4 > 1)), n]
    if trial > 9:
        scales = [999] * 10   # whole numbers, whose product does not fit into 64 bits
    powers = {f"by {number}": lambda a, scale=scale: (scale,) for number, scale in enumerate(scales)}
    graph = {f"z{number + 1}": (f"by {number}", f"z{number}") for number in range(len(scales))}
    values = {f"z{number}": number for number in range(len(scales) + 1)}
    right = math.prod(float(each) for each in scales)
    close(asked(graph, values, f"z{len(scales)}", "z0", powers), right, PRODUCT, rtol=1e-9, atol=0.0,
          about="factors of all sizes")
for first, second, third in ((1e20, 1.0, 3.0), (1.0, 1e20, -3.0)):
    steep = {"f": lambda a, first=first: (first,), "h": lambda a, b, second=second, third=third: (second, third)}
    for ordered in ("amy", "aym", "may", "mya", "yam", "yma"):
        for source, right in (("y", 1.0), ("m", second), ("a", second * first + third)):
            values = dict.fromkeys(ordered, k)
            close(asked({"y": ("h", "m", "a"), "m": ("f", "a")}, values, "y", source, steep), right, SUM,
                  rtol=1e-9, atol=0.0, about="a large slope beside small ones, values in every order")
names, numbers = ["t0"], {"t0": ref.tensor(np.array(k), requires_grad=True)}
steps = {}
for step in range(1, 10):
    operation = ("mul", "cos", "sub")[step % 3]
    picked = [names[-1], names[int(rng.integers(len(names)))]][: 1 if operation == "cos" else 2]
    steps[f"t{step}"] = (operation, *picked)
    names.append(f"t{step}")
    numbers[names[-1]] = getattr(ref, operation)(*(numbers[each] for each in picked))
values = {name: number.item() for name, number in numbers.items()}
for source in ("t0", "t4"):
    (grad,) = ref.autograd.grad(numbers["t9"], numbers[source], retain_graph=True, allow_unused=True)
    close(asked(steps, values, "t9", source, LOCAL), 0.0 if grad is None else grad.item(), SUM,
          about="nine steps, some used several times")
same(asked.broken(), [], CALLER, about="every call so far")
# graph, values or another argument exchanged alone, and entries exchanged, added and taken out between the calls


def all_slopes(graph, values, output, rules):
    slopes = dict.fromkeys(values, 0.0) | {output: 1.0}
    for name in reversed([name for name in values if name in graph]):
        operation, *befores = graph[name]
        for before, slope in zip(befores, rules[operation](*(values[each] for each in befores)), strict=True):
            slopes[before] += slope * slopes[name]
    return slopes


def drawn_steps(names):
    """Steps for all of these names but the first two, each on names that stand before it, two of them the nearest."""
    made = {}
    for place, name in enumerate(names[2:], 2):
        operation = ("one", "two", "three")[int(rng.integers(3))]
        picked = [names[place - 1], *(names[int(each)] for each in rng.integers(place, size=2))]
        made[name] = (operation, *picked[: 1 + ("one", "two", "three").index(operation)])
    return {name: made[name] for name in rng.permutation(list(made)).tolist()}


def drawn_rules():
    p, q = rng.uniform(0.5, 1.5, size=2).tolist()
    return {"one": lambda a: (p * a,), "two": lambda a, b: (q * b, p + a), "three": lambda a, b, c: (p, q * c, -b)}


for _ in range(2):
    names = [f"n{step}" for step in range(6)]
    drawn_values = [dict(zip(names, rng.uniform(0.5, 1.5, size=6).tolist(), strict=True)) for _ in range(2)]
    drawn_values.append(drawn_values[0] | {"n1": drawn_values[0]["n1"] + 1e-4})
    swapped = [names[1], names[0], *names[2:]]   # the same numbers in a row, under other names
    drawn_values.append(dict(zip(swapped, drawn_values[0].values(), strict=True)))
    choices = [[drawn_steps(names) for _ in range(2)], drawn_values, ["n5", "n4"], ["n0", "n1"],
               [drawn_rules() for _ in range(2)]]
    calls = [((), tuple(int(place) for place in picked)) for picked in np.ndindex(*map(len, choices))]
    calls = [calls[place] for place in (*rng.permutation(len(calls)), *rng.permutation(len(calls))[:4])]
    turned = rng.permutation(names).tolist()
    afresh = dict(zip(turned, rng.uniform(0.5, 1.5, size=6).tolist(), strict=True))
    more = [
        [(0, 0, "n5", ("two", "n4", "n0"))],                            # one entry
        [(0, 0, "n5", ("two", "n4", "n1"))],
        [(0, 0, "n5", ("three", "n4", "n0", "n3"))],
        [(0, 0, "n3", ("one", "n2"))],
        [(0, 0, "n3", None)],                                           # a step becomes an input, and a step again
        [(0, 0, "n3", ("two", "n2", "n0"))],
        [(1, 0, "new", 1.25)],                                          # one more node, one more step
        [(0, 0, "new", ("two", "n5", "n5"))],
        [(0, 0, "new", None), (1, 0, "new", None)],
        [(1, 0, "n2", 2.0)], [(1, 0, "n2", 2.0 + 1e-4)], [(1, 0, "n0", 0.0)], [(1, 0, "n0", 3)],
        [(4, 0, "two", lambda a, b: (k * b, m * a))],
        [(4, 0, "one", lambda a: (n * a,))],
        [(0, 0, name, entry) for name, entry in drawn_steps(names).items()],
        [*((0, 0, name, None) for name in names[2:]), *((1, 0, name, None) for name in names),
         *((1, 0, name, number) for name, number in afresh.items()),
         *((0, 0, name, entry) for name, entry in drawn_steps(turned).items())],
    ]
    calls += [(changes, (0, 0, 0, 0, 0)) for changes in more]
    right = learner.in_turn(lambda graph, values, y, source, rules: all_slopes(graph, values, y, rules)[source],
                            choices, calls)
    found = learner.in_turn(sum_over_paths, choices, calls)
    close(list(found), right, SUM, rtol=1e-9, about="one argument exchanged, or changed in place, the others the same")
# no inputs: aliasing, unchanged: the visible part asks three times of one graph; numbers cannot be shared
# no inputs: dimensions, order: the visible part has steps with one, two and three inputs, and values in another order
# no inputs: block: nothing is entered here
# no inputs: example: the visible part has it
same(asked.broken(), [], CALLER, about="every call of the hidden test")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Think from the end. Every path to `output` arrives by one of the edges that lead into it. Before that edge it is a
# path from `source` to the node where the edge begins: the same question, one step earlier.
# </details>
# <details><summary>Hint 2: <code>KeyError: 'a'</code></summary>
#
# An input of the graph has no entry, so nothing leads into it. Ask first whether you have arrived at `source`, then
# whether you stand at an input that is another one. What is the answer in each case?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# At `source`: 1. At a name that is not in the graph: 0. Otherwise go through the edges into `output`, multiply each
# edge's local derivative by the function's own result for the node where it begins, and add up.
# </details>

# %% [markdown]
# **A good place to stop.** You know what a derivative in a graph is: a sum over paths. Next, one walk gives all of them.

# %% [markdown]
# ## Each edge once
#
# On the ladder the sum over paths walks the first diamonds again and again, a million times for twenty of them. The
# remedy is to add up early. For each node keep one number, the **gradient** of the node: the derivative of the output
# with respect to this node. It stands for *all* paths from the node to the output.
#
# - The output's own gradient is 1; all others begin at 0.
# - A node hands to each of its inputs, along each edge, its own gradient times the edge's local derivative. The input
#   adds what arrives to what it has.
#
# `mg` does it in the same way, and `draw` can show it step by step. The picture opens before the first step. Walk through
# it with *Next*, and look at `b`: something arrives there twice. What is there in the end? (If you see no buttons,
# `print(draw(y, backward=True))` lists the steps.)

# %%
a, b = mg.tensor(2.0, requires_grad=True), mg.tensor(3.0, requires_grad=True)
s = a + b
y = s * b
draw(y, backward=True, step=0, saved=False)

# %% [markdown]
# *Figure 4. The walk back through the graph of $y = (a+b)\cdot b$.*
#
# **The figure in words.** `y` begins with the gradient 1. It hands 3 to `s` and 5 to `b`. Then `s` hands 3 to `a` and 3
# to `b`. At `b`, 5 waits already; 3 is added to it, which makes 8.
#
# When may a node hand on? Only when its own gradient is complete: when all the nodes that use it have handed on theirs.
# A node that hands on too early hands on too little.

# %% [markdown]
# ## Exercise 2.7 · One pass (code, 5 points, about 20 min, needs 2.4)
#
# **Goal** Write `gradients(graph, values, output, rules)`.
#
# **Given** a graph with up to 300 steps, or none, whose nodes may have any name, as in 2.4; `values`, the value of each
# node, in the order in which they were computed, as 2.4 returns them: a node stands after its inputs, and so before
# every node that uses it; `output`, the name of any node; `rules`, a table like `LOCAL`, whose functions compute from
# their numbers alone, do not call `gradients`, and give finite numbers, floats of any size or ints from -1000 to 1000;
# and `edges_into`. All products and sums stay finite, in whatever order you take them.
#
# **Return** a new dictionary with a number for every name in `values`: the derivative of `output` with respect to that
# node. Where no path leads to `output` it is 0. `graph` and `values` stay as they are. Each edge is followed once, so
# the rule of a step is asked at most once. Do it without `mg`, whose `backward()` does this, and without
# `sum_over_paths`. (The hidden test tries graphs of all these sizes, with rules of its own, and counts how often they
# are asked.)
#
# **Example** `gradients(example, known, "y", LOCAL)` is `{"a": 3.0, "b": 8.0, "s": 3.0, "y": 1.0}`.

# %% nbgrader={"grade_id": "ex2_7", "solution": true}
def gradients(graph, values, output, rules):
    ### BEGIN SOLUTION
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    for name in reversed(values):
        if name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                grads[before] += slope * grads[name]
    return grads
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex2_7_test", "grade": true, "points": 5} exercise={"kind": "C", "forbid": ["minigrad", "sum_over_paths"]}
ENDS = "ends: gradients comes to an end, without an error, and returns a dictionary"
NAMES = "names: the result has a number for every name in values, and nothing else"
START = "start: the output's own gradient is 1, and that of a node from which no path leads to it is 0"
RULES = "rules: the local derivatives are those of the rules that are handed over"
CHAIN = "hand on: along an edge goes the node's own gradient times the local derivative"
ADD = "add: what arrives at a node is added to what it has"
WAIT = "complete: a node hands on once, when all the nodes that use it have handed on to it"
CALLER = "caller: graph and values stay as they were, and each call returns a new dictionary"
ONCE = "once: each edge is followed once, so the rule of a step is asked at most once"


def counted(rules, most):
    """The rules, which end the test when they have been asked more than `most` times in all."""
    calls = []

    def call(rule, numbers):
        calls.append(1)
        if len(calls) > most:
            same(len(calls), most, ONCE, about="calls of the functions in the table")
        return rule(*numbers)

    return {name: lambda *numbers, rule=rule: call(rule, numbers) for name, rule in rules.items()}


@learner_side
def first_of_two(gradients, graph, values, output, another, rules):
    """The first of two results, looked at when both are there."""
    first = gradients(graph, values, output, rules)
    gradients(graph, values, another, rules)
    return first


@learner_side
def second_of_two(gradients, graph, values, output, rules):
    """The second of two results, after the first has been emptied."""
    gradients(graph, values, output, rules).clear()
    return gradients(graph, values, output, rules)


graph = {"w": ("neg", "c"), "s": ("mul", "a", "b")}
values = {"a": 0.5, "b": -2.0, "c": 4.0, "idle": 3.0, "s": -1.0, "w": -4.0}
found = gradients(dict(graph), dict(values), "s", LOCAL)
same(isinstance(found, dict), True, ENDS)
same(sorted(found), ["a", "b", "c", "idle", "s", "w"], NAMES)
close([found["s"], found["idle"]], [1.0, 0.0], START, about="s with respect to itself, and to an idle input")
chain, along = {"m": ("neg", "a"), "e": ("exp", "m")}, {"a": 0.5, "m": -0.5, "e": math.exp(-0.5)}
found = gradients(dict(chain), dict(along), "e", LOCAL)
same(bool(found["a"] != 0.0), True, WAIT, about="e = exp(-a): does anything arrive at a?")
close([found["m"], found["a"]], [math.exp(-0.5), -math.exp(-0.5)], CHAIN, about="e = exp(-a) with respect to -a and a")
found = gradients(dict(graph), dict(values), "s", LOCAL)
close([found["s"], found["w"], found["c"]], [1.0, 0.0, 0.0], START,
      about="s = a * b with respect to s, w and c")
graph = {"s": ("mul", "a", "b"), "m": ("neg", "s"), "e": ("exp", "m")}
values = {"a": 0.5, "b": -2.0, "s": -1.0, "m": 1.0, "e": math.exp(1.0)}
found = gradients(dict(graph), dict(values), "e", LOCAL)
close([found["m"], found["s"], found["a"]], [math.exp(1.0), -math.exp(1.0), 2.0 * math.exp(1.0)], CHAIN,
      about="e = exp(-(a * b)) with respect to m, s and a")
found = gradients({"y": ("mul", "x", "x")}, {"x": 5.0, "y": 25.0}, "y", LOCAL)
close(found["x"], 10.0, ADD, about="y = x * x")
graph = {"y": ("mul", "s", "b"), "s": ("sub", "a", "b")}
values = {"a": 2.0, "b": -3.0, "s": 5.0, "y": -15.0}
found = gradients(dict(graph), dict(values), "y", LOCAL)
close(found["b"], 8.0, ADD, about="y = (a - b) * b with respect to b")
found = gradients(graph | {"y": ("mul", "b", "s"), "b": ("neg", "x")}, {"x": 3.0} | values, "y", LOCAL)
close(found["x"], -8.0, WAIT, about="y = b * (a - b) with b = -x, with respect to x")
found = gradients(graph | {"z": ("cos", "y")}, values | {"z": math.cos(-15.0)}, "y", LOCAL)
close([found["y"], found["z"]], [1.0, 0.0], START, about="y with respect to y, and to z = cos(y)")
found = gradients({"y": ("up", "a")}, {"a": 0.5, "y": 9.0}, "y", {"up": lambda a: (6.0 * a,)})
close(found["a"], 3.0, RULES, about="an operation that LOCAL does not have")
rules = {"three": lambda a, b, c: (2.0, c, 0.0), "sub": lambda a, b: (1.0, -1.0), "neg": lambda a: (3.0 * a,)}
steps = {"y": ("three", "a", "b", "c"), "z": ("sub", "b", "b"), "w": ("neg", "c")}
numbers = {"a": 4.0, "b": 1.0, "c": 5.0, "y": 9.0, "z": 0.0, "w": -5.0}
found = gradients(dict(steps), dict(numbers), "y", rules)
close([found["a"], found["b"], found["c"]], [2.0, 5.0, 0.0], CHAIN, about="a step on three numbers")
found = gradients(dict(steps), dict(numbers), "z", rules)
close(found["b"], 0.0, ADD, about="z = b - b")
found = gradients(dict(steps), dict(numbers), "w", rules)
close(found["c"], 15.0, RULES, about="an operation with the name of one in LOCAL")
found = gradients(dict(steps), dict(numbers), "c", rules)
close([found["c"], found["w"]], [1.0, 0.0], START, about="the output is an input of the graph")
found = gradients({}, {"a": 4.0, "b": 0.0}, "b", LOCAL)
same(sorted(found), ["a", "b"], NAMES, about="a graph without steps")
found = gradients({"y": ("four", "a", "b", "c", "b")}, {"a": 4.0, "b": 1.0, "c": 5.0, "y": 9.0}, "y",
                  {"four": lambda a, b, c, d: (0.0, a, b, -c)})
close([found["a"], found["b"], found["c"]], [0.0, -1.0, 1.0], ADD, about="a step on four numbers, b twice among them")
held, numbers = learner.hold(graph), learner.hold(values)
gradients(held, numbers, "s", LOCAL)
found = gradients(held, numbers, "y", LOCAL)
same(sorted(found), ["a", "b", "s", "y"], CALLER, about="asked twice of one graph")
close([found["a"], found["b"]], [-3.0, 8.0], CALLER, about="asked twice of one graph")
found = first_of_two(gradients, graph, values, "y", "s", LOCAL)
close([found["a"], found["b"]], [-3.0, 8.0], CALLER, about="the first result, after a second call")
rails, levels = {}, {"x0": 1.0}
for at in range(4):
    rails |= {f"u{at}": ("twice", f"x{at}"), f"v{at}": ("once", f"x{at}"), f"x{at + 1}": ("add", f"u{at}", f"v{at}")}
    levels |= {f"u{at}": 2.0 * 3.0**at, f"v{at}": 3.0**at, f"x{at + 1}": 3.0 * 3.0**at}
uneven = {"twice": lambda a: (2.0,), "once": lambda a: (1.0,), "add": lambda a, b: (1.0, 1.0)}
found = gradients(dict(rails), dict(levels), "x4", counted(uneven, 12))
same(len(found), 13, NAMES, about="a ladder of four diamonds, twelve steps")
close(found["x0"], 81.0, ONCE, about="a ladder of four diamonds, twelve steps")
found = learner.in_turn(gradients, [[{"y": ("mul", "x", "x")}], [{"x": 2.0, "y": 4.0}], ["y"], [LOCAL]],
                [(change, (0, 0, 0, 0)) for change in ((), [(0, 0, "y", ("neg", "x"))], [(0, 0, "y", None)])])
for grads, expected in zip(found, [4.0, -1.0, 0.0], strict=True):
    close(grads["x"], expected, ADD, about="the same graph, its step changed, and taken out")
### BEGIN HIDDEN TESTS
asked = learner.watched(gradients)
# word: that each call returns a dictionary of its own
k, m, n = rng.uniform(0.5, 2.0, size=3).tolist()
rules = {
    "mix": lambda a, b: (k * b, m + a),
    "turn": lambda a: (n * a,),
    "lift": lambda a, b, c: (k, m * c, n * b),
    "minus": lambda a, b: (1.0, -1.0),
    "flat": lambda a, b: (0.0, k * a),
}
# inputs: same (equal_steps_are_one), values (stops_at_a_zero, tiny_is_nothing, tiny_not_handed_on)
# inputs: again (remembers_by_values), aliasing (same_dictionary_again)
# inputs: size (stops_after_a_hundred_steps, leads_by_recursion)
# graphs of all shapes, with factors of either sign, in any order
c = rng.normal(size=6).tolist()
few = [0.0, 1.0, -1.0, c[0]]
ALIKE = ["x", "xx", "ax", "xa", "x1", "1x", "one", "two", "three", "x a", "a x", "a"]
ALIKE += ["a<x", "x>a", "x,a", "a/x", "x.a", "a-x", "x:a", "a|x"]
mixed = {
    "one": lambda a: (c[0] * a,),
    "two": lambda a, b: (c[1] * b, c[2] + a),
    "three": lambda a, b, d: (c[3], c[4] * d, c[5] * b),
    "four": lambda a, b, d, e: (c[0] * e, c[1], c[2] * a, c[5] * b),
}
for trial in range(40):
    drawn = rng.permutation(ALIKE).tolist()
    names, steps = [drawn.pop(), drawn.pop()], {}
    for _ in range(2 + trial % 8):
        operation = ("one", "two", "two", "three", "four")[int(rng.integers(5))]
        nearest = names[-1] if trial % 2 else names[int(rng.integers(len(names)))]
        picked = [nearest, *(names[int(place)] for place in rng.integers(len(names), size=3))]
        picked = picked[: ("one", "two", "three", "four").index(operation) + 1]
        names.append(drawn.pop())
        steps[names[-1]] = (operation, *(picked[int(place)] for place in rng.permutation(len(picked))))
    graph = {name: steps[name] for name in rng.permutation(list(steps)).tolist()}
    values = {name: float(rng.choice(few) if trial % 4 > 1 else rng.normal()) for name in names}
    output = names[-1 - trial % 3]
    right = dict.fromkeys(names, 0.0) | {output: 1.0}
    for name in reversed(steps):
        operation, *befores = steps[name]
        for before, slope in zip(befores, mixed[operation](*(values[each] for each in befores)), strict=True):
            right[before] += slope * right[name]
    found = asked(graph, values, output, counted(mixed, len(graph)))
    same(isinstance(found, dict), True, ENDS)
    same(sorted(found), sorted(names), NAMES, about="graphs of all shapes")
    close([found[name] for name in names], [right[name] for name in names], ADD, about="graphs of all shapes")
for trial in range(11):   # a path on which the gradient is tiny or huge in between
    scales = [10.0 ** float(each) for each in rng.permutation([-120, -60, -15, -5, 5, 15, 60, 120])]
    scales = [k * m, *(scales if trial % 2 else sorted(scales, reverse=trial % 4 > 1)), n]
    if trial > 9:
        scales = [999] * 10   # whole numbers, whose product does not fit into 64 bits
    powers = {f"by {number}": lambda a, scale=scale: (scale,) for number, scale in enumerate(scales)}
    graph = {f"z{trial}.{number + 1}": (f"by {number}", f"z{trial}.{number}") for number in range(len(scales))}
    values = {f"z{trial}.{number}": number for number in range(len(scales) + 1)}
    found = asked(graph, values, f"z{trial}.{len(scales)}", powers)
    same(isinstance(found, dict), True, ENDS)
    right = [math.prod(float(each) for each in scales[number:]) for number in range(len(scales) + 1)]
    for name, expected in zip(values, right, strict=True):
        close(found[name], expected, CHAIN, rtol=1e-9, atol=0.0, about="factors of all sizes")
found = asked({"d": ("lift", "d1", "d2", "d3")}, {"d1": 1.5, "d2": 0.5, "d3": n, "d": k}, "d", rules)
close([found["d1"], found["d2"], found["d3"]], [k, m * n, n * 0.5], CHAIN, about="an operation on three numbers")
graph = {"d": ("lift", "d1", "d2", "d3"), "d2": ("lift", "d4", "d1", "d3"), "d3": ("lift", "d4", "d4", "d4")}
values = {"d1": 1.5, "d4": m, "d3": n, "d2": 0.5, "d": k}
found = asked(graph, values, "d", rules)
same(isinstance(found, dict), True, ENDS)
third = n * 0.5 + m * n * (n * 1.5)
wanted = [k + m * n * m * n, m * n, third, m * n * k + third * (k + m * m + n * m)]
close([found["d1"], found["d2"], found["d3"], found["d4"]], wanted, ADD, about="three steps on three numbers")
found = asked({}, {"d1": 1.5, "d2": k}, "d1", rules)
same(isinstance(found, dict), True, ENDS)
same(sorted(found), ["d1", "d2"], NAMES, about="a graph without steps")
close([found["d1"], found["d2"]], [1.0, 0.0], START, about="a graph without steps")
found = asked({"": ("turn", "a"), "y": ("turn", "")}, {"a": k, "": m, "y": n}, "", rules)
same(sorted(found), ["", "a", "y"], NAMES, about='an output whose name is ""')
close([found["a"], found[""], found["y"]], [n * k, 1.0, 0.0], START, about='an output whose name is ""')
found = asked({"u": ("side", "a"), "v": ("side", "b"), "y": ("minus", "u", "v")},
              {"a": 0.0, "b": -0.0, "u": k, "v": m, "y": n}, "y",
              rules | {"side": lambda a: (math.copysign(k, a),)})
close([found["a"], found["b"]], [k, k], RULES, about="a rule that tells 0.0 from -0.0")
for name, size in (("high", 1e200), ("low", 1e-200)):
    big = {"big": lambda a, size=size: (size * a,)}
    found = asked({name: ("big", f"x{name}")}, {f"x{name}": k, name: m}, name, big)
    close(found[f"x{name}"], size * k, CHAIN, rtol=1e-9, atol=0.0, about="a derivative of 1e200, and one of 1e-200")
graph = {"turn": ("mix", "mix", "minus"), "minus": ("minus", "flat", "minus1"), "flat": ("turn", "mix")}
values = {"mix": m, "minus1": 1.5, "flat": n, "minus": k, "turn": 1.0}
found = asked(graph, values, "turn", rules)
same(isinstance(found, dict), True, ENDS)
close([found["mix"], found["minus1"]], [k * k + (m + m) * n * m, -m - m], ADD, about="nodes named like operations")
close(asked({"e": ("minus", "e1", "e1")}, {"e1": k, "e": 0.0}, "e", rules)["e1"], 0.0, ADD, about="s - s")
graph = {"f": ("mix", "f1", "f1"), "f1": ("turn", "f0")}
close(asked(graph, {"f0": 1.5, "f1": m, "f": k}, "f", rules)["f0"], (k * m + m + m) * n * 1.5, ADD,
      about="two edges with slopes that differ")
graph = {"g": ("mix", "g2", "g1"), "g1": ("turn", "g0"), "g2": ("turn", "g0")}
found = asked(graph, {"g0": k, "g1": n, "g2": 1.5, "g": m}, "g", rules)
close(found["g0"], n * k * (k * n + m + 1.5), ADD, about="two steps that do the same")
graph, values = {"y": ("down", "v"), "v": ("up", "w"), "w": ("down", "x")}, {"x": n, "w": m, "v": 1.0, "y": 2.0}
scales = {"down": lambda a: (1e-12 * a,), "up": lambda a: (1e24 * a,)}
found = asked(graph, values, "y", scales)
same(isinstance(found, dict), True, ENDS)
close([found["x"], found["w"]], [m * n, 1e12 * m], CHAIN, rtol=1e-9, about="very small and very large derivatives")
found = asked(graph, values, "w", scales)
close(found["x"], 1e-12 * n, CHAIN, rtol=1e-9, atol=0.0, about="a very small derivative")
found = asked({"h": ("flat", "h2", "h1"), "h2": ("turn", "h1")}, {"h1": n, "h2": m, "h": 1.0}, "h", rules)
close(found["h1"], k * m, ADD, about="a local derivative of 0")
found = asked({"i": ("minus", "i1", "i2"), "i1": ("turn", "i2")}, {"i2": -k, "i1": m, "i": 3}, "i", rules)
close(found["i2"], -1.0 - n * k, ADD, about="numbers of mixed sign")
found = asked({"j": ("mix", "j2", "j1")}, {"j2": 0, "j1": 2, "j": 3}, "j", rules)
close([found["j1"], found["j2"]], [m, 2 * k], CHAIN, about="whole numbers, one of them 0")
found = second_of_two(gradients, {"p": ("turn", "a")}, {"a": k, "p": m}, "p", rules)
same(sorted(found), ["a", "p"], CALLER, about="twice the same, the first result emptied in between")
close(found["a"], n * k, CALLER, about="twice the same, the first result emptied in between")
for number in (k, m):
    found = asked({"p": ("turn", "a")}, {"a": 1.5, "p": 1.0}, "p", {"turn": lambda a: (number * a,)})
    close(found["a"], number * 1.5, RULES, about="the same graph and values with other rules")
for inner, outer, slope in (("a", "b", m + k), ("b", "a", k * k)):
    found = asked({"p": ("mix", inner, outer)}, {"a": k, "b": m, "p": 1.0}, "p", rules)
    close(found["b"], slope, CALLER, about="the same names with other edges")
found = asked({"o": ("turn", "o1")}, {"o1": m, "o2": k, "o": n}, "o2", rules)
same(isinstance(found, dict), True, ENDS)
close([found["o"], found["o1"], found["o2"]], [0.0, 0.0, 1.0], START, about="an output that is an input")
graph = {"w3": ("turn", "w1"), "w2": ("turn", "w1"), "w1": ("turn", "w0")}
found = asked(graph, {"w0": k, "w1": m, "w2": 1.0, "w3": n}, "w2", rules)
same(isinstance(found, dict), True, ENDS)
close([found["w3"], found["w0"]], [0.0, n * m * n * k], CHAIN, about="a node that another step uses too")
near = {"y": ("mix", "b", "s"), "s": ("turn", "b"), "b": ("turn", "x")}
for graph in (near, dict(reversed(near.items()))):
    found = asked(graph, {"x": k, "b": m, "s": 1.5, "y": n}, "y", rules)
    close(found["x"], n * k * (k * 1.5 + (m + m) * n * m), WAIT, about="a node used by the output, and by another step")
for first, second, third in ((1e20, 1.0, 3.0), (1.0, 1e20, -3.0)):
    steep = {"f": lambda a, first=first: (first,), "h": lambda a, b, second=second, third=third: (second, third)}
    found = asked({"y": ("h", "m", "a"), "m": ("f", "a")}, {"a": m, "m": n, "y": k}, "y", steep)
    same(isinstance(found, dict), True, ENDS)
    close([found["a"], found["m"]], [second * first + third, second], ADD, rtol=1e-9, atol=0.0,
          about="a large slope beside small ones")
wide = {}
for step in range(100):
    wide |= {f"u{step}": ("cos", f"x{step}"), f"v{step}": ("neg", f"x{step}")}
    wide |= {f"x{step + 1}": ("mul", f"u{step}", f"v{step}")}
heights = {"x0": k} | {name: m for step in range(100) for name in (f"u{step}", f"v{step}", f"x{step + 1}")}
simple = {"cos": lambda a: (n,), "neg": lambda a: (k,), "mul": lambda a, b: (0.5 * b, a)}
for output in ("x1", "u1"):
    found = asked(wide, heights, output, counted(simple, 300))
    same(isinstance(found, dict), True, ENDS)
    same(len(found), 301, NAMES, about="100 diamonds, and an output among the first")
    close([found["x100"], found["v7"]], [0.0, 0.0], START, about="100 diamonds, and an output among the first")
    close(found["x0"], m * (0.5 * n + k) * (n if output == "u1" else 1.0), ONCE,
          about="100 diamonds, and an output among the first")
chain = {f"q{step + 1}": ("turn", f"q{step}") for step in range(300)}
steps = {f"q{step}": float(step % 3 + 1) / n for step in range(301)}
close(asked(chain, steps, "q300", counted(rules, 300))["q270"], 6.0**10, CHAIN, about="a chain of 300 steps")
close(asked(chain, steps, "q20", counted(rules, 300))["q5"], 6.0**5, CHAIN, about="a chain of 300 steps")
rungs, heights = {}, {"r0": 1.0}
for step in range(60):
    rungs |= {f"s{step}": ("half", f"r{step}"), f"r{step + 1}": ("join", f"s{step}", f"r{step}")}
    heights |= {f"s{step}": m, f"r{step + 1}": 1.0}
halves = {"half": lambda a: (0.5 * a * k,), "join": lambda a, b: (0.5, 1.0 - 0.3 * k * b)}
w = (rng.normal(size=15) / 15).tolist()   # 300 steps, each with fifteen inputs or two, near to it or far
large = {f"s{step}": [f"s{int(each)}" for each in rng.integers(step, size=15 if step % 3 == 0 else 2)]
         for step in range(9, 309)}
right = dict.fromkeys([f"s{step}" for step in range(309)], 0.0) | {"s300": 1.0}
for name, befores in reversed(large.items()):
    for before, slope in zip(befores, w if len(befores) > 2 else [k, -0.5], strict=True):
        right[before] += slope * right[name]
steps = {name: ("wide" if len(befores) > 2 else "pair", *befores) for name, befores in large.items()}
found = asked(steps, dict.fromkeys(right, 1.0), "s300", counted({"wide": lambda *_: tuple(w),
                                                                 "pair": lambda a, b: (k, -0.5)}, 300))
close([found.get(name) for name in right], list(right.values()), ADD, rtol=1e-9, atol=1e-9,
      about="300 steps, each with two inputs or fifteen")
found = asked(dict(reversed(rungs.items())), heights, "r60", counted(halves, 240))
same(isinstance(found, dict), True, ENDS)
close([found["s59"], found["r59"]], [0.5, 1.0 - 0.05 * k], ONCE, about="60 diamonds one after the other")
close(found["r0"], (1.0 - 0.05 * k) ** 60, ONCE, about="60 diamonds one after the other")
own = {"mul": lambda a, b: (k * b, m), "neg": lambda a: (n * a,), "cos": lambda a: (m,), "exp": lambda a: (k,)}
graph = {"y": ("mul", "u", "v"), "u": ("neg", "w"), "v": ("cos", "w"), "w": ("exp", "x")}
values = {"x": 1.0, "w": 1.5, "u": 0.5, "v": n, "y": 2.0}
found = asked(graph, values, "y", own)
close([found["x"], found["u"]], [k * n * n * 1.5 * k + m * m * k, k * n], RULES, about="names of LOCAL, other rules")
chain = {"t2": ("mix", "t1", "t0"), "t3": ("lift", "t2", "t4", "t5")}
values = {"t0": k, "t1": 0.5, "t2": 1.5, "t4": n, "t5": m, "t3": 1.0}
close(asked(chain, values, "t3", counted(rules, 2))["t1"], k * k * k, ONCE, about="two steps")
# graph, values or another argument exchanged alone, and entries exchanged, added and taken out between the calls


def all_slopes(graph, values, output, rules):
    slopes = dict.fromkeys(values, 0.0) | {output: 1.0}
    for name in reversed([name for name in values if name in graph]):
        operation, *befores = graph[name]
        for before, slope in zip(befores, rules[operation](*(values[each] for each in befores)), strict=True):
            slopes[before] += slope * slopes[name]
    return slopes


def drawn_steps(names):
    """Steps for all of these names but the first two, each on names that stand before it, two of them the nearest."""
    made = {}
    for place, name in enumerate(names[2:], 2):
        operation = ("one", "two", "three")[int(rng.integers(3))]
        picked = [names[place - 1], *(names[int(each)] for each in rng.integers(place, size=2))]
        made[name] = (operation, *picked[: 1 + ("one", "two", "three").index(operation)])
    return {name: made[name] for name in rng.permutation(list(made)).tolist()}


def drawn_rules():
    p, q = rng.uniform(0.5, 1.5, size=2).tolist()
    return {"one": lambda a: (p * a,), "two": lambda a, b: (q * b, p + a), "three": lambda a, b, c: (p, q * c, -b)}


for _ in range(2):
    names = [f"n{step}" for step in range(6)]
    drawn_values = [dict(zip(names, rng.uniform(0.5, 1.5, size=6).tolist(), strict=True)) for _ in range(2)]
    drawn_values.append(drawn_values[0] | {"n1": drawn_values[0]["n1"] + 1e-4})
    swapped = [names[1], names[0], *names[2:]]   # the same numbers in a row, under other names
    drawn_values.append(dict(zip(swapped, drawn_values[0].values(), strict=True)))
    choices = [[drawn_steps(names) for _ in range(2)], drawn_values, ["n5", "n4", "n1"],
               [drawn_rules() for _ in range(2)]]
    calls = [((), tuple(int(place) for place in picked)) for picked in np.ndindex(*map(len, choices))]
    calls = [calls[place] for place in (*rng.permutation(len(calls)), *rng.permutation(len(calls))[:4])]
    turned = rng.permutation(names).tolist()
    afresh = dict(zip(turned, rng.uniform(0.5, 1.5, size=6).tolist(), strict=True))
    more = [
        [(0, 0, "n5", ("two", "n4", "n0"))],                            # one entry
        [(0, 0, "n5", ("two", "n4", "n1"))],
        [(0, 0, "n5", ("three", "n4", "n0", "n3"))],
        [(0, 0, "n3", ("one", "n2"))],
        [(0, 0, "n3", None)],                                           # a step becomes an input, and a step again
        [(0, 0, "n3", ("two", "n2", "n0"))],
        [(1, 0, "new", 1.25)],                                          # one more node, one more step
        [(0, 0, "new", ("two", "n5", "n5"))],
        [(0, 0, "new", None), (1, 0, "new", None)],
        [(1, 0, "n2", 2.0)], [(1, 0, "n2", 2.0 + 1e-4)], [(1, 0, "n0", 0.0)], [(1, 0, "n0", 3)],
        [(3, 0, "two", lambda a, b: (k * b, m * a))],
        [(3, 0, "one", lambda a: (n * a,))],
        [(0, 0, name, entry) for name, entry in drawn_steps(names).items()],
        [*((0, 0, name, None) for name in names[2:]), *((1, 0, name, None) for name in names),
         *((1, 0, name, number) for name, number in afresh.items()),
         *((0, 0, name, entry) for name, entry in drawn_steps(turned).items())],
    ]
    calls += [(changes, (0, 0, 0, 0)) for changes in more]
    right = learner.in_turn(all_slopes, choices, calls)
    found = learner.in_turn(gradients, choices, calls)
    for grads, expected in zip(found, right, strict=True):
        same(isinstance(grads, dict), True, ENDS)
        same(sorted(grads), sorted(expected), NAMES, about="the same objects again, after some were changed")
        close([grads[name] for name in expected], list(expected.values()), ADD, rtol=1e-9,
              about="one argument exchanged, or changed in place, the others the same")
# no inputs: dimensions: the visible part has steps with one to four inputs, and a graph without steps
# no inputs: order: what is used near and far, and users that no path leads from, are tried under size as well
# no inputs: asked: the rules are counted under size
# no inputs: unchanged: the visible part asks twice of one graph
# no inputs: block: nothing is entered here
# no inputs: example: the visible part has it in its own form
same(asked.broken(), [], CALLER, about="every call of the hidden test")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# In which order do nodes hand on? A node must come after all the nodes that use it. `values` has it the other way
# round.
# </details>
# <details><summary>Hint 2: <code>KeyError: 'a'</code></summary>
#
# If it comes from `edges_into`: inputs of the graph have no entry, and hand nothing on. If it comes from your own
# dictionary: give every name its 0 before you begin.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# A dictionary of zeros, one for each name in `values`; 1 for the output. Go through the names of `values` backwards.
# For a name that is in the graph, take the edges that lead into it; to the node where an edge begins, *add* the local
# derivative times the gradient of the present node.
# </details>

# %% [markdown]
# Try it on a ladder of 10 diamonds; `mg` is asked too. The answer should come at once. If it does, put 300 in the place
# of 10: the sum over paths would not end in your lifetime.

# %%
n = 10
x = x0 = mg.tensor(np.array(0.5), requires_grad=True)
for _ in range(n):
    x = diamond(x)
x.backward()
print("mg    {:.9f}".format(x0.grad.item()))

def by_your_functions(n):
    values = forward_values(ladder(n), {"x0": 0.5}, VALUE)
    return gradients(ladder(n), values, f"x{n}", LOCAL)["x0"]

yours = outcome(lambda: by_your_functions(n))
print("yours", yours if yours == "error" else f"{yours:.9f}")

# %% [markdown]
# This way of going through a graph is called **reverse accumulation**, or **backpropagation**. One pass gives the
# derivatives with respect to *all* inputs, and costs about as much as computing the values. A nudge costs two runs for
# each input.

# %% [markdown]
# ## Exercise 2.8 · Why they agree (explain, 3 points, about 10 min, needs 2.7)
#
# **Goal** Explain why 2.6 and 2.7 give the same number.
#
# **Given** your two functions (or the two rules in the text, if one is missing), and a graph of this notebook as an
# example.
#
# **Return** six to ten sentences, which a person will read. Double-click the cell below and write in the place of its
# words. Say
#
# 1. what the gradient of one node stands for, in terms of paths;
# 2. which rule of arithmetic turns the sum over paths into one pass;
# 3. why the order matters: what would go wrong if a node handed on too early;
# 4. how much work each of the two is, on a ladder.
#
# **Example** of the beginning of a sentence: "All paths from `x` to `y` that go through the node `p` have in common
# that ..."

# %% [markdown] nbgrader={"grade_id": "ex2_8", "grade": true, "solution": true, "points": 3} exercise={"kind": "X"}
# ### BEGIN SOLUTION
# **A model answer.** The gradient of a node is the sum, over all paths from this node to the output, of the products of
# their local derivatives. For the output itself there is one path without edges, so it is 1. Every other path begins
# with one edge, which leads from the node to some node that uses it, and goes on as a path from that user. So group
# the paths by their first edge. In each group every product has the local derivative of that edge as a factor. By the
# distributive law it can be taken out: what remains in the brackets is the sum over all paths from the user, and this
# is the user's gradient. So a node's gradient is the sum, over the edges that leave it, of local derivative times the
# user's gradient, and that is what 2.7 adds up. If all users have the right gradient, so has the node; beginning at the
# output and going backwards, all are right. A node that hands on before all its users have handed on to it hands on a
# sum from which paths are missing: if a node is used twice and hands on after the first arrival, everything before it
# lacks the paths through the second use. On a ladder of $n$ diamonds the sum over paths has $2^n$ products; the
# pass follows each of the $4n$ edges once.
#
# **Rubric.**
#
# - **3 points** The gradient of a node is said to be a sum over all paths from it to the output; the common factor is
#   taken out (distributive law, in whatever words); the order is explained by missing paths; the work is compared.
# - **2 points** The sum and the common factor are there, and one of order and work is missing or wrong.
# - **1 point** Something true about paths that share a part, or about adding what arrives, without saying why the two
#   sums are equal.
# - **0 points** Only that both give the same number in a run, that 2.7 is faster, or that both use the chain rule.
# ### END SOLUTION

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Take a ladder of two diamonds and write out the four products. Which factors do two of them have in common?
# </details>
# <details><summary>Hint 2: which step</summary>
#
# In 2.7, look at the moment when a node adds what arrives. Which paths does this number stand for, and which paths does
# the number stand for that was there before?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Sort the paths by their first edge. All paths of one group have one factor in common; put it outside the brackets, and
# look at what is left inside.
# </details>

# %% [markdown]
# ## The pay-off: where the sign was lost
#
# The fit of notebook 00. For one reading at time $t$, the squared difference between formula and reading is a graph of
# nine steps.

# %%
swing = {
    "square": ("mul", "e", "e"),
    "e": ("sub", "position", "reading"),
    "position": ("mul", "height", "turn"),
    "height": ("mul", "a", "fade"),
    "fade": ("exp", "m"),
    "m": ("neg", "dt"),
    "dt": ("mul", "d", "t"),
    "turn": ("cos", "wt"),
    "wt": ("mul", "w", "t"),
}

# %% [markdown]
# Forty readings, one after the other through the same graph; the derivatives of the misfit are the means over all
# forty. In notebook 00, at the guess 6, 0.5, 1.5, the formulas by hand gave $-0.499$, $0.501$ and $-7.240$. What do the
# paths say?

# %%
t = np.linspace(0, 8, 40)   # seconds
reading = 10 * np.exp(-0.3 * t) * np.cos(2 * t) + np.random.default_rng(0).normal(0, 0.3, 40)

def mean_slopes(slopes_of_one, a, d, w):
    """The means, over the forty readings, of the slopes that slopes_of_one(values) gives for one."""
    found = []
    for time, measured in zip(t.tolist(), reading.tolist(), strict=True):
        inputs = {"a": a, "d": d, "w": w, "t": time, "reading": measured}
        found.append(slopes_of_one(forward_values(swing, inputs, VALUE)))
    return np.mean(found, axis=0)

# %%
def by_paths(values):
    return [sum_over_paths(swing, values, "square", name, LOCAL) for name in "adw"]

def by_one_pass(values):
    grads = gradients(swing, values, "square", LOCAL)
    return [grads[name] for name in "adw"]

print("by paths   ", outcome(lambda: mean_slopes(by_paths, 6.0, 0.5, 1.5).round(3)))
print("by one pass", outcome(lambda: mean_slopes(by_one_pass, 6.0, 0.5, 1.5).round(3)))

# %% [markdown]
# Both say $-0.501$ for $d$: the other sign. (A line that says `error` waits for your 2.4, and for 2.6 or 2.7.) Where
# was the sign lost? Follow the only way that leads from $d$ to the difference `e`, at the time 1 s. Predict the factor
# of each edge, then print them.

# %%
import itertools

fade, turn = math.exp(-0.5), math.cos(1.5)
values = {"a": 6.0, "d": 0.5, "t": 1.0, "reading": 4.0, "dt": 0.5, "m": -0.5}
values |= {"fade": fade, "turn": turn}
values |= {"height": 6 * fade, "position": 6 * fade * turn}
way = ("d", "dt", "m", "fade", "height", "position", "e")
for before, name in itertools.pairwise(way):
    for source, slope in edges_into(swing, values, name, LOCAL):
        if source == before:
            print("{:8} -> {:8} × {:6.3f}".format(before, name, slope))

# %% [markdown]
# Along this path the factors are: the time, $-1$, the fading, the height $a$, the turning, 1. The line by hand in
# notebook 00 was `along_d = t * a * fade * np.cos(turn)`. All are there but one: the factor $-1$ on the edge from `dt`
# to `m`. A program that walks the graph cannot overlook an edge, and the six rules that stand on the edges have been
# checked by nudges.
#
# And the fit? The same twenty steps as in 00, with your pass. (As long as 2.4 or 2.7 is the stub, `mg` does it.)

# %%
def by_mg(guess):
    a, d, w = (mg.tensor(np.array(number), requires_grad=True) for number in guess)
    e = a * (-d * mg.tensor(t)).exp() * (w * mg.tensor(t)).cos() - mg.tensor(reading)
    (e * e).mean().backward()
    return [number.grad.item() for number in (a, d, w)]

def slopes(guess):
    try:
        return mean_slopes(by_one_pass, *guess)
    except NotImplementedError:
        return by_mg(guess)

# %%
guess = np.array([6.0, 0.5, 1.5])
for _ in range(20):
    guess = guess - np.array([0.5, 0.005, 0.005]) * slopes(guess.tolist())
print("found  a {:.2f}  d {:.2f}  w {:.2f}".format(*guess))

# %% [markdown]
# It arrives where the mended fit of notebook 00 arrived, and nobody derived anything. But somebody had to write the
# graph as a dictionary, step by step. In notebook 03 the numbers do that themselves: you build a tensor that records
# what is done with it, and the pass of 2.7 becomes its `backward()`.

# %% [markdown]
# ## Five questions (not graded)
#
# The questions look back to notebook 01.
#
# <details><summary>1. <code>y = x.T</code>, then <code>x.add_(1)</code>. What is in <code>y</code>?</summary>
#
# The new numbers. `x.T` is a view: the same storage, read with other strides.
# </details>
# <details><summary>2. How do you find out whether two tensors share their storage?</summary>
#
# Write through one of them, in place, and look at the other. That they print alike proves nothing.
# </details>
# <details><summary>3. A tensor of shape (4, 1) minus one of shape (4,): which shape, and why is it dangerous?</summary>
#
# (4, 4). Both are stretched, there is no error, and a mean over it is a number like any other.
# </details>
# <details><summary>4. <code>b</code> of shape (3,) is added to <code>g</code> of shape (2, 3). What does
# <code>sum_to_shape</code> do with the gradient of <code>b</code>, and what has that to do with paths?</summary>
#
# It adds the two rows up, from (2, 3) to (3,). Each entry of `b` was used twice, so two paths lead from it to the
# result, and the products of paths add up.
# </details>
# <details><summary>5. Why is all ones, in a square, a poor input for a test?</summary>
#
# Every sum along a row equals the sum along a column, and exchanged entries do not show. Take sizes that differ, and
# numbers of mixed sign.
# </details>

# %% [markdown]
# ## What PyTorch does
#
# Everything here that begins with `mg.` has the same name and the same behaviour in PyTorch 2.13 as `torch.`.
#
# - The graph is built while values are computed, and built anew in every run. `y.grad_fn` is there before `backward()`,
#   and is the same node afterwards.
# - `grad_fn.next_functions` are pairs of a node and the number of that node's output; `(None, 0)` stands for an input
#   that asks for no gradient, a plain number for instance. A tensor that was not computed has one `AccumulateGrad`,
#   however often it is used; `variable` leads back to the tensor.
# - `x * x` gives two edges to one node, as in your `squared`.
# - `backward()` is your 2.7: it starts the output with 1, and a node hands on when all its users have handed on to it.
#   Of several nodes that may, the one that was made last goes first; an `AccumulateGrad` goes before all of them.
# - `torch.autograd.gradcheck` compares derivatives with central differences, with a nudge of 1e-6. Give it `float64`:
#   with the seven digits of `float32` it warns, and mostly fails.

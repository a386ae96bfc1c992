# %% [markdown]
# # 00 · Orientation: one wrong sign
#
# A weight on a spring swings, and each swing is a little lower than the one before: a *damped oscillation*. You have
# forty measured positions and want to know how high it started, how fast it dies out, and how fast it swings. A
# program can find out by trying numbers and walking downhill on the error. For that it must know which way is down,
# and so it needs derivatives.
#
# Here the derivatives were made by hand, and one sign in them is wrong. What would have told us? This course is an
# answer to that question: you build a program that makes derivatives itself, and you learn how to check one.
#
# This notebook takes about half an hour and counts for nothing. It shows how the others work: you predict, run, look,
# write an answer, check it, unfold a hint, and hand in. Run the cells from top to bottom with Shift+Enter.

# %%
try:
    import numpy as np
    import minigrad as mg
    from autograder.kit import close, learner, learner_side, rng, same
    from autograder.kit.predict import beside
    ready = hasattr(mg, "__course__")
except ImportError:
    ready = False
if not ready:
    print("This kernel lacks the course's packages. In the course folder, run:  python3 start.py")
    print("On Windows:  py start.py. Until then, the cells below end in errors.")

# %% [markdown]
# ## Exercise 0.1 · A mistake, on purpose (complete, 0 points, about 2 min, needs nothing)
#
# First, how a failure reads. The next cell is an *answer cell*, and the answer in it is wrong. Below it stands a *test
# cell*: `close` gets what your function gives, what it should give, and a law. Run both. The test says two lines: the
# **law**, which holds for every right answer, and what was seen. Then mend the answer and run both again; a check that
# passes says so in one quiet line. (JupyterLab folds the code of test cells, since you need not read it. A click on the
# three dots unfolds it, and so does *View*, *Expand Selected Code*.)
#
# **Goal** Mend the sign.
#
# **Given** a number `x` from -10 to 10: positive, negative or 0, whole or not.
#
# **Return** the slope of $x^2$ at `x`, a number, less than 0.00001 off.
#
# **Example** `slope(3.0)` is `6.0`.

# %% nbgrader={"grade_id": "ex0_1", "solution": true}
def slope(x):
    ### BEGIN SOLUTION
    return 2 * x
    ### STUB
    # return -2 * x
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex0_1_test", "grade": true, "points": 0} exercise={"kind": "F"}
SLOPE = "slope: the slope of x**2 at x is 2x"
close(slope(3.0), 6.0, SLOPE, atol=1e-5)
close(slope(-1.5), -3.0, SLOPE, atol=1e-5)
### BEGIN HIDDEN TESTS
# inputs: values (divides_by_x, floats_only)
for x, kind in ((-1.0 - rng.random(), "a negative number"), (0.0, "zero"), (4.0 + rng.random(), "a positive number"),
                (rng.random() / 4, "a number below 1"), (-7, "a whole number"), (0, "zero"), (10.0, "the largest"),
                (-10, "the smallest"), (-10 + 1e-3 * rng.random(), "nearly the smallest"), (1e-7, "nearly zero")):
    close(slope(x), x + x, SLOPE, about=kind, atol=1e-5)
# no inputs: dimensions, aliasing, unchanged: one number comes in and one goes out
# no inputs: same, order: there is one argument
# no inputs: again: the values are tried one after the other
# no inputs: size, block: nothing is repeated, entered or left
# no inputs: asked: no way of doing it is asked for
# no inputs: example: it is the visible part
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Right of zero, $x^2$ goes up. What sign has a slope that goes up?
# </details>
# <details><summary>Hint 2: which line</summary>
#
# There is only one. Look at its first sign.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Take the minus away and leave the rest as it is.
# </details>

# %% [markdown]
# The test that you see is only its first part. When it is graded, a second, hidden part tries other inputs: an answer
# that returns 6 for every positive `x`, and -3 for every other, would pass here, and would not pass there.

# %% [markdown]
# ## Forty readings
#
# The position at time $t$ is $a\,e^{-d t}\cos(w t)$: $a$ is where the weight starts, in centimetres; $d$ is the
# damping, how fast the swings shrink, per second; $w$ is the rate, how fast it swings, in radians per second. We make
# the readings ourselves, to know the truth: $a = 10$, $d = 0.3$, $w = 2$, and at each reading an error of about 0.3
# cm. The random numbers start from a fixed seed, so your readings are everybody's.

# %%
t = np.linspace(0, 8, 40)   # seconds

def swing(a, d, w):
    """The position in cm at each of the times t."""
    return a * np.exp(-d * t) * np.cos(w * t)

reading = swing(10, 0.3, 2) + np.random.default_rng(0).normal(0, 0.3, 40)
print(reading[:5].round(2), "...")

# %% [markdown]
# How good is a guess? Take the differences between formula and readings, square them, and take the mean. We call this
# number the **misfit**. It is small where formula and readings agree.

# %%
def misfit(a, d, w):
    return np.mean((swing(a, d, w) - reading) ** 2)

print("misfit of the truth   {:.2f}".format(misfit(10, 0.3, 2)))
print("misfit of our guess   {:.2f}".format(misfit(6, 0.5, 1.5)))

# %% [markdown]
# The truth has a little misfit too, because of the errors in the readings. Our guess has a lot. To walk downhill from
# it we need the slope of the misfit along each of the three numbers. By the chain rule, the slope of a square is twice
# the difference times the slope of what is inside; then comes the mean.

# %%
def slopes_by_hand(a, d, w):
    """How fast the misfit grows along a, along d and along w."""
    twice = 2 * (swing(a, d, w) - reading)
    fade, turn = np.exp(-d * t), w * t
    along_a = fade * np.cos(turn)
    along_d = t * a * fade * np.cos(turn)
    along_w = -t * a * fade * np.sin(turn)
    return np.array([np.mean(twice * along) for along in (along_a, along_d, along_w)])

# %% [markdown]
# The walk: each number takes twenty small steps against its slope. (We found out how small by trying: the misfit bends
# more sharply along $d$ and $w$ than along $a$.)

# %%
def fit(slopes, start=(6.0, 0.5, 1.5)):
    numbers = np.array(start)
    for _ in range(20):
        numbers = numbers - np.array([0.5, 0.005, 0.005]) * slopes(*numbers)
    return numbers

# %% [markdown]
# ## Exercise 0.2 · What does one wrong sign do? (predict, 0 points, about 3 min, needs nothing)
#
# One sign in `slopes_by_hand` is wrong. Before you run the fit, say what will happen. Predicting first is what makes
# the run teach you something, so in this course a prediction always earns its point, right or wrong.
#
# **Goal** Predict three outcomes.
#
# **Given** the cells above.
#
# **Return** the dictionary `prediction`, with one of the values in the comment for each `None`.
#
# **Example** `"hungry": "yes",` would be the line for a question `"hungry"` with the values `"yes"` and `"no"`.

# %% nbgrader={"grade_id": "ex0_2", "solution": true}
### BEGIN SOLUTION
prediction = {
    "python": "fine",     # "fine" or "error": does the fit run to its end?
    "misfit": "falls",    # "falls" or "rises": the misfit, from the guess to the end of the walk
    "farthest": "d",      # "a", "d" or "w": which ends farthest from the truth, in percent?
}
### STUB
# prediction = {
#     "python": None,       # "fine" or "error": does the fit run to its end?
#     "misfit": None,       # "falls" or "rises": the misfit, from the guess to the end of the walk
#     "farthest": None,     # "a", "d" or "w": which ends farthest from the truth, in percent?
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex0_2_test", "grade": true, "points": 0} exercise={"kind": "P", "commitment": true}
choices = {"python": ("fine", "error"), "misfit": ("falls", "rises"), "farthest": ("a", "d", "w")}
STUB = "commitment: still the stub; put a value in the place of None"
ALLOWED = "commitment: each value is one of those in its comment"
for key, allowed in choices.items():
    where = f"{key}: {prediction[key]!r}, to be one of {allowed}"
    same(prediction[key] is not None, True, STUB, about=where)
    same(prediction[key] in allowed, True, ALLOWED, about=where)

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Python cannot know which sign you meant. A number that gets the wrong slope walks uphill while the others walk down.
# </details>
# <details><summary>Hint 2: which lines</summary>
#
# Compare the three lines that begin with `along` with the derivatives of $a\,e^{-d t}\cos(w t)$ along $a$, $d$ and
# $w$.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# The derivative of $e^{-d t}$ along $d$ has a sign in it that is easy to lose.
# </details>

# %% [markdown]
# Now run it.

# %%
found = fit(slopes_by_hand)
off = np.abs(found / [10, 0.3, 2] - 1)
print("found  a {:.2f}  d {:.2f}  w {:.2f}   misfit {:.2f}".format(*found, misfit(*found)))
beside(prediction, {
    "python": "fine",
    "misfit": "falls" if misfit(*found) < misfit(6, 0.5, 1.5) else "rises",
    "farthest": "adw"[np.argmax(off)],
})

# %% [markdown]
# No error, three ordinary numbers, and a misfit that went down by almost half: it looks like a fit that is on its way.
# It is not. Look at it.

# %%
import matplotlib.pyplot as plt

def plot(curves):
    plt.figure(figsize=(7, 3))
    plt.plot(t, reading, "k.", label="readings")
    for (label, numbers), line in zip(curves.items(), ("--", "-"), strict=False):
        plt.plot(t, swing(*numbers), line, label=label)
    plt.gca().set(xlabel="time (s)", ylabel="position (cm)")
    plt.legend(fontsize="small", ncols=3, loc="lower center", bbox_to_anchor=(0.5, 1))
    plt.show()

plot({"one wrong sign": found})

# %% [markdown]
# *Figure 1. The forty readings, and the fit with one wrong sign.*
#
# **The figure in words.** The readings start at 10 cm and swing through zero five times, lower and lower. The dashed
# curve follows them for the first second. It turns at $-3$ cm where the readings reach $-6$ cm, and after two seconds
# it lies close to zero while the readings go on swinging.

# %% [markdown]
# ## Exercise 0.3 · What would have told us? (bug hunt, 0 points, about 5 min, needs 0.2)
#
# Here is one thing that would have. A slope says how fast the misfit grows when one number grows. So *measure* it:
# make the number a tiny bit larger, and see. This is a **nudge**. It needs no formula, so it cannot have the formula's
# mistake.

# %%
def slopes_by_nudge(a, d, w, tiny=1e-6):
    here = misfit(a, d, w)
    nudged = misfit(a + tiny, d, w), misfit(a, d + tiny, w), misfit(a, d, w + tiny)
    return np.array([(there - here) / tiny for there in nudged])

print("by hand ", slopes_by_hand(6, 0.5, 1.5).round(3))
print("by nudge", slopes_by_nudge(6, 0.5, 1.5).round(3))

# %% [markdown]
# **Goal** Find the wrong sign, and write `mended_slopes`, the same function with all three slopes right.
#
# **Given** three numbers: `a` from -100 to 100, `d` from -1 to 10, `w` from -10 to 10, each whole or not;
# the function `slopes_by_hand` to copy from; `t`, `reading` and `swing`.
#
# **Return** the slopes of the misfit along `a`, `d` and `w`, in this order, in a numpy array, a new one at each call.
#
# **Example** `mended_slopes(6, 0.5, 1.5)` agrees to three decimals with the nudge printed above. The hidden test tries
# other numbers.

# %% nbgrader={"grade_id": "ex0_3", "solution": true}
def mended_slopes(a, d, w):
    ### BEGIN SOLUTION
    twice = 2 * (swing(a, d, w) - reading)
    fade, turn = np.exp(-d * t), w * t
    along_a = fade * np.cos(turn)
    along_d = -t * a * fade * np.cos(turn)
    along_w = -t * a * fade * np.sin(turn)
    return np.array([np.mean(twice * along) for along in (along_a, along_d, along_w)])
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex0_3_test", "grade": true, "points": 0} exercise={"kind": "B"}
SLOPES = "slopes: each of the three is how fast the misfit grows along that number"
ARRAY = "array: the three slopes come in a numpy array"
NEW = "own array: each call makes a new array, and leaves those of earlier calls as they were"
expected = np.array([-0.49873, -0.50127, -7.23989])
answered = mended_slopes(6, 0.5, 1.5)
close(answered, expected, SLOPES, rtol=1e-4, about="the first guess")
same(isinstance(answered, np.ndarray), True, ARRAY)


@learner_side
def kept(function, first, second):
    """Two calls; then the first result, the second, and the first again, with 0 written into the second."""
    one = function(*first)
    answered = [one.copy()]
    other = function(*second)
    answered.append(other.copy())
    other[:] = 0
    answered.append(one.copy())
    return [*answered, function(*second)]


answered = kept(mended_slopes, (6, 0.5, 1.5), (6, 0.5, 1.5))
for at in (0, 1, 3):
    close(answered[at], expected, SLOPES, rtol=1e-4, about="calls at the first guess, one after the other")
close(answered[2], expected, NEW, rtol=1e-4, about="the first array, when 0 was written into the second")


@learner_side
def in_turn(function, points):
    """A call at each of these points, one after the other."""
    return [function(*point).copy() for point in points]


answered = in_turn(mended_slopes, [(6, 0.5, 1.5), (6.4, 0.3, 1.2), (6, 0.5, 1.5)])
for found, right in zip(answered, [expected, np.array([0.43175, -15.07804, -7.42591]), expected], strict=True):
    close(found, right, SLOPES, rtol=1e-4, about="numbers that are nearly those of the call before")
### BEGIN HIDDEN TESTS
times = np.linspace(0, 8, 40)
measured = 10 * np.exp(-0.3 * times) * np.cos(2 * times) + np.random.default_rng(0).normal(0, 0.3, 40)


def height(numbers):
    a, d, w = numbers
    return np.mean((a * np.exp(-d * times) * np.cos(w * times) - measured) ** 2)


def nudged(point):
    steps = 1e-5 * np.eye(3)
    return np.array([(height(point + step) - height(point - step)) / 2e-5 for step in steps])


# word: that each call makes a new array
asked = learner.watched(mended_slopes)
# inputs: values (divides_by_the_height)
points = rng.uniform([5.0, 0.1, 1.0], [15.0, 1.0, 3.0], size=(2, 3))
answered = kept(mended_slopes, points[0].tolist(), points[1].tolist())
for at, of in ((0, 0), (1, 1), (3, 1)):
    close(answered[at], nudged(points[of]), SLOPES, rtol=1e-5, atol=1e-7, about="calls, one after the other")
close(answered[2], nudged(points[0]), NEW, rtol=1e-5, atol=1e-7, about="the first array, after another call")
for near in ([(-1, 0.5, 1.5), (-2, 0.5, 1.5)], [(6.0, 0.5, -1.0), (6.0, 0.5, -2.0)], [(6, 0, -1), (6, -1, 0)]):
    for found, point in zip(in_turn(mended_slopes, near), near, strict=True):
        close(found, nudged(point), SLOPES, rtol=1e-5, atol=1e-7, about=f"{near[0]}, then {near[1]}")
for _ in range(4):
    point = rng.uniform([5.0, 0.1, 1.0], [15.0, 1.0, 3.0])
    close(asked(*point.tolist()), nudged(point), SLOPES, rtol=1e-5, atol=1e-7, about="numbers near the truth")
for point in ([0, 0.5, 1.5], [-4, 0.2, 2.5], [7, 0, 2], [7, -0.1, 1.5], [7, 0.3, 0], [7, 0.3, -2], [10, 1, 2],
              [10, 0.3, 2], [10.01, 0.3, 2.0]):
    expected = nudged(np.array(point, dtype=float))
    close(asked(*point), expected, SLOPES, rtol=1e-5, atol=1e-6, about="whole numbers, negative ones or a 0")
# each number changed alone, a little or a lot, after calls with nearly the same; numbers of all sizes; the bounds


def along_all(points):
    """The misfits at all points, and the slopes there, one row for each."""
    a, d, w = np.array(points, dtype=float).T[:, :, None]
    fade, turn = np.exp(-d * times), w * times
    off = a * fade * np.cos(turn) - measured
    along = np.array([np.cos(turn), -a * times * np.cos(turn), -a * times * np.sin(turn)])
    return np.mean(off ** 2, axis=1), np.mean(2 * off * fade * along, axis=2).T


trials, lowest = [], np.array([-100.0, -10.0, -10.0])
for trial in range(8):
    whole = [int(rng.integers(1, 90)), int(rng.integers(0, 2)), int(rng.integers(1, 9))]
    base = np.array(whole) + rng.uniform(0.2, 0.7, size=3)
    base = base * (rng.choice([-1, 1], size=3) if trial % 2 else 1.0)
    near = [base, np.array(whole, dtype=float), base + 1e-3, base[[0, 2, 1]] % 10, -base]
    for by in (1e-4, 0.03, 0.2, -base):   # the last makes one of them 0
        near += [base + row for row in by * np.eye(3)]
    near += [base * row for row in 1 - 2 * np.eye(3)]
    trials += [*(near[place] for place in rng.permutation(len(near))), base]
for _trial in range(40):
    trials.append(lowest * 10.0 ** rng.uniform(-6, 0, size=3) * rng.choice([-1, 1], size=3))
trials += [lowest * (np.array(signs) - 1) for signs in np.ndindex(3, 3, 3)]
trials = [np.clip(point, [-100.0, -1.0, -10.0], -lowest).tolist() for point in trials]
trials += [[int(number) for number in point] for point in trials[-10:]]
for found, height_there, right in zip(in_turn(mended_slopes, trials), *along_all(trials), strict=True):
    close(found, right, SLOPES, rtol=1e-5, atol=1e-6 * (1.0 + height_there),
          about="numbers of all sizes, and nearly the same ones")
# no inputs: again, unchanged: the visible part calls it several times in a row
# no inputs: dimensions, aliasing: three numbers come in
# no inputs: same, order: the three numbers play different parts
# no inputs: size, block: nothing is repeated, entered or left
# no inputs: asked: no way of doing it is asked for
# no inputs: example: it is the visible part
same(asked.broken(), [], NEW, about="every call of the hidden test")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Compare the two printed lines, entry by entry. Which of the three disagrees, and how?
# </details>
# <details><summary>Hint 2: which line</summary>
#
# The second entry comes from `along_d`. It should be the derivative of $a\,e^{-d t}\cos(w t)$ along $d$. What does the
# chain rule take out of the exponent?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# The exponent is minus $d t$, and its derivative along $d$ is minus $t$. Copy the body of the function and put that
# minus where it belongs.
# </details>

# %% [markdown]
# With the right slopes the same walk arrives. (As long as 0.3 is the stub, the cell uses the nudge.)

# %%
def right_slopes(a, d, w):
    try:
        return mended_slopes(a, d, w)
    except NotImplementedError:
        return slopes_by_nudge(a, d, w)

better = fit(right_slopes)
print("found  a {:.2f}  d {:.2f}  w {:.2f}   misfit {:.2f}".format(*better, misfit(*better)))
plot({"one wrong sign": found, "mended": better})

# %% [markdown]
# *Figure 2. The same, with the mended fit.*
#
# **The figure in words.** The dashed curve is that of Figure 1. The solid curve runs through the readings all the way
# to the end.

# %% [markdown]
# ## What the course is about
#
# A nudge tells you that a slope is wrong, but it is a poor way to get slopes: every nudge runs the whole computation
# once more, and a model may have a million numbers. Formulas by hand are fast, and you have just seen their weak spot.
# There is a third way: write down the misfit, and nothing else. `requires_grad=True` asks for the slope along a number,
# `backward()` finds all of them, and `.grad` is where they are put.

# %%
a, d, w = (mg.tensor(number, requires_grad=True) for number in (6.0, 0.5, 1.5))
times, target = mg.tensor(t), mg.tensor(reading)
difference = a * (-d * times).exp() * (w * times).cos() - target
loss = (difference * difference).mean()
loss.backward()
print("by mg   ", np.array([number.grad.item() for number in (a, d, w)]).round(3))

# %% [markdown]
# These are the slopes of the nudge, and nobody derived anything. The package `mg` recorded each step, knows the
# derivative of each single step, and put them together with the chain rule. That is **automatic differentiation**.
# What it recorded is a *graph*, and you can look at it.

# %% tags=["no-parity"] reason="drawings are minigrad's own"
from minigrad.drawing import draw

draw(loss, saved=False)

# %% [markdown]
# *Figure 3. What `mg` recorded: ten operations from three numbers to the misfit.*
#
# **The figure in words.** Rounded boxes, one for each operation, most of them on forty values at once. Arrows lead
# down, from what goes into an operation to its box. Three squares, `a`, `d` and `w`, and three dashed boxes, the times
# (twice) and the readings, come in at different places. All paths meet in the difference, which goes twice into one
# product, its square, and end in the mean. The slopes came back up the same paths, and stand in green in the squares,
# as `.grad`. (The picture calls the squares *leaves*.)
#
# The coming notebooks take this apart: you write the pieces of such a package yourself, and put them together. `mg` is
# short for `minigrad`, the small package that comes with the course; its names and its behaviour are those of PyTorch.
#
# An exercise is marked with its kind: *predict*; *put in order*; *complete*; *modify*; *code*; *make*; *bug hunt*;
# *adversary*, where you write the inputs that catch wrong programs; *graph*; *explain*. The header tells its points,
# its minutes, and which exercise it needs. A mistake costs points once: what one exercise needs from another is always
# there, even if you did not solve that one.

# %% [markdown]
# ## Check and hand in
#
# You can check a whole notebook at once. Save it (Ctrl+S), open a terminal in JupyterLab (File, New, Terminal), and
# type
#
# ```text
# autograder check 00_orientation
# ```
#
# It runs the notebook from top to bottom in a fresh process and says for each exercise whether the checks that you see
# hold. Points are given when it is graded. If something works in your open notebook and not there, then a cell depends
# on something that you ran earlier and have since changed: use *Kernel, Restart Kernel and Run All Cells*, and look at
# the first cell that fails. To hand in:
#
# ```text
# autograder handin 00_orientation
# ```
#
# It writes one file and says where. Upload that file. Your notebook stays as it is, and you may hand in again.
#
# And where are you in the course? Save, and type `progress()` into a cell of your own, in any notebook: what is done,
# what comes next, and how long the rest takes.

# %% [markdown]
# ## Six questions about what you need
#
# Answer each in your head, then unfold. For those you could not answer there is a place to read.
#
# <details><summary>1. Classes. <code>class Box:</code> has a method <code>def double(self): return 2 * self.n</code>,
# and <code>b = Box()</code>, <code>b.n = 4</code>. What is <code>b.double()</code>? What is <code>self</code> in that
# call?</summary>
#
# 8; `self` is `b`. To read: *The Python Tutorial*, chapter 9, Classes, sections 9.3.1 to 9.3.4, at docs.python.org.
# </details>
# <details><summary>2. Classes. What has a class to define so that <code>b * 3</code> works for its objects, and what
# so that <code>3 * b</code> works?</summary>
#
# The methods `__mul__` and `__rmul__`. To read: *The Python Language Reference*, section 3.3.8, Emulating numeric
# types.
# </details>
# <details><summary>3. Closures. <code>def add(n): return lambda x: x + n</code>. What is
# <code>add(2)(5)</code>? Where does the inner function find <code>n</code>?</summary>
#
# It is 7. The inner function keeps hold of the variables of the call that made it. To read: *The Python Tutorial*,
# section 9.2, Python Scopes and Namespaces, and in chapter 4 the section Lambda Expressions.
# </details>
# <details><summary>4. Chain rule. What is the derivative of $\cos(x^2)$?</summary>
#
# $-2x\,\sin(x^2)$: the derivative of the outer function at the inner one, times the derivative of the inner one. To
# read: OpenStax, *Calculus Volume 1*, section 3.6, The Chain Rule.
# </details>
# <details><summary>5. Chain rule. Let $z = x\,y$ with $x = s^2$ and $y = 3s$. Without putting them in: what is the
# derivative of $z$ along $s$?</summary>
#
# $y\cdot 2s + x\cdot 3 = 9 s^2$: one term for each way in which $s$ gets into $z$. To read: OpenStax, *Calculus Volume
# 3*, section 4.5, The Chain Rule.
# </details>
# <details><summary>6. Matrix product. <code>A</code> has shape (2, 3) and <code>B</code> has shape (3, 4). Which shape
# has <code>A @ B</code>, and which numbers make up its entry in row 0, column 1?</summary>
#
# (2, 4); row 0 of `A` and column 1 of `B`: multiplied in pairs, then added. To read: OpenStax, *College Algebra*,
# section 7.5, Matrices and Matrix Operations; and `numpy.matmul` at numpy.org.
# </details>

# %% [markdown]
# With four of the six you can go on to `01_tensors`; read up on the others when you meet them.

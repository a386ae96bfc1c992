# %% [markdown] limits={"test_seconds": 8}
# # 01 · Tensors: shape, storage, view, broadcast
#
# Notebook 00 ended with three slopes that `mg` found by itself. Look once more at what went in: one number $a$, and
# forty moments in time. Somewhere that one number met forty others, forty slopes came back, and in the end there was
# one. How arrays of different shapes meet, and how the slopes find their way back to the right shape, is the subject
# of this notebook. On the way you meet two mistakes of the kind you know from 00: nothing complains, and the result
# is wrong.
#
# Afterwards you can
#
# - say which expressions share their numbers with `x`, and prove it;
# - predict the shape of a sum, even where it is legal and not what was meant;
# - bring slopes back to the shape of what they belong to, with a function that becomes the first piece of your own
#   engine;
# - write inputs that a wrong program does not get past.
#
# At the end you fit five swings at once with it. This notebook takes about two and a quarter hours: 80 minutes for the
# exercises, 9 of them for further practice (1.7+), and the rest for reading and running. Good places to stop are after
# exercises 1.2 and 1.5.
#
# You need notebook 00, and from numpy: indexing, slices, and what `sum(axis=0)` does.

# %%
try:
    import numpy as np
    import minigrad as mg
    from minigrad.drawing import draw_broadcast, draw_memory
    from autograder.kit import close, learner_side, plain, raises, ref, rng, same
    from autograder.kit.lines import in_order
    from autograder.kit.predict import beside, outcome
    ready = hasattr(mg, "__course__")
except ImportError:
    ready = False
if not ready:
    print("This kernel lacks the course's packages. In the course folder, run:  python3 start.py")
    print("On Windows:  py start.py. Until then, the cells below end in errors.")

# %% [markdown]
# ## What a tensor is
#
# A **tensor** is an array that can remember how it was computed. The remembering comes in notebook 02; here is the
# array. Its **shape** says how many entries it has along each dimension, its **dtype** what kind of numbers they are.

# %%
x = mg.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
print(x)
print("shape", tuple(x.shape), "  dtype", x.dtype)

# %% [markdown]
# (`mg` says `torch.float32`, because it uses PyTorch's names throughout.) A `float32` takes four bytes and holds about
# seven digits. Numpy's own numbers, `float64`, take eight bytes and hold sixteen. Which one do you get? Predict the
# four lines.

# %%
print(mg.tensor([1.5, 2.0]).dtype)             # Python's floats
print(mg.tensor(np.array([1.5, 2.0])).dtype)   # numpy's floats
print(mg.tensor([1, 2]).dtype)                 # Python's integers
print(mg.Tensor([1, 2]).dtype)                 # a capital T

# %% [markdown]
# `mg.tensor`, the function, looks at what it gets: Python's floats become `float32`, numpy's arrays keep what they
# have, integers stay integers. `mg.Tensor`, the class itself, makes `float32` of every list, and of a whole number a
# shape: `mg.Tensor(3)` has three entries that nobody has set. This course uses the function. Here is 0.1 in seven
# digits and in sixteen:

# %%
print(mg.tensor(0.1).item(), mg.tensor(np.array(0.1)).item())

# %% [markdown]
# The slopes of a result along all entries of a tensor, in an array of the tensor's shape, are its **gradient**;
# `requires_grad=True` asks for it. An integer cannot be nudged, since between 2 and 3 there is none, so a tensor of
# integers has no gradient and may not ask for one. Write `1.0` where you want one.

# %%
try:
    mg.tensor([1, 2], requires_grad=True)
except RuntimeError as error:
    print(str(error).split(".")[0])

# %% [markdown]
# ## Six numbers in a row
#
# Memory has no rows and columns. The six numbers of `x` lie one after the other; this is the **storage**. The
# **strides** say how far to go in it for one step along each dimension.
#
# ```text
# storage    1   2   3   4   5   6
# position   0   1   2   3   4   5
#
#             shape    strides   position
# x[i, j]     (2, 3)   (3, 1)    3·i + 1·j
# x.T[i, j]   (3, 2)   (1, 3)    1·i + 3·j
# ```
#
# `x.T` is `x` with rows and columns exchanged, the *transpose*. To get it no number has to move: it is the same
# storage, read with other strides. A tensor that reads the storage of another one is a **view** of it.
#
# The cell below writes 40 into `turned[0, 1]`. Predict at which position of the storage that is, and which entry of `x`
# lies there.

# %%
print("x", x.stride(), "  x.T", x.T.stride())
turned = x.T
turned[0, 1] = 40.0
print(x)

# %%
draw_memory(x, turned)

# %% [markdown]
# *Figure 1. One storage, read by `x` and by its transpose.*
#
# **The figure in words.** Six numbers in a row, at the positions 0 to 5; 40 is at position 3. Below them two tensors,
# each with its entries at the numbers that they read. For `x`, of shape (2, 3), they stand in reading order, so that
# position 3 is the entry 1,0; a step along dimension 0 goes three positions on, a step along dimension 1 one. For
# `turned`, of shape (3, 2), position 3 is the entry 0,1, and the two steps are exchanged.
#
# You wrote into `turned`, and `x` has changed. That is the way to find out whether two tensors share their storage:
# write through one of them and look at the other. That they print alike proves nothing.
#
# The function below does it. `x.add_(100)` adds 100 *in place*: the new values are put where the old ones were. (In
# PyTorch's names, and so in `mg`, a final underscore means *in place*.)

# %%
def shares(expression):
    """Do x and expression(x) share storage? Write into x and look at the other."""
    x = mg.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
    y = expression(x)
    before = str(y)
    x.add_(100)
    return "own" if str(y) == before else "shared"

print("x.T  ", shares(lambda x: x.T))
print("x * 1", shares(lambda x: x * 1))

# %% [markdown]
# ## Exercise 1.1 · Shared or not? (predict, 2 points, about 9 min, needs nothing)
#
# Eight expressions with the `x` of shape (2, 3). `x[:, 1:]` are its last two columns; `x[[0, 1]]` are the rows 0 and
# 1, asked for with a list; `x.reshape(6)` are the six numbers in one row, in reading order; `x.clone()` is a tensor
# equal to `x`, and `x.numpy()` a numpy array equal to it.
#
# **Goal** Predict for each whether it shares its storage with `x`, before you run it.
#
# **Given** the picture above. An expression can share if its numbers can be described by a start in the storage, a
# shape, and one stride for each dimension.
#
# **Return** the dictionary `sharing`, with `"shared"` or `"own"` for each `None`.
#
# **Example** `"x * 1": "own",` would be the line for the expression that you saw above.

# %% nbgrader={"grade_id": "ex1_1", "solution": true}
### BEGIN SOLUTION
sharing = {   # for each: "shared" or "own"
    "x[0]": "shared",
    "x[:, 1:]": "shared",
    "x[[0, 1]]": "own",
    "x + 0": "own",
    "x.reshape(6)": "shared",
    "x.T.reshape(6)": "own",
    "x.clone()": "own",
    "x.numpy()": "shared",
}
### STUB
# sharing = {   # for each: "shared" or "own"
#     "x[0]": None,
#     "x[:, 1:]": None,
#     "x[[0, 1]]": None,
#     "x + 0": None,
#     "x.reshape(6)": None,
#     "x.T.reshape(6)": None,
#     "x.clone()": None,
#     "x.numpy()": None,
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex1_1_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
allowed = ("shared", "own")
keys = ("x[0]", "x[:, 1:]", "x[[0, 1]]", "x + 0",
        "x.reshape(6)", "x.T.reshape(6)", "x.clone()", "x.numpy()")
STUB = "commitment: still the stub; put a value in the place of None"
for key in keys:
    where = f"{key}: {sharing[key]!r}, to be one of {allowed}"
    same(sharing[key] is not None, True, STUB, about=where)
    same(sharing[key] in allowed, True, "commitment: each value is one of those in the comment",
         about=where)

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Two questions for each: are new numbers computed, or asked for? If not, can strides find the old ones in the order
# that is wanted?
# </details>
# <details><summary>Hint 2: which line</summary>
#
# Write down the positions in the storage that the result reads, in order, for `x.reshape(6)` and for
# `x.T.reshape(6)`. Is the step between neighbours always the same?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Half of them share. Arithmetic always makes new numbers; a clone is made to be a copy; slices are views; numpy is
# lent the same memory.
# </details>

# %% [markdown]
# Now run all eight.

# %%
beside(sharing, {
    "x[0]": shares(lambda x: x[0]),
    "x[:, 1:]": shares(lambda x: x[:, 1:]),
    "x[[0, 1]]": shares(lambda x: x[[0, 1]]),
    "x + 0": shares(lambda x: x + 0),
    "x.reshape(6)": shares(lambda x: x.reshape(6)),
    "x.T.reshape(6)": shares(lambda x: x.T.reshape(6)),
    "x.clone()": shares(lambda x: x.clone()),
    "x.numpy()": shares(lambda x: x.numpy()),
})

# %% [markdown]
# `x[[0, 1]]` could have been described by strides, and is a copy all the same: such a list may name any rows in any
# order, so nobody looks. Now the two lines with `reshape`. Why does one share and not the other? Choose before you
# unfold what stands below: as with a prediction, any letter earns the point.
#
# - **a** `x.T` has moved the six numbers to another place, so that `x` has nothing in common with what comes after.
# - **b** A view cannot be made of a view; the second one is always a copy.
# - **c** `x.T.reshape(6)` reads the positions 0, 3, 1, 4, 2, 5, and no single stride takes these steps.
# - **d** `reshape` shares if the numbers of rows and columns stay the same, and copies if they change.

# %% nbgrader={"grade_id": "ex1_1_why", "solution": true}
### BEGIN SOLUTION
why_reshape = "c"
### STUB
# why_reshape = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex1_1_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_reshape is not None, True, "choice: still the stub; put a letter in the place of None")
same(why_reshape in ("a", "b", "c", "d"), True,
     "choice: the answer is one of the letters a, b, c, d, in quotes")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# Not **a**: you saw `x` change through `x.T`. Not **b**: `x.T[0]` is a view of a view and shares with `x`. Not **d**:
# both go from two dimensions to one, and one of them shares. It is **c**. The numbers of `x.reshape(6)` lie at 0, 1,
# 2, 3, 4, 5: stride 1. From 0 to 3 it is three steps forward, from 3 to 1 two steps back, and one stride cannot be
# both. So `reshape` is a view where it can be and a copy where it must be, and does not tell which. If you need to be
# sure of a copy, write `clone()`.
# </details>

# %% [markdown]
# ## What a view shares
#
# A picture of three of the eight. Of which positions does `x[:, 1:]` know nothing? And where does `x.T.reshape(6)` have
# its 2?

# %%
x = mg.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
draw_memory({"x": x, "x[:, 1:]": x[:, 1:], "x.T.reshape(6)": x.T.reshape(6)})

# %% [markdown]
# *Figure 2. A view begins elsewhere in the same storage; a copy has its own.*
#
# **The figure in words.** Two storages. The first holds 1 to 6, and two tensors read it. `x` reads all six. `x[:, 1:]`
# begins at position 1 and reads 1, 2, 4 and 5 with the strides of `x`, (3, 1); the positions 0 and 3 are left empty.
# The second storage holds 1, 4, 2, 5, 3, 6, and `x.T.reshape(6)` alone reads it, with the stride 1.
#
# A view is a start, a shape and strides; the numbers are somebody else's. `draw_memory` draws any small tensors of
# yours: give it the tensors, or a dictionary of names as here.

# %% [markdown]
# ## Two shapes meet
#
# In notebook 00 one number $a$ was multiplied by forty. Arrays of different shapes can meet in `+`, `*` and the like,
# if they can be **broadcast**:
#
# 1. Write the two shapes below each other, aligned at the right.
# 2. Where a shape has no more dimensions, think of a 1.
# 3. In each column the sizes must be equal, or one of them must be 1. The result has the other one.
#
# ```text
# (5,  1)      (2, 1, 4)     (2, 3)
#    (40,)        (3, 1)        (2,)
# --------     ---------     ------
# (5, 40)      (2, 3, 4)     3 against 2: an error
# ```
#
# A dimension of size 1 that meets a larger one is *stretched*: its one entry is used again and again. No copies are
# made for this. Predict the strides of a column that was stretched to three columns.

# %%
column = mg.tensor([[1.0], [2.0]])
wide = column.expand(2, 3)
print(wide)
print("strides", wide.stride())

# %% [markdown]
# Stride 0: a step along the row goes nowhere, so that the same number is found again.
#
# Now the column, of shape (2, 1), meets a row of shape (3,). Predict which of the two is stretched, and along which
# dimension of the result.

# %%
row = mg.tensor([10.0, 20.0, 30.0])
draw_broadcast(column, row)

# %% [markdown]
# *Figure 3. A column and a row meet in the shape (2, 3).*
#
# **The figure in words.** At the top the two shapes, aligned at the right: 2 and 1 for the column, nothing and 3 for the
# row, 2 and 3 for both together. Below, each is stretched to two rows and three columns. Of the column the first entry
# in each row is there, 1 and 2, and the other four are the same ones, used again, with the strides (1, 0). Of the row
# the first line is there, 10, 20, 30, and the second is the same again, with the strides (0, 1).
#
# Both are stretched, each along the dimension that it lacks. So a sum of the two has six entries, made of five numbers.

# %% [markdown]
# ## Exercise 1.2 · The rule as a function (code, 4 points, about 12 min, needs nothing)
#
# **Goal** Write `broadcast_shapes(a, b)`, the shape in which two shapes meet.
#
# **Given** two tuples of integers, each from 0 to $10^{18}$, at most thirty in each. They may have different
# lengths, and may be empty.
#
# **Return** a tuple of integers; if the two shapes cannot meet, raise `ValueError` with a text of more than one word.
# Nothing else is refused, and what was asked before makes no difference. Use plain Python, neither `numpy` nor
# `minigrad`: they know the rule already, and are not there when your work is graded.
#
# **Example** `broadcast_shapes((5, 1), (40,))` is `(5, 40)`; `broadcast_shapes((2, 3), (2,))` raises `ValueError`. The
# hidden test tries other shapes, among them more dimensions, sizes of 0 and large ones, refusals in each place, and
# many calls in a row.

# %% nbgrader={"grade_id": "ex1_2", "solution": true}
def broadcast_shapes(a, b):
    ### BEGIN SOLUTION
    longest = max(len(a), len(b))
    first = (1,) * (longest - len(a)) + a
    second = (1,) * (longest - len(b)) + b
    shape = []
    for m, n in zip(first, second, strict=True):
        if m != n and m != 1 and n != 1:
            raise ValueError(f"{a} and {b} cannot meet: {m} against {n}")
        shape.append(n if m == 1 else m)
    return tuple(shape)
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex1_2_test", "grade": true, "points": 4} exercise={"kind":"C","forbid":["numpy","minigrad"]}
SHAPE = "shape: aligned at the right, each dimension of the result is the size that is not 1"
REFUSE = "refusal: two sizes that differ, neither of them 1, raise a ValueError"
SENTENCE = "sentence: the error has a text of more than one word"
same(broadcast_shapes((3, 4), (3, 4)), (3, 4), SHAPE)
same(broadcast_shapes((5, 1), (40,)), (5, 40), SHAPE)
same(broadcast_shapes((), (40,)), (40,), SHAPE)
same(broadcast_shapes((1, 1, 4), (4,)), (1, 1, 4), SHAPE, about="sizes of 1 in front")
same(broadcast_shapes((0,), (1,)), (0,), SHAPE, about="a size of 0 meets a 1")
same(broadcast_shapes((3, 1), (2**53 + 1,)), (3, 2**53 + 1), SHAPE, about="a very large size")
same(broadcast_shapes((2, 3) * 15, (1,)), (2, 3) * 15, SHAPE, about="thirty dimensions and one")
for first, second in (((2, 3), (2,)), ((5, 4, 3), (6, 4, 3))):
    with raises(ValueError, REFUSE) as refused:
        broadcast_shapes(first, second)
    said = str(refused.error)
    same(len(said.split()) > 1 and any(letter.isalpha() for letter in said), True, SENTENCE)
same(broadcast_shapes((3, 1), (2, 1, 4)), (2, 3, 4), SHAPE, about="after an error")


@learner_side
def outcomes(broadcast_shapes, pairs):
    """The result for each pair of shapes, or that a ValueError was raised."""
    found = []
    for one, other in pairs:
        try:
            shape = broadcast_shapes(one, other)
        except ValueError:
            found.append("refused")
        else:
            found.append(shape)
    return found


found = outcomes(broadcast_shapes, [((3, 1), (1, 4)), ((3, 1), (2, 4)), ((2, 2, 2), (2, 2)), ((2, 2, 2), (2, 1, 3))])
same(found, [(3, 4), "refused", (2, 2, 2), "refused"], SHAPE, about="four pairs of shapes, one after the other")
### BEGIN HIDDEN TESTS


def meet(first, second, kind):
    """The shape in which two shapes meet, whichever of them comes first."""
    expected = np.broadcast_shapes(first, second)
    same(broadcast_shapes(first, second), expected, SHAPE, about=kind)
    same(broadcast_shapes(second, first), expected, SHAPE, about=kind)


def refuse(first, second, kind):
    """The same for two shapes that cannot meet."""
    for one, other in ((first, second), (second, first)):
        with raises(ValueError, REFUSE, about=kind) as refused:
            broadcast_shapes(one, other)
        said = str(refused.error)
        same(len(said.split()) > 1 and any(letter.isalpha() for letter in said), True, SENTENCE, about=kind)


large = int(rng.integers(300, 5000))
# inputs: dimensions (compares_by_identity, eight_dimensions_at_most), order (cuts_at_minus_nothing)
# inputs: values (zero_meets_all, a_zero_ends_the_shape), asked (whole_multiples_meet, compares_how_many_entries)
# inputs: again (remembers_what_stands_in_a_row)
for _ in range(8):
    whole = rng.integers(2, 7, size=4)
    first = np.where(rng.random(4) < 0.4, 1, whole)[rng.integers(0, 4):].tolist()
    second = np.where(rng.random(4) < 0.4, 1, whole)[rng.integers(0, 4):].tolist()
    meet(tuple(first), tuple(second), "two shapes that can meet")
meet((40,), (), "an empty shape")
meet((0,), (), "an empty shape")
meet((), (), "two empty shapes")
meet((1,), (), "a size of 1 and an empty shape")
meet((1, 4), (3, 4), "a size of 1 at the front")
meet((4, 1), (4, 3), "a size of 1 at the end")
meet((1,), (1,), "two sizes of 1")
meet((1, 1, 4), (4,), "sizes of 1 in front that meet nothing")
meet((1, 1), (1, 1, 1), "sizes of 1 only")
meet((12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2), (2,), "eleven dimensions and one")
meet((3,) * 12, (3, 1) * 5, "twelve dimensions and ten")
meet((2, large), (int(str(large)),), "sizes above 256")
meet((large, 1), (1, large + 1), "sizes above 256")
for first, second, expected in (((3, 1), (10**18 - 1,), (3, 10**18 - 1)), ((10**18, 2), (1, 2), (10**18, 2)),
                                ((2**53 + 1, 2), (1, 2), (2**53 + 1, 2))):
    same(broadcast_shapes(first, second), expected, SHAPE, about="very large sizes")
    same(broadcast_shapes(second, first), expected, SHAPE, about="very large sizes")
meet(tuple(rng.integers(1, 3, size=30).tolist()), (1,) * 30, "thirty dimensions")
meet((2,) * 30, (2,) * 30, "thirty dimensions")
meet((3,) * 30, (3, 1) * 14, "thirty dimensions and twenty-eight")
refuse((3,) * 30, (2,) + (3,) * 29, "thirty dimensions")
for first, second in (((3, 1), (1, 0)), ((0,), (1,)), ((0,), (0,)), ((4, 0), (4, 0)), ((2, 0, 3), (1, 3)),
                      ((0, 3), (3,)), ((2, 0), (1,)), ((0, 1, 0), (0, 5, 1)), ((1, 0), (0,))):
    meet(first, second, "a size of 0")
for first, second in (((2, 3), (3, 2)), ((4,), (2,)), ((2, 1), (3, 1, 1, 4, 1)), ((6, 5), (3, 5)), ((0,), (2,)),
                      ((5, 4, 3), (6, 4, 3)), ((5, 4, 3), (5, 2, 3)), ((5, 4, 3), (5, 4, 2)), ((5, 0), (5, 4)),
                      ((0, 4), (3, 4)), ((2, 0, 1), (3, 1)), ((2, 3, 0), (4, 0)), ((large,), (large + 1,)),
                      ((2**53,), (2**53 + 1,)), ((4, 10**18 - 1), (10**18,)),
                      ((5, 1, 3), (6, 4, 3)), ((7, 1, 1), (1, 6, 8, 1))):
    refuse(first, second, "two shapes that cannot meet")
for place in rng.permutation(5).tolist():
    first = rng.integers(2, 9, size=5).tolist()
    second = [size if at != place else size + 1 for at, size in enumerate(first)]
    refuse(tuple(first), tuple(second[min(place, 3):]), "two sizes that differ by 1, in one column")
m, n = rng.permutation(np.arange(2, 9))[:2].tolist()
for _ in range(2):
    meet((m, 1), (n,), "the same sizes in a row, elsewhere apart")
    refuse((m,), (1, n), "the same sizes in a row, elsewhere apart")
    meet((m, 1, n), (1,), "the same sizes in a row, elsewhere apart")
    refuse((1, m), (n,), "the same two shapes, one turned round")
    meet((1, m), (n, 1), "the same two shapes, both turned round")
for sizes in ((1, 12), (11, 2), (112,)):
    meet(sizes, (1,), "shapes that have the same digits")
pairs = []
for _ in range(400):
    sizes = rng.choice([0, 1, 2, 3, large], size=2 + int(rng.integers(3)))
    pairs.append(tuple(tuple(rng.choice(sizes, size=rng.integers(7)).tolist()) for _ in range(2)))
for trial in range(120):   # up to thirty dimensions; then the same with one size that is another
    whole = rng.choice([0, 1, 2, 3, large, 10**12, 10**18 - 2**56], size=30).tolist()
    first, second = ([1 if rng.random() < share else size for size in whole] for share in rng.random(2) ** 2)
    second, another = second[trial % 31:], int(rng.integers(30))
    more = int(rng.choice([1, 2**8, 2**16, 2**32, 2**53, 10**9]))
    changed = [size + more * (place == another % len(second)) for place, size in enumerate(second)]
    for one, other in ((first, second), (first, changed)):
        pairs.append((tuple(one), tuple(other))[:: 1 if trial % 2 else -1])
pairs += [((10**18,) * 30, ()), ((1,) * 30, (10**18, 1) * 15)]
wanted = []
for pair in pairs:
    columns = [*zip(*((1,) * (30 - len(each)) + each for each in pair), strict=True)]
    meeting = all(a == b or 1 in (a, b) for a, b in columns)
    shape = tuple(b if a == 1 else a for a, b in columns)
    wanted.append(shape[30 - max(map(len, pair)):] if meeting else "refused")
same(outcomes(broadcast_shapes, pairs), wanted, SHAPE, about="hundreds of pairs of shapes, with up to thirty sizes")
# no inputs: same: the visible part tries a shape with itself
# no inputs: aliasing, unchanged: tuples of whole numbers can be neither changed nor shared
# no inputs: size: no tensor has more than a few dimensions
# no inputs: block: nothing is entered or left
# no inputs: example: it is in the visible part
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Make the two tuples equally long first. Then every column holds two sizes, and one rule is enough.
# </details>
# <details><summary>Hint 2: <code>IndexError: tuple index out of range</code></summary>
#
# You asked the shorter tuple for a size that it does not have. What should stand there, and on which side, if the right
# ends are aligned?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# For each column there are three cases. The first size is 1: take the second. The second is 1, or they are equal: take
# the first. Anything else: raise. The larger of the two is not always right; think of a size of 0.
# </details>

# %% [markdown]
# **A good place to stop.** You have the rule by which shapes meet. Next you use it, on shapes that meet and should not.

# %% [markdown]
# ## Exercise 1.3 · Legal, and meant? (predict, 2 points, about 8 min, needs 1.2)
#
# Five sums. Predict the shape of each, or an error.
#
# **Goal** Predict five outcomes before you run them.
#
# **Given** the rule above.
#
# **Return** the dictionary `sums`, with one of the values in the comment for each `None`.
#
# **Example** `"(5, 1) + (40,)": (5, 40),` and `"(2, 3) + (2,)": "error",` would be the lines for two of the pairs
# above.

# %% nbgrader={"grade_id": "ex1_3", "solution": true}
### BEGIN SOLUTION
sums = {
    "(3, 4) + (4,)": (3, 4),         # (3, 4), (4,) or "error"
    "(3, 4) + (3,)": "error",        # (3, 4), (3,) or "error"
    "(3, 1) + (1, 4)": (3, 4),       # (3, 4), (3, 1) or "error"
    "(4, 1) + (4,)": (4, 4),         # (4, 4), (4, 1), (4,) or "error"
    "(3, 4) + (3, 4, 1)": "error",   # (3, 4, 1), (3, 4) or "error"
}
### STUB
# sums = {
#     "(3, 4) + (4,)": None,        # (3, 4), (4,) or "error"
#     "(3, 4) + (3,)": None,        # (3, 4), (3,) or "error"
#     "(3, 1) + (1, 4)": None,      # (3, 4), (3, 1) or "error"
#     "(4, 1) + (4,)": None,        # (4, 4), (4, 1), (4,) or "error"
#     "(3, 4) + (3, 4, 1)": None,   # (3, 4, 1), (3, 4) or "error"
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex1_3_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
choices = {
    "(3, 4) + (4,)": ((3, 4), (4,), "error"),
    "(3, 4) + (3,)": ((3, 4), (3,), "error"),
    "(3, 1) + (1, 4)": ((3, 4), (3, 1), "error"),
    "(4, 1) + (4,)": ((4, 4), (4, 1), (4,), "error"),
    "(3, 4) + (3, 4, 1)": ((3, 4, 1), (3, 4), "error"),
}
STUB = "commitment: still the stub; put a value in the place of None"
for key, allowed in choices.items():
    where = f"{key}: {sums[key]!r}, to be one of {allowed}"
    same(sums[key] is not None, True, STUB, about=where)
    same(sums[key] in allowed, True, "commitment: each value is one of those in its comment",
         about=where)

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Write each pair of shapes below each other, the *right* ends aligned.
# </details>
# <details><summary>Hint 2: which column</summary>
#
# An error needs one column with two different sizes, neither of them 1. A missing size counts as 1.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Two of the five are errors. In one of the others both sides are stretched, although the two have equally many
# entries.
# </details>

# %% [markdown]
# Now run all five. The errors' own first words stand above the table.

# %%
def shape_of_sum(first, second):
    return tuple((mg.zeros(first) + mg.zeros(second)).shape)

beside(sums, {
    "(3, 4) + (4,)": outcome(lambda: shape_of_sum((3, 4), (4,))),
    "(3, 4) + (3,)": outcome(lambda: shape_of_sum((3, 4), (3,))),
    "(3, 1) + (1, 4)": outcome(lambda: shape_of_sum((3, 1), (1, 4))),
    "(4, 1) + (4,)": outcome(lambda: shape_of_sum((4, 1), (4,))),
    "(3, 4) + (3, 4, 1)": outcome(lambda: shape_of_sum((3, 4), (3, 4, 1))),
})

# %% [markdown]
# The fourth line is a trap, and here it is on the swing. Four readings came out of a file as a column, shape (4, 1).
# The formula gives four positions, shape (4,). Suppose that the formula is perfect: every position equals its reading.
# What is the misfit, the mean of the squared differences? Predict, then run.

# %%
position = mg.tensor([10.0, -6.0, 4.0, -2.0])
reading = position.reshape(4, 1)
difference = position - reading
print("misfit", (difference * difference).mean().item())

# %% [markdown]
# Why is the misfit of a perfect formula not 0? Choose first, as in 1.1.
#
# - **a** In `float32` the squares of the differences are rounded, and the errors add up.
# - **b** Each position is compared with each reading: sixteen differences, of which only four are 0.
# - **c** `reshape(4, 1)` put the readings into another order, so that wrong pairs are compared.
# - **d** The column was filled up with zeros to the shape (4, 4), and the positions are compared with these zeros.

# %% nbgrader={"grade_id": "ex1_3_why", "solution": true}
### BEGIN SOLUTION
why_not_zero = "b"
### STUB
# why_not_zero = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex1_3_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_not_zero is not None, True, "choice: still the stub; put a letter in the place of None")
same(why_not_zero in ("a", "b", "c", "d"), True,
     "choice: the answer is one of the letters a, b, c, d, in quotes")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# Print `difference`: it has shape (4, 4), with the four zeros on its diagonal. So it is **b**. Not **a**: rounding is
# about a millionth here. Not **c**: `reshape` keeps the order. Not **d**: what is stretched is repeated, not filled up.
#
# With forty readings it is 1600 differences, and the mean is a number like any other. It is even smallest for a curve
# that lies flat at the mean of the readings, and that is where a fit would walk, without an error. What would have told
# us? The shape of `difference`: a misfit needs one difference for each reading. Whoever prints one shape before a long
# run finds this mistake at once.
# </details>

# %% [markdown]
# ## Exercise 1.4 · Before and after (bug hunt, 4 points, about 10 min, needs 1.1)
#
# Three sensors watch the same swing. Each has a zero point of its own, so each sensor's mean is taken away from its
# readings. The table has a row for each time and a column for each sensor; `table.mean(0)` are the means of the
# columns. Somebody wrote this to get the centred table, and the old one turned, with a row for each sensor, for a
# drawing of before and after.

# %%
def centred(table):
    before = table.T
    table.sub_(table.mean(0))   # subtracts in place
    return table, before

table = mg.tensor([[10.0, 11.0, 13.0], [-6.0, -5.5, -3.0], [4.0, 4.5, 7.0], [-2.0, -2.0, 1.0]])
new, before = centred(table)
print("taken away:", before[:, 0] - new[0])   # at the first time

# %% [markdown]
# The last line takes the first time and prints old reading minus new one, for each sensor. The means are 1.5, 2 and
# 4.5, so these should stand there; it says that nothing was taken away. Yet the centred table is right. What is wrong?
# Look for two faults, and think of whoever called the function as well.
#
# **Goal** Write `mended_centred(table)`.
#
# **Given** a tensor `table` of shape (times, sensors), with one to 300 of each, in `float32` or `float64`, that holds
# finite numbers from -1e9 to 1e9. It requires no gradient. It may be a view of another tensor: a transpose, a part of a
# larger one, or one that `expand` has stretched.
#
# **Return** two tensors of the table's dtype, `new` and `before`, as a tuple or a list: `new` of shape (times,
# sensors), each column with its own mean taken away; `before` of shape (sensors, times), the old table turned, with
# the very numbers that it held. The table that came in stays as it was. A later write into one of the three shows in
# neither of the others, whatever numbers they hold. Every call goes by the numbers that its table holds by then, and
# makes two tensors of its own.
#
# **Example** for a tensor that holds `[[1, 5, 0], [3, 9, 4]]`, `new` holds `[[-1, -2, -2], [1, 2, 2]]` and `before`
# holds `[[1, 3], [5, 9], [0, 4]]`. The hidden test tries other tables that may be given, and the same table twice, and
# writes into each of the three.

# %% nbgrader={"grade_id": "ex1_4", "solution": true}
def mended_centred(table):
    ### BEGIN SOLUTION
    before = table.T.clone()
    new = table - table.mean(0)
    return new, before
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex1_4_test", "grade": true, "points": 4} exercise={"kind": "B"}
NEW = "new: each column has its own mean taken away"
BEFORE = "before: the old table turned, with a row for each sensor"
CALLER = "caller: the table that came in stays as it was"
TENSORS = "tensors: new and before are tensors, and have the table's dtype"
PAIR = "pair: what comes back is a tuple or a list"
OWN = "own storage: a later write into one of the three shows in none of the others"
AGAIN = "again: a call goes by the numbers that its table holds by then, and makes two new tensors"
example = np.array([[1.0, 5.0, 0.0], [3.0, 9.0, 4.0]])
other = np.array([[1.0, 0.0], [2.0, 4.0], [6.0, -1.0]], dtype=np.float32)
example_centred = np.array([[-1.0, -2.0, -2.0], [1.0, 2.0, 2.0]])
other_centred = np.array([[-2.0, -1.0], [-1.0, 3.0], [3.0, -2.0]])
for data, data_centred in ((example, example_centred), (other, other_centred)):
    kind = f"a table of shape {data.shape}, {data.dtype.name}"
    table = mg.tensor(data)
    both = mended_centred(table)
    same(isinstance(both, (tuple, list)), True, PAIR, about=kind)
    new, before = both
    close(new, data_centred, NEW, about=kind)
    close(before, data.T, BEFORE, about=kind)
    same(plain(table), data, CALLER, about=kind)
    for each in (new, before):
        same(isinstance(each, mg.Tensor), True, TENSORS, about=kind)
        same(plain(each).dtype.name, data.dtype.name, TENSORS, about=kind)
    before.add_(100.0)
    close(table, data, OWN, about=f"{kind}: the table, after a write into before")
    close(new, data_centred, OWN, about=f"{kind}: new, after a write into before")
    new.add_(10.0)
    close(table, data, OWN, about=f"{kind}: the table, after a write into new")
    close(before, data.T + 100.0, OWN, about=f"{kind}: before, after a write into new")
    turned = mg.tensor(data.T.copy())
    before_turned = mended_centred(turned.T)[1]
    turned.mul_(2.0)
    close(before_turned, data.T, OWN, about=f"{kind}: before, after a write into a table that is a transpose")
    table.mul_(-2.0)
    new_again, before_again = mended_centred(table)
    close(before_again, -2.0 * data.T, AGAIN, about=f"{kind}: after a write into the table")
    close(new_again, -2.0 * data_centred, AGAIN, about=f"{kind}: after a write into the table")
    close(before, data.T + 100.0, AGAIN, about=f"{kind}: the first before, after a second call")
### BEGIN HIDDEN TESTS
MEANS = np.array([1.0, -2.0, 3.0, 0.0, -4.0, 2.0])


def readings(times, sensors):
    return rng.normal(size=(times, sensors)) + np.resize(MEANS, sensors)


def within(data):
    """As near as the dtype of the table allows."""
    return 1e-8 if data.dtype.name == "float64" else 1e-4


def right(results, data, kind):
    """Both results are right for a table that holds these numbers."""
    new, before = results
    close(new, data - data.mean(0), NEW, rtol=within(data), atol=within(data), about=kind)
    close(before, data.T, BEFORE, rtol=0, atol=0, about=kind)
    for each in (new, before):
        same(plain(each).dtype.name, data.dtype.name, TENSORS, about=kind)


def still_right(results, data, kind):
    """The same where a table, or one like it, was given before."""
    new, before = results
    close(new, data - data.mean(0), AGAIN, atol=within(data), about=kind)
    close(before, data.T, AGAIN, rtol=0, atol=0, about=kind)


def kept_apart(whole, table, data, kind):
    """The same, and no write shows elsewhere. The table is a view of `whole`, or `whole` itself."""
    new, before = mended_centred(table)
    right((new, before), data, kind)
    same(plain(table), data, CALLER, about=kind)
    before[...] = 2.0 * before + 30.0
    close(before, 2.0 * data.T + 30.0, OWN, atol=within(data), about=f"{kind}: before, after a write into it")
    close(table, data, OWN, atol=within(data), about=f"{kind}: the table, after a write into before")
    close(new, data - data.mean(0), OWN, atol=within(data), about=f"{kind}: new, after a write into before")
    new[...] = new + 10.0
    close(new, data - data.mean(0) + 10.0, OWN, atol=within(data), about=f"{kind}: new, after a write into it")
    close(table, data, OWN, atol=within(data), about=f"{kind}: the table, after a write into new")
    close(before, 2.0 * data.T + 30.0, OWN, atol=within(data), about=f"{kind}: before, after a write into new")
    whole.add_(100.0)
    close(table, data + 100.0, OWN, atol=within(data), about=f"{kind}: the table, after a write into it")
    close(new, data - data.mean(0) + 10.0, OWN, atol=within(data), about=f"{kind}: new, after a write into the table")
    close(before, 2.0 * data.T + 30.0, OWN, atol=within(data), about=f"{kind}: before, after a write into the table")


# inputs: dimensions (three_sensors), values (means_of_0), unchanged (centres_it)
for times, sensors in ((5, 3), (4, 1), (1, 3), (1, 1), (2, 6), (3, 2), (4, 4), (300, 2), (2, 300)):
    data = readings(times, sensors)
    table, turned, padded = mg.tensor(data), mg.tensor(data.T), mg.tensor(np.pad(data, 1))
    kept_apart(table, table, data, f"a ({times}, {sensors}) table of mixed sign")
    kept_apart(turned, turned.T, data, f"a ({times}, {sensors}) table that is a transpose")
    kept_apart(padded, padded[1:-1, 1:-1], data, f"a ({times}, {sensors}) table that is a part of a larger tensor")
data = readings(6, 6)
table = mg.tensor(data)
kept_apart(table, table[::2, 1::2], data[::2, 1::2], "a table that is every other row and column of a larger tensor")
for shape in ((1, 4), (3, 1), (1, 1)):
    data = readings(*shape)
    table = mg.tensor(data)
    kept_apart(table, table.expand(3, 4), np.broadcast_to(data, (3, 4)).copy(), "a table that is a stretched tensor")
    table = mg.tensor(data)
    wide = np.broadcast_to(data, (3, 4)).T.copy()
    kept_apart(table, table.expand(3, 4).T, wide, "a table that is the transpose of a stretched tensor")
data = readings(60, 60)
table = mg.tensor(data)
kept_apart(table, table, data, "a (60, 60) table")
data = readings(300, 300)
right(mended_centred(mg.tensor(data)), data, "a table as large as the text allows")
# Numbers so unlike that a mean taken away and added again leaves its trace.
data = readings(6, 3) * 10.0 ** np.array([[-4], [3], [0], [-3], [2], [-2]])
table = mg.tensor(data)
kept_apart(table, table, data, "a (6, 3) table of large and small numbers")
data = np.float32([[1e-3, 2.0], [1e9, -1e9], [-2e-5, 1.0]])
table = mg.tensor(data)
close(mended_centred(table)[1], data.T, BEFORE, rtol=0, atol=0, about="float32, large and small numbers in one column")
table = mg.tensor(1e6 + readings(4, 2))
right(mended_centred(table), plain(table), "readings that are near to each other, and far from 0")
for numbers in (np.zeros((2, 2)), np.zeros((3, 2)), [[1, -1], [-1, 1]], [[2, -3], [-2, 3]], [[5, -2], [5, -2], [5, -2]],
                [[7]], [[0]], [[4, 1], [1, 4]], [[3, 0, -1]], readings(3, 4)):
    for dtype in (np.float64, np.float32):
        data = np.array(numbers, dtype=dtype)
        kind = f"zeros, equal numbers, means of 0 and the like, of {data.dtype.name}"
        table, turned = mg.tensor(data), mg.tensor(data.T.copy())
        kept_apart(table, table, data, kind)
        kept_apart(turned, turned.T, data, kind)
# inputs: again (no_work_where_nothing_changed)
one, other = readings(2, 3), readings(2, 3)
table = mg.tensor(one)
first = mended_centred(table)
second = mended_centred(mg.tensor(other))
still_right(first, one, "the first of two tables of one shape, both given before either result is looked at")
still_right(second, other, "the second of two tables of one shape, both given before either result is looked at")
for numbers in (other, other[::-1].copy(), one * [[1.0], [0.0]]):
    table.copy_(mg.tensor(numbers))
    still_right(mended_centred(table), numbers, "a table that was given before and holds other numbers now")
numbers = one + 1e-6
table.copy_(mg.tensor(numbers))
still_right(mended_centred(table), numbers, "a table that was given before and has changed by a millionth")
table.copy_(mg.tensor(one))
still_right(mended_centred(table), one, "the table as it was at first")
whole = mg.tensor(np.zeros((2, 3)))
numbers = rng.permutation(6.0 * np.arange(6)).reshape(2, 3)
# The sums of rows and columns stay; one entry is another; two are exchanged.
changes = [np.outer([1, -1], sums) for sums in ([1, -1, 0], [0, 1, -1], [-1, 0, 1])]
changes += list(0.5 * np.eye(6).reshape(6, 2, 3))
exchanged = [np.eye(6)[np.r_[:i, j, i + 1 : j, i, j + 1 : 6]] for i in range(6) for j in range(i + 1, 6)]
for trial in range(24):
    if trial < 9:
        numbers = numbers + changes[trial]
    else:
        numbers = (exchanged[trial - 9] @ numbers.ravel()).reshape(2, 3)
    whole.copy_(mg.tensor(numbers))
    still_right(mended_centred(whole), numbers, "a table that was given before, with other numbers in some places")
still_right(first, one, "the first result, after the table was written into and given again")
still_right(mended_centred(mg.tensor(one.reshape(3, 2))), one.reshape(3, 2), "the same numbers in another shape")
for data in (readings(2, 3), readings(3, 2)):
    table = mg.tensor(data)
    first, second = mended_centred(table), mended_centred(table)
    still_right(second, data, "the same table given twice")
    for each in first:
        each.add_(5.0)
    still_right(second, data, "the same table given twice, after a write into the results of the first call")
    still_right(mended_centred(table), data, "the same table given once more, after a write into earlier results")
    still_right(mended_centred(mg.tensor(data)), data, "a table equal to one that was given before")
# no inputs: same: one table is given; that it is given twice is tried under again
# no inputs: aliasing: the visible part writes into each of the three tables that come back
# no inputs: order: there is one table, and its rows and columns are told apart by their numbers
# no inputs: size: a table is small
# no inputs: block: nothing is entered or left
# no inputs: asked: no way of doing it is asked for
# no inputs: example: the visible part begins with it
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Count the storages. The function has three names for tensors; how many sets of numbers are there?
# </details>
# <details><summary>Hint 2: which line</summary>
#
# The first line makes a view, so the second one changes what the first one got. And the second line changes what the
# caller owns.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Turn and then clone, before anything is subtracted. Then subtract without the underscore, which makes a new tensor.
# </details>

# %% [markdown]
# ## What was stretched must be added up
#
# So far numbers were stretched on the way forward. Now slopes come back. In notebook 00 a nudge of $a$ moved all forty
# positions at once, and the slope along $a$ was the sum over all forty (divided by forty, for a mean). That is the
# chain rule: one term for each way in which a number gets into the result. A number that broadcasting uses five times
# gets into it in five ways.
#
# ```text
# forward    a   (5, 1)  ── stretched ──>  (5, 40)
# backward       (5, 1)  <── added up ───  (5, 40)
# ```
#
# Let `mg` do it. The product below has six entries, and each is added into one number. What is the gradient of that
# number with respect to `b`, and what with respect to `a`? Predict the shapes first, then the numbers.

# %%
a = mg.tensor([[1.0], [2.0]], requires_grad=True)          # (2, 1)
b = mg.tensor([10.0, 20.0, 30.0], requires_grad=True)      # (3,)
(a * b).sum().backward()
print(a.grad)
print(b.grad)

# %% [markdown]
# `a[0, 0]` was used three times, with 10, 20 and 30: that makes 60. Each entry of `b` was used twice, with 1 and 2:
# that makes 3. And each gradient has the shape of the tensor that it belongs to. This is always so.

# %% [markdown]
# ## Exercise 1.5 · `sum_to_shape` (put in order, 4 points, about 12 min, needs 1.2)
#
# One function does this for every operation that broadcasts. It is the first piece of your own engine, which calls it
# from notebook 03 on. The lines are here already, but not in order, and some are wrong.
#
# **Goal** Choose lines and put them in order: write their labels between the quotes below them, each once at most, also
# on several lines in triple quotes. A line that changes nothing does no harm, and neither does one
# behind the `return`, which is not reached. Only the order of your labels is judged: what you write into a line itself
# changes nothing, since the lines are taken as they were given.
#
# **Given** a numpy array `g` of floats, and a tuple `shape` that broadcasts to `g.shape`. Leave `minigrad` out: it has
# such a function, and your engine is to have its own.
#
# **Return** an array of shape `shape`: `g`, added up over the dimensions that broadcasting put in front, and over
# those that it stretched. (`tuple(range(2))` is `(0, 1)`, and `g.sum(axis=(0, 1))` adds up over both dimensions;
# `axis=()` adds up over none. With `keepdims=True` a dimension of size 1 stays where one was added up.)
#
# **Example** `sum_to_shape(g, (2, 1))` with the `g` of shape (2, 3) that holds 1, 2, 3 and 10, 20, 30 is
# `[[6], [60]]`, and with `(3,)` it is `[11, 22, 33]`. The hidden test has more dimensions, and sizes of 1 and 0 in `g`.

# %% nbgrader={"grade_id": "ex1_5", "solution": true}
sum_to_shape = in_order("""
    A |     return g
    B |     g = g.sum(axis=stretched)
    C |     front = g.ndim - len(shape)
    D |     stretched = tuple(i for i, size in enumerate(shape) if size == 1)
    E |     g = g.sum(axis=tuple(range(front)))
    F |     g = g.mean(axis=stretched, keepdims=True)
    G | def sum_to_shape(g, shape):
    H |     g = g.sum(axis=tuple(range(len(shape), g.ndim)))
    I |     g = g.sum(axis=stretched, keepdims=True)
    J |     stretched = tuple(i for i, size in enumerate(g.shape) if size == 1)
    """,
    ### BEGIN SOLUTION
    "G C E D I A"
    ### STUB
    # ""   # the labels in order, with spaces between, as in "G A"
    ### END SOLUTION
)

# %% nbgrader={"grade_id": "ex1_5_test", "grade": true, "points": 4} exercise={"kind": "J", "forbid": ["minigrad"]}
RESULT = "shape: the result has the shape that was asked for"
ADDED = "sum: each entry of the result is the sum of all entries of g that came from it"
g = np.array([[1.0, 2.0, 3.0], [10.0, 20.0, 30.0]])
for shape in ((2, 1), (3,), (1, 3), (), (2, 3)):
    found_shape = np.shape(plain(sum_to_shape(g, shape)))
    same(found_shape, shape, RESULT, about=f"g of shape (2, 3), shape {shape}")
close(sum_to_shape(g, (2, 1)), np.array([[6.0], [60.0]]), ADDED)
close(sum_to_shape(g, (3,)), np.array([11.0, 22.0, 33.0]), ADDED)
close(sum_to_shape(g, (2, 3)), g, ADDED, about="g has the shape already")
g = np.arange(1.0, 25.0).reshape(2, 3, 4)
same(np.shape(plain(sum_to_shape(g, (3, 1)))), (3, 1), RESULT, about="g of shape (2, 3, 4), shape (3, 1)")
close(sum_to_shape(g, (3, 1)), np.array([[68.0], [100.0], [132.0]]), ADDED)
### BEGIN HIDDEN TESTS
# inputs: dimensions (drops_ones_of_g)
for whole, shape in (((2, 3, 4), (3, 1)), ((2, 3, 4), (4,)), ((2, 3, 4), (1, 3, 1)), ((2, 3), ()), ((5, 1), (1,)),
                     ((3, 2, 2, 3), (2, 1, 3)), ((4, 4), (1, 4)), ((4, 4), (4,)), ((2, 1, 3), (2, 1, 1)), ((), ()),
                     ((1, 1), (1,)), ((3,), (1,)), ((2, 3, 4), ()), ((2, 3, 300), (3, 300)),
                     ((0, 3), (1, 3)), ((0, 3), (3,)), ((0, 3), (0, 1)), ((0, 3), (0, 3)), ((0,), ()),
                     ((2, 0), (2, 1))):
    g, v = rng.normal(size=whole), rng.normal(size=shape)
    kind = f"g of shape {whole}, shape {shape}"
    same(np.shape(plain(sum_to_shape(g, shape))), shape, RESULT, about=kind)
    # One term for each way: nudging v moves g's side by as much as the result says, for every v.
    close(np.sum(plain(sum_to_shape(g, shape)) * v), np.sum(g * v), ADDED, about=kind, atol=1e-8)
# no inputs: values: no line looks at a value
# no inputs: same: one array and one tuple are given
# no inputs: aliasing, unchanged: none of the lines writes into g, and they ask numpy for sums only
# no inputs: again: the visible part calls it again and again
# no inputs: order: where a dimension stands is tried under dimensions
# no inputs: size: an array has few dimensions
# no inputs: block: nothing is entered or left
# no inputs: asked: which packages are used is looked at for every answer
# no inputs: example: it is in the visible part
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Two steps: take away what was put in front, then shrink what was stretched. Six of the ten lines are needed.
# </details>
# <details><summary>Hint 2: which line, which shape</summary>
#
# Follow `g` of shape (2, 3, 4) to the shape (3, 1). After the first step it should have as many dimensions as `shape`.
# Which dimensions does broadcasting add: those on the left, or those on the right? Which tuple tells what was
# stretched?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Count the dimensions in front, add up over them, find the sizes of 1 in the shape that is wanted, add up over those
# and keep them, return.
# </details>

# %% [markdown]
# **A good place to stop.** The first piece of your engine is there. What is left is to see what it protects from, and
# to use it.

# %% [markdown]
# ## Exercise 1.6 · Catch four wrong ones (adversary, 5 points, about 22 min, needs 1.5)
#
# Does a test catch mistakes? That depends on its inputs. Here are two wrong programs. `averages` takes means where it
# should add. `from_the_right` takes away the surplus dimensions at the right end.

# %%
def averages(g, shape):
    while g.ndim > len(shape):
        g = g.mean(axis=0)
    for axis, size in enumerate(shape):
        g = g.mean(axis=axis, keepdims=True) if size == 1 else g
    return g

def from_the_right(g, shape):
    while g.ndim > len(shape):
        g = g.sum(axis=-1)
    for axis, size in enumerate(shape):
        g = g.sum(axis=axis, keepdims=True) if size == 1 else g
    return g

# %% [markdown]
# A test is a triple: an input `g`, a `shape`, and the result that is expected. A program gets through if all results
# are as expected. Somebody wrote one test, as short as possible. Predict who gets through.

# %%
def gets_through(program, tests):
    for g, shape, expected in tests:
        result = program(np.array(g, dtype=float), shape)
        if not np.array_equal(result, np.array(expected, dtype=float)):
            return False
    return True

weak = [([[1, 1], [1, 1]], (2,), [2, 2])]
for program in (averages, from_the_right):
    print(f"{program.__name__:15} gets through: {gets_through(program, weak)}")

# %% [markdown]
# A square `g`, all ones: whichever dimension is added up, the result is the same. Two more wrong programs are not
# shown; write them yourself if you want to try your tests on them:
#
# - `only_the_first` adds up over the surplus dimensions in front, then over the *first* dimension of size 1 in `shape`,
#   and stops there.
# - `stretched_first` takes the two steps in the wrong order. First, for each 1 in `shape`, it adds up over the
#   dimension of `g` with the same number, and keeps a size of 1 there: for the shape (3, 1) over dimension 1 of `g`.
#   Then it adds up over the surplus dimensions in front.
#
# **Goal** Write tests that catch all four, and that a right program gets through.
#
# **Given** the two programs and `gets_through`, to try your tests with. Your `sum_to_shape` should get through.
#
# **Return** `tests`, a list of one to three triples `(g, shape, expected)`, each a tuple or a list: `g` a nested list
# of at most 60 numbers from -1,000,000 to 1,000,000, `shape` a tuple of integers that broadcasts to the shape of `g`,
# and `expected` a nested list (or a number, for the shape `()`). Arrays in the place of nested lists will do as well.
# Whole numbers are the easiest: results that differ by less than a millionth count as equal, and a right program may
# add up in any order.
#
# **Example** the list `weak` has the right form. It catches one of the four. The test that you see tries the two
# programs that are shown, and the hidden test all four.

# %% nbgrader={"grade_id": "ex1_6", "solution": true}
### BEGIN SOLUTION
tests = [
    ([[1, 2, 3], [4, 5, 6]], (3,), [5, 7, 9]),
    ([[1, 2, 3], [4, 5, 6]], (1, 1), [[21]]),
    ([[[1, 2], [3, 4], [5, 6]], [[10, 20], [30, 40], [50, 60]]], (3, 1), [[33], [77], [121]]),
]
### STUB
# tests = None   # a list of triples (g, shape, expected)
### END SOLUTION

# %% nbgrader={"grade_id": "ex1_6_test", "grade": true, "points": 5} exercise={"kind": "A"}
def as_array(nested):
    """The array that nested lists of numbers make; None where they make none."""
    entries = np.array(nested, dtype=object)
    numbers = all(isinstance(each, (int, float, np.number)) for each in entries.flat)
    return entries.astype(float) if numbers else None


def agree(results, others):
    """Do two lists of arrays have the same shapes, and numbers that differ by less than a millionth?"""
    pairs = list(zip(results, others, strict=True))
    return all(a.shape == b.shape and bool(np.all(np.abs(a - b) < 1e-6)) for a, b in pairs)


NUMBERS = "form: g and expected are nested lists of numbers, and lists side by side are equally long"
FORM = "form: a test is (g, shape, expected), and shape is a tuple, such as (3,)"
ENTRIES = "form: each g has at most 60 entries, from -1,000,000 to 1,000,000"
same(tests is not None, True, "form: still the stub; put a list in the place of None")
same(isinstance(tests, list), True, "form: tests is a list, even if there is one triple in it")
same(1 <= len(tests) <= 3, True, "form: there are one to three triples")
triples = [isinstance(test, (tuple, list)) and len(test) == 3 for test in tests]
same(triples, [True] * len(tests), FORM, about="test by test")
tuples = [isinstance(test[1], tuple) for test in tests]
same(tuples, [True] * len(tests), FORM, about="test by test")
SIZES = "form: the sizes in a shape are integers"
kinds = [[isinstance(n, (int, np.integer)) and not isinstance(n, bool) for n in test[1]] for test in tests]
same([all(each) for each in kinds], [True] * len(tests), SIZES, about="test by test")
arrays = [as_array(g) for g, shape, expected in tests]
shapes = [tuple(shape) for g, shape, expected in tests]
results = [as_array(expected) for g, shape, expected in tests]
whole = [g is not None and result is not None for g, result in zip(arrays, results, strict=True)]
same(whole, [True] * len(tests), NUMBERS, about="test by test")
few = [g.size <= 60 and bool(np.all(np.abs(g) <= 1e6)) for g in arrays]
same(few, [True] * len(tests), ENTRIES, about="test by test")
fits = [
    len(shape) <= g.ndim and all(size in (1, g.shape[i - len(shape)]) for i, size in enumerate(shape))
    for g, shape in zip(arrays, shapes, strict=True)
]
LEGAL = "legal: each shape broadcasts to the shape of its g"
same(fits, [True] * len(tests), LEGAL, about="test by test")
right = [ref.tensor(g).sum_to_size(shape).numpy() for g, shape in zip(arrays, shapes, strict=True)]
spared = [agree([r], [e]) for r, e in zip(right, results, strict=True)]
same(spared, [True] * len(tests), "spared: a right program gets through each of your tests",
     about="test by test: is the result what a right program gives?")
# The two programs that are shown, written once more: a name of a builtin may be taken in the notebook.


def shown(g, shape, act, end):
    for _ in range(g.ndim - len(shape)):
        g = act(g, axis=end)
    return act(g, axis=tuple(i for i, size in enumerate(shape) if size == 1), keepdims=True)


found = [np.asarray(shown(g, shape, np.mean, 0)) for g, shape in zip(arrays, shapes, strict=True)]
same(agree(found, right), False, "averages: one of your tests catches the program that takes means")
found = [np.asarray(shown(g, shape, np.sum, -1)) for g, shape in zip(arrays, shapes, strict=True)]
RIGHT_END = "from_the_right: one of your tests catches the program that adds up at the right end"
same(agree(found, right), False, RIGHT_END)
### BEGIN HIDDEN TESTS


def variant(g, shape, act=np.sum, end=0, only=None, early=False):
    ones = tuple(axis for axis, size in enumerate(shape) if size == 1)[:only]
    if early:
        g = act(g, axis=ones, keepdims=True)
    for _ in range(len(np.shape(g)) - len(shape)):
        g = act(g, axis=end)
    return g if early else act(g, axis=ones, keepdims=True)


def caught(**mistake):
    found = [np.asarray(variant(g, shape, **mistake)) for g, shape in zip(arrays, shapes, strict=True)]
    return not agree(found, right)


# inputs: asked (one_thing_at_a_time, never_both)
same(caught(), False, "spared: a right program gets through each of your tests")
same(caught(act=lambda g, **where: np.flip(np.sum(np.flip(g), **where))), False,
     "spared: a right program gets through each of your tests", about="it adds from the last entry to the first")
same(caught(act=np.mean), True, "averages: one of your tests catches the program that takes means")
same(caught(end=-1), True, RIGHT_END)
same(caught(only=1), True,
     "only_the_first: one of your tests catches the program that stops after one dimension of size 1")
same(caught(early=True), True,
     "stretched_first: one of your tests catches the program that takes the two steps in the wrong order")
# no inputs: dimensions, same, values, order, size: the answer is the inputs, and its form is tried by the visible part
# no inputs: aliasing, unchanged, again, block: the answer is a list of numbers, and nothing is called
# no inputs: example: the list of the text is said to catch one program only, and is one of the wrong answers
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Work backwards from each mistake: for which shapes does it make a difference at all? A program that errs only where
# two dimensions are stretched is not caught where one is.
# </details>
# <details><summary>Hint 2: which shapes</summary>
#
# `only_the_first` needs two dimensions of size 1 in `shape`. `stretched_first` needs both at once: a surplus dimension
# in front, and a size of 1. Take sizes that all differ, so that a wrong dimension shows in the shape of the result.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Three tests are comfortable: a `g` of shape (2, 3) brought to (3,), the same brought to (1, 1), and a `g` of shape
# (2, 3, 2) brought to (3, 1). Six or twelve different numbers are easily added by hand.
# </details>

# %% [markdown]
# Square, symmetric, all ones, one dimension at a time: such inputs are easy to write, and a wrong program gets through.
# The checks in this course use sizes that differ, numbers of mixed sign, and several things at once. Do the same in
# yours.

# %% [markdown]
# ## Exercise 1.7+ · Strides from a shape (code, 3 points, about 9 min, needs 1.1)
#
# (The + marks further practice.) When `mg` makes a new tensor, its numbers lie in the storage in reading order: the
# last index runs fastest. Such a tensor is called *contiguous*.
#
# **Goal** Write `contiguous_strides(shape)`.
#
# **Given** a tuple of at most thirty sizes, each from 1 to $10^{12}$; perhaps the empty tuple.
#
# **Return** a tuple with one stride, an integer, for each dimension: how many positions in the storage one step
# takes, however large it is. What was asked before makes no difference. Use plain Python, neither `numpy` nor
# `minigrad`: they tell theirs to whoever asks, and are not there when your work is graded.
#
# **Example** `contiguous_strides((2, 3))` is `(3, 1)`. The hidden test tries other shapes: more dimensions, sizes of 1,
# equal sizes, large ones, and many calls in a row.

# %% nbgrader={"grade_id": "ex1_7", "solution": true}
def contiguous_strides(shape):
    ### BEGIN SOLUTION
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return tuple(reversed(strides))
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex1_7_test", "grade": true, "points": 3} exercise={"kind":"C","forbid":["numpy","minigrad"]}
STRIDES = "strides: one step along a dimension passes all entries of the dimensions behind it"
same(contiguous_strides((2, 3)), (3, 1), STRIDES)
same(contiguous_strides((2, 3, 4)), (12, 4, 1), STRIDES)
same(contiguous_strides((40,)), (1,), STRIDES)
same(contiguous_strides(()), (), STRIDES, about="the empty shape")
same(contiguous_strides((5, 2, 1, 4)), (8, 4, 4, 1), STRIDES, about="a size of 1")
long = tuple(3 ** (place // 2) for place in reversed(range(30)))
same(contiguous_strides((3, 1) * 15), long, STRIDES, about="thirty sizes")
### BEGIN HIDDEN TESTS


def strides_of(shape):
    strides = [1] * len(shape)
    for place in reversed(range(len(shape) - 1)):
        strides[place] = strides[place + 1] * shape[place + 1]
    return tuple(strides)


# inputs: dimensions (eight_dimensions_at_most), same (looks_sizes_up)
# inputs: values (through_floats)
# inputs: again (remembers_the_digits)
same(contiguous_strides(()), (), STRIDES, about="the empty shape")
for place in range(5):
    sizes = rng.permutation(np.arange(2, 9))[:4].tolist()
    shape = (*sizes[:place], 1, *sizes[place:])
    same(contiguous_strides(shape), strides_of(shape), STRIDES, about="five sizes, one of them 1")
for shape in ((1,), (1, 3), (3, 1), (3, 1, 4), (1, 1), (1, 1, 5), (6, 1, 1), (1, 1, 1), (1, 4, 1), (3, 2), (7, 5, 3),
              (7, 2, 6, 3, 5, 4, 9, 8), (2, 3, 2, 5, 1, 2, 3, 7, 2, 4, 3, 2)):
    same(contiguous_strides(shape), strides_of(shape), STRIDES, about="sizes in no order, perhaps a 1 among them")
for shape in ((3, 3), (2, 2, 2), (2, 2, 5), (2, 5, 5), (5, 2, 2), (2, 5, 2), (1, 1, 4, 4), (2, 4, 6), (4, 6, 9, 6)):
    same(contiguous_strides(shape), strides_of(shape), STRIDES, about="equal sizes, or sizes with a factor in common")
for shape in ((2, 3, 999983, 1000003, 1000033), (3, 10**9 + 7, 10**9 + 9), (10**6 + 3, 1, 10**6 + 33, 10**6 + 37),
              (10**10 + 19, 10**10 + 33, 10**10 + 61), (7, 10**12 - 1, 10**12, 10**12 - 11)):
    same(contiguous_strides(shape), strides_of(shape), STRIDES, about="sizes of a million and more")
for shape in ((2,) * 30, (10**12,) * 30, tuple(rng.integers(1, 10**12, size=30).tolist())):
    same(contiguous_strides(shape), strides_of(shape), STRIDES, about="thirty sizes")
for _ in range(150):
    shape = tuple(rng.integers(1, 50, size=rng.integers(1, 6)).tolist())
    same(contiguous_strides(shape), strides_of(shape), STRIDES, about="150 shapes, one after the other")
for trial in range(93):   # up to thirty sizes; then the same with one size that is another, and in another order
    sizes = rng.choice([1, 1, 2, 3, 10**12 - 1], size=trial % 31).tolist()
    changed = [size + 1 if place == trial % max(1, len(sizes)) else size for place, size in enumerate(sizes)]
    for shape in (sizes, changed, rng.permutation(changed).tolist(), [1] * (trial % 31)):
        same(contiguous_strides(tuple(shape)), strides_of(shape), STRIDES, about="shapes that are almost the same")
same_entries = (8, 3), (3, 8), (2, 12), (12, 2), (6, 4), (4, 6)
for index in (*rng.permutation(6).tolist(), *rng.permutation(6).tolist()):
    shape = same_entries[index]
    same(contiguous_strides(shape), strides_of(shape), STRIDES, about="shapes with equally many entries, in a row")
for shape in ((3, 11, 2), (3, 1, 12), (31, 1, 2), (31, 12), (3, 11, 2)):
    same(contiguous_strides(shape), strides_of(shape), STRIDES, about="shapes that have the same digits, in a row")
# no inputs: order: sizes in no order are in the visible part already
# no inputs: aliasing, unchanged: a tuple of whole numbers can be neither changed nor shared
# no inputs: size: no tensor has more than a few dimensions
# no inputs: block: nothing is entered or left
# no inputs: asked: which packages are used is looked at for every answer
# no inputs: example: the visible part begins with it
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Begin at the right end: the last index runs fastest, so its stride is known. What does one step along the dimension
# before it have to pass?
# </details>
# <details><summary>Hint 2: which line</summary>
#
# Keep one number, the stride of the present dimension, and go through the sizes from right to left. When is it
# multiplied: before it is noted down, or after?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Start with 1. For each size from the right: note the number down, then multiply it by the size. At the end, turn the
# list round and make it a tuple.
# </details>

# %% [markdown]
# ## The pay-off: five swings at once
#
# Five sensors watch one weight. Each measures on a scale of its own, so each has its own height $a$; damping $d$ and
# rate $w$ are the same for all. So `a` has shape (5, 1), the times have shape (40,), and the readings have shape (5,
# 40).

# %%
t = np.linspace(0, 8, 40)
true_a = np.array([[10.0], [7.0], [12.0], [5.0], [9.0]])

def swing(a, d, w):
    return a * np.exp(-d * t) * np.cos(w * t)

readings = swing(true_a, 0.3, 2) + np.random.default_rng(1).normal(0, 0.3, (5, 40))
print("a", true_a.shape, "  t", t.shape, "  readings", readings.shape)

# %% [markdown]
# The slopes by hand, as in notebook 00, each at first in the shape (5, 40); then your function brings each to the
# shape of the number that it belongs to. (As long as 1.5 is the stub, a function of `mg` does it.)

# %%
def to_shape(g, shape):
    try:
        return sum_to_shape(g, shape)
    except NotImplementedError:
        return mg.tensor(g).sum_to_size(shape).numpy()

def slopes(a, d, w):
    g = 2 * (swing(a, d, w) - readings) / readings.size
    fade, turn = np.exp(-d * t), w * t
    along = g * fade * np.cos(turn), g * -t * a * fade * np.cos(turn), g * -t * a * fade * np.sin(turn)
    return [to_shape(each, np.shape(number)) for each, number in zip(along, (a, d, w), strict=True)]

# %% [markdown]
# `mg` is asked for the same three gradients. Do they agree?

# %%
guess = np.full((5, 1), 6.0), np.array(0.5), np.array(1.5)
a, d, w = (mg.tensor(number, requires_grad=True) for number in guess)
times = mg.tensor(t)
difference = a * (-d * times).exp() * (w * times).cos() - mg.tensor(readings)
(difference * difference).mean().backward()
for name, mine, theirs in zip("adw", slopes(*guess), (a, d, w), strict=True):
    print(name, "by hand", np.ravel(mine).round(3), " mg", theirs.grad.numpy().ravel().round(3))

# %% [markdown]
# Now the walk. (The rates were found by trying.) The true heights are 10, 7, 12, 5, 9, the true $d$ and $w$ are 0.3
# and 2.

# %%
numbers = guess
for _ in range(60):
    steps = zip(numbers, (2.0, 0.005, 0.005), slopes(*numbers), strict=True)
    numbers = [number - rate * slope for number, rate, slope in steps]
print("a", numbers[0].ravel().round(2), "  d {:.2f}  w {:.2f}".format(*map(float, numbers[1:])))

# %%
import matplotlib.pyplot as plt

plt.figure(figsize=(7, 3.5))
for index, (fitted, measured) in enumerate(zip(swing(*numbers), readings, strict=True)):
    plt.plot(t, measured, "os^Dv"[index], color=f"C{index}", markersize=4, label=f"sensor {index}")
    plt.plot(t, fitted, color=f"C{index}", linewidth=1)
plt.gca().set(xlabel="time (s)", ylabel="reading")
plt.legend(fontsize="small", ncols=5, loc="lower center", bbox_to_anchor=(0.5, 1))
plt.show()

# %% [markdown]
# *Figure 4. Five sensors on one swing, and one fit with five heights and one rhythm.*
#
# **The figure in words.** Five series of points start at heights from 5 to 12 and swing together through zero, lower
# and lower. Each has markers of its own form, and a thin curve runs through them; all five cross zero at the same
# times.
#
# Five heights and two shared numbers came out of one computation, because every gradient was added up to the shape of
# its own number. The formulas were still made by hand. In notebook 02 a graph of the computation takes that over.

# %% [markdown]
# ## Five questions (not graded)
#
# The first two look back to notebook 00.
#
# <details><summary>1. A fit ends without an error, and the misfit went down. What does that tell about the
# slopes?</summary>
#
# Little. In notebook 00 the misfit went down with a wrong sign, because the other two slopes were right. Compare slopes
# with nudges.
# </details>
# <details><summary>2. Why not use nudges instead of slopes altogether?</summary>
#
# Each number needs a run of its own. With a million numbers that is a million runs for one step downhill.
# </details>
# <details><summary>3. <code>y = x[0]</code>, then <code>y.mul_(0)</code>. What is in <code>x</code>?</summary>
#
# Its first row is zero. `x[0]` is a view, and the write in place went into the storage that both read.
# </details>
# <details><summary>4. A tensor of shape (3,) meets one of shape (3, 1), and a gradient comes back. Which shape does it
# arrive in, and over which dimension is it added up for each of the two?</summary>
#
# In (3, 3). For the one of shape (3,) over dimension 0, which was put in front; for the one of shape (3, 1) over
# dimension 1, which was stretched.
# </details>
# <details><summary>5. You test a function on <code>np.ones((3, 3))</code>. Name two mistakes that you will not
# find.</summary>
#
# Any that exchanges the two dimensions, and any that takes one entry for another: all are equal.
# </details>

# %% [markdown]
# ## What PyTorch does
#
# Everything here that begins with `mg.` has the same name and the same behaviour in PyTorch 2.13 as `torch.`.
#
# - `torch.tensor([1.5])` is `float32`, `torch.tensor([1])` is `int64`, and `torch.Tensor([1])` is `float32`. Integers
#   cannot require gradients: `Only Tensors of floating point and complex dtype can require gradients`.
# - Slices, `.T`, `expand` and `view` share the storage; indexing with a list copies. `reshape` shares it if it can.
#   `x.T.view(6)` is an error, since `view` never copies.
# - `.numpy()` shares the storage, in both directions. For a tensor that requires a gradient it is refused.
# - Strides count entries. Numpy's `strides` count bytes: for `float32`, four times as many.
# - Shapes that cannot meet are a `RuntimeError`: `The size of tensor a (4) must match the size of tensor b (3) at
#   non-singleton dimension 1`. The trap of (4, 1) and (4,) is no error there either; `torch.nn.MSELoss` warns
#   of it.
# - Your `sum_to_shape` is there as `Tensor.sum_to_size`.

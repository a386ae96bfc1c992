# %% [markdown]
# # 06 · In place: versions, `mark_dirty`, views
#
# Notebook 05 ended with a fit that two broken readings could not spoil. It had a habit that no real program can
# afford: for each of its steps it made three new tensors and threw the old ones away. With three numbers nobody
# minds. With a hundred million of them, an optimiser writes the new numbers where the old ones are: *in place*. But
# the graph remembers values that it will need on the way back, and now somebody writes over them. Most of the time
# the engine notices. In this notebook you meet the times when it does not.
#
# Afterwards you can
#
# - say of an operation which write after it is harmless, and which one backward will refuse;
# - read off a drawing who saved what at which version, and which line has spoiled it;
# - make your engine notice: count writes, note the count when a tensor is saved, refuse what was written since;
# - say what a write does to the graph, also one through a view;
# - write a Function that works in place, and tell the engine so;
# - find the silent mistakes: a forgotten `mark_dirty`, a write through numpy, a value saved too late, a gradient that
#   was written over.
#
# This notebook takes about three and three-quarter hours: 125 minutes for the exercises, 22 of them for further
# practice (6.8+ and 6.11+), and the rest for reading and running. Good places to stop are after exercises 6.3 and 6.7.
#
# You need the ideas of notebook 05: a Function with `forward` and `backward`, `ctx.save_for_backward`, the upstream
# gradient `g`. From notebook 03 you need leaves and inner tensors; from notebook 01, what it means to share memory.
# What you have not written of your engine is taken from the course.

# %%
try:
    import numpy as np
    import minigrad as mg
    from minigrad.drawing import draw
    from autograder.kit import close, learner_side, plain, raises, rng, same
    from autograder.kit.lines import in_order
    from autograder.kit.predict import beside, outcome
    from autograder.kit.tape import gathered, load, whose
    ready = hasattr(mg, "__course__")
except ImportError:
    ready = False
if not ready:
    print("This kernel lacks the course's packages. In the course folder, run:  python3 start.py")
    print("On Windows:  py start.py. Until then, the cells below end in errors.")

# %% [markdown]
# ## A write, and who minds it
#
# A method whose name ends in an underscore writes **in place**: `x.add_(1)` adds 1 where the numbers of `x` are, and
# makes no new tensor. So do `mul_`, `exp_`, `copy_` (which puts other numbers there), `x[0] = 5`, and `x += 1`. Every
# such write adds 1 to the **version** of that memory, which you met in 5.1. A node that keeps a tensor for the way
# back notes the version it has at that moment. When backward asks for the tensor, the two numbers are compared.
#
# Here `square` and `shifted` are both made from `x`. Then `x` is written. Predict for each of the two whether its
# backward still works.

# %%
leaf = mg.tensor(3.0, requires_grad=True)
x = leaf.clone()
square = x * x
shifted = x + 2
print("version", x._version)
x.add_(100)
print("version", x._version)

# %%
def slope_at_leaf(y):
    return mg.autograd.grad(y, leaf)[0].item()

print("shifted:", outcome(lambda: slope_at_leaf(shifted)))
print("square: ", outcome(lambda: slope_at_leaf(square)))

# %%
draw(square, shifted)

# %% [markdown]
# *Figure 1. Two results of one tensor that was written after both were made.*
#
# **The figure in words.** A square, `leaf`; an arrow leads to the round box `Clone`, which is what `x` was before the
# write. From it, two arrows lead to `square`, a product, and one leads to `shifted`, a sum; the other arrow to the sum
# comes from a constant. The sum has kept nothing. The product has kept `x` twice, once for each factor, at version 0,
# which is at version 1 now, and its box is red: the write was `add_`, and the line of it is shown. The newest `x` is
# not in the picture: neither of the two was made from it.
#
# To go back through a product you need its two factors; to go back through a sum you need nothing. So `shifted` does
# not care what became of `x`, and the product would have multiplied by a number that was not there when it was made.

# %% [markdown]
# ## Exercise 6.1 · Eleven operations and a write (predict, 2 points, about 9 min, needs nothing)
#
# Whether a write is harmless depends on one thing only: what the operation before it has kept. The next cell computes
# `z = f(x)`, then writes into `x`, or into `z`, then walks back from `z`. It says `"fine"` if the gradient is what it
# would be without the write.

# %%
def after_a_write(f, into):
    """Compute z = f(x), add 1 in place to x or to z, and walk back from z."""
    leaf = mg.tensor([0.5, 2.0], requires_grad=True)
    (true,) = mg.autograd.grad(f(leaf).sum(), leaf)
    x = leaf.clone()
    z = f(x)
    if into == "input":
        x.add_(1)
    else:
        z.add_(1)
    z.sum().backward()
    return "fine" if (leaf.grad - true).abs().max().item() < 1e-6 else "wrong"

# %%
eleven = {
    "x + 2, input": lambda x: x + 2,
    "x * 3, input": lambda x: x * 3,
    "x * x, input": lambda x: x * x,
    "exp, input": lambda x: x.exp(),
    "sin, input": lambda x: x.sin(),
    "relu, input": lambda x: x.relu(),
    "x + 2, output": lambda x: x + 2,
    "x * x, output": lambda x: x * x,
    "exp, output": lambda x: x.exp(),
    "tanh, output": lambda x: x.tanh(),
    "sin, output": lambda x: x.sin()}

# %% [markdown]
# **Goal** Predict the eleven outcomes. Write down for each operation, before you fill in the table, what its local
# derivative is, and from what it is cheapest to compute.
#
# **Given** the two cells above. `relu` is `x` where `x` is positive and 0 elsewhere; its slope is 1 and 0. It keeps
# one tensor, its input or its result. Either would do, so for `relu` you can only guess.
#
# **Return** the dictionary `writes`, with `"fine"` or `"error"` for each `None`.
#
# **Example** `"sqrt, output": "error",` is the form of a line.

# %% nbgrader={"grade_id": "ex6_1", "solution": true}
### BEGIN SOLUTION
writes = {
    "x + 2, input": "fine",      # "fine" or "error": z = x + 2, then x is written
    "x * 3, input": "fine",      # "fine" or "error": z = x * 3, then x is written
    "x * x, input": "error",     # "fine" or "error": z = x * x, then x is written
    "exp, input": "fine",        # "fine" or "error": z = x.exp(), then x is written
    "sin, input": "error",       # "fine" or "error": z = x.sin(), then x is written
    "relu, input": "fine",       # "fine" or "error": z = x.relu(), then x is written
    "x + 2, output": "fine",     # "fine" or "error": z = x + 2, then z is written
    "x * x, output": "fine",     # "fine" or "error": z = x * x, then z is written
    "exp, output": "error",      # "fine" or "error": z = x.exp(), then z is written
    "tanh, output": "error",     # "fine" or "error": z = x.tanh(), then z is written
    "sin, output": "fine",       # "fine" or "error": z = x.sin(), then z is written
}
### STUB
# writes = {
#     "x + 2, input": None,      # "fine" or "error": z = x + 2, then x is written
#     "x * 3, input": None,      # "fine" or "error": z = x * 3, then x is written
#     "x * x, input": None,      # "fine" or "error": z = x * x, then x is written
#     "exp, input": None,        # "fine" or "error": z = x.exp(), then x is written
#     "sin, input": None,        # "fine" or "error": z = x.sin(), then x is written
#     "relu, input": None,       # "fine" or "error": z = x.relu(), then x is written
#     "x + 2, output": None,     # "fine" or "error": z = x + 2, then z is written
#     "x * x, output": None,     # "fine" or "error": z = x * x, then z is written
#     "exp, output": None,       # "fine" or "error": z = x.exp(), then z is written
#     "tanh, output": None,      # "fine" or "error": z = x.tanh(), then z is written
#     "sin, output": None,       # "fine" or "error": z = x.sin(), then z is written
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex6_1_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
keys_of_writes = ("x + 2, input", "x * 3, input", "x * x, input", "exp, input", "sin, input", "relu, input",
                  "x + 2, output", "x * x, output", "exp, output", "tanh, output", "sin, output")
for key in keys_of_writes:
    said = writes[key]
    same(said is not None, True, "commitment: still the stub; put a value where None stands", about=key)
    same(said in ("fine", "error"), True, "commitment: each value is one of those in its comment", about=key)

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# For each operation there are three possibilities: backward needs the input, or the output, or neither. A write into
# what is not needed is harmless.
# </details>
# <details><summary>Hint 2: which derivatives</summary>
#
# The derivative of the exponential is the exponential itself, and that of tanh can be expressed through tanh. The
# derivative of the sine is the cosine, which cannot be read off the sine without knowing the sign. The factor 3 is a
# number, and nobody writes into it.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Sums keep nothing. A product keeps the factors that are tensors and matter. `exp`, `tanh` and `relu` keep what they
# have computed; `sin` keeps where it was.
# </details>

# %% [markdown]
# Now run.

# %%
seen = {}
for key, f in eleven.items():
    seen[key] = outcome(lambda: after_a_write(f, key.split(", ")[1]))
print()
beside(writes, seen)

# %% [markdown]
# No line says `"wrong"`. What the package's own operations keep is looked after: after a write in place you get the
# right gradient or an error. (That is a promise about writes that are counted. Others come below.)
#
# After `z = x.relu()`, the write into `x` was fine. What does that tell you, and what would happen if `z` were
# written?
#
# - **a** `relu` keeps nothing, since its slope is 1 or 0; a write into `z` is fine too.
# - **b** `relu` keeps its output, from which the slope can be read: 1 where it is positive. A write into `z` is an
#   error.
# - **c** `relu` keeps a copy of its input; a write into `z` is fine too.
# - **d** `relu` keeps both; it was luck that the write added 1 and changed no sign.

# %% nbgrader={"grade_id": "ex6_1_why", "solution": true}
### BEGIN SOLUTION
why_relu = "b"
### STUB
# why_relu = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex6_1_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_relu is not None, True, "choice: still the stub; put a letter where None stands")
same(why_relu in ("a", "b", "c", "d"), True, "choice: the answer is a small letter in quotes: a, b, c or d")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# Not **a**: whether an entry was positive is not known in backward unless something is kept. Not **c**: nothing is
# copied, as in 5.1; a copy would cost as much memory as the result. Not **d**: nobody looks at signs, or at numbers;
# versions are compared, and even `x.add_(0)` counts as a write. It is **b**. Run
# `after_a_write(lambda x: x.relu(), "output")` in a cell of your own.
# </details>

# %% [markdown]
# ## A counter for each memory
#
# `mg` has counted and compared. Your own engine does neither yet, though its tensors can be written in place too: it
# has `add_`, `sub_`, `mul_`, `exp_`, `tanh_` and `zero_`. (`+=` is not one of them in `tape`: it makes a new tensor.)

# %%
tape = load(mine=True)

# %% [markdown]
# Here `z` is the square of `y`, and then 1 is added to `y`. The product has kept `y` for the way back. Predict what
# `x.grad` should be, and what it will be.

# %%
def spoiled():
    x = tape.Tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    z = y * y
    y.add_(1.0)
    z.sum().backward()
    return x.grad.data

print(spoiled())

# %% [markdown]
# `z` was computed from the `y` before the write, $y = 2x$, so $z = 4x^2$ and the gradient is $8x$: 8 and 16. The engine
# says 12 and 20. The rule of the product asked for `y` and got what is there now, 3 and 5.
#
# No copy is needed to notice this. It is enough to count the writes that a memory has seen: this is its version. Every
# tensor of `tape` has an object for it, in the attribute `version`, and every write in place calls `version.bump(by)`;
# `by` is a text that says whose write it was, and on which line. A node that saves a tensor wraps it in a `Saved`,
# which notes the number at that moment. Both classes are slots. Yours begin to count.

# %% [markdown]
# ## Exercise 6.2 · A counter, and a note of it (code, 4 points, about 11 min, needs nothing)
#
# These two go into your engine. Everything they need is in this cell.
#
# **Goal** Write the classes `Version` and `Saved`.
#
# **Given** for `bump` a text of at most 10,000 characters of any kind: it may be empty, have blanks and line breaks,
# and be one that came before; one `Version` gets at most 9,999 of them. For `Saved` an object `tensor` with an
# attribute `version`, whose `number` is an `int`, 0 or larger, of at most a hundred digits. In the engine this is a
# `Tensor` with a `Version`. The check has objects of its own, of which no more is known: they may be of any type, count
# as false, raise an error when they are compared, copied or asked for their truth, be their own copies, have no
# `__dict__`, and have anything in `changes`, or no `changes` at all. They may have other attributes and methods, of any
# name, which mean nothing here: a `detach` or a `tensor`, say, that gives another object.
#
# **Return** `Version()` has a `number`, at first 0, and a list `changes`, at first empty. `bump(by)` adds 1 to `number`
# and puts `by` at the end of `changes`. Each `Version` counts for itself. `Saved(tensor)` has the very object in
# `tensor`, also when no other name for it is left, and in `then` the number that its version had when it was saved,
# whatever happens later to the version, to the attribute `version`, or to other `Saved`s, and whenever it is read. To
# save is no write:
# all attributes of the tensor and of its version, also of a `Version` of yours, stay as they are, and none is added.
# Nobody but `bump` changes `number` and `changes`. The hidden test makes thousands of both, in every order.
#
# **Example** After `v = Version()`, `v.bump("add_, line 3")` and `v.bump("mul_, line 4")`, `v.number` is 2 and
# `v.changes` is `["add_, line 3", "mul_, line 4"]`. If `x.version` is `v`, then `Saved(x).then` is 2.

# %% nbgrader={"grade_id": "ex6_2", "solution": true}
### BEGIN SOLUTION
class Version:
    def __init__(self):
        self.number, self.changes = 0, []

    def bump(self, by):
        self.number += 1
        self.changes.append(by)


class Saved:
    def __init__(self, tensor):
        self.tensor, self.then = tensor, tensor.version.number
### STUB
# class Version:
#     def __init__(self):
#         raise NotImplementedError("still the stub")
#
#     def bump(self, by):
#         raise NotImplementedError("still the stub")
#
#
# class Saved:
#     def __init__(self, tensor):
#         raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex6_2_test", "grade": true, "points": 4} exercise={"kind": "C", "forbid": ["minigrad"]}
COUNT = "count: number is how often bump was called on this Version, and on no other"
WHO = "who: changes holds the texts that bump was given, oldest first"
THEN = "then: the number that the version had when the tensor was saved"
VERY = "very: a Saved keeps the tensor itself, and changes nothing"


@learner_side
def told(Version, Saved, versions, tensors, steps, late):
    """What is so after each save, for this many versions, and tensors with the versions of these numbers.

    late: is nothing read before the end?

    A step is ("bump", number of a version, text), ("save", number of a tensor), ("move", number of a tensor, number
    of its new version), or ("look", 0). Told are: number and changes of each version; for each save so far its then,
    and whether it has the very tensor. And at last whether every tensor has the version that it was given, and
    whether all attributes of all versions were the same before and after each save.
    """
    class Thing:
        def __init__(self, version):
            self.version = version

    everybodys = set(dir(Thing)) | {"__dict__", "__slotnames__"}   # what any object has, or gets when it is copied

    def shown(version):
        return {name: [repr(value), repr(getattr(value, "__dict__", ""))] for name in object.__dir__(version)
                if name not in everybodys for value in [object.__getattribute__(version, name)]}

    quiet, counters = True, [Version() for _ in range(versions)]
    things, saves, found = [Thing(counters[number]) for number in tensors], [], []
    has = [counters[number] for number in tensors]
    for kind, which, *more in steps:
        if kind == "bump":
            counters[which].bump(more[0])
        if kind == "move":
            things[which].version = has[which] = counters[more[0]]
        if kind == "save":
            before = [shown(each) for each in counters]
            saves.append((Saved(things[which]), things[which]))
            quiet = quiet and [shown(each) for each in counters] == before
        if kind == "look" or (kind == "save" and not late):
            found.append([[each.number, list(each.changes)] for each in counters]
                         + [[each.then, each.tensor is thing] for each, thing in saves])
    return found, [quiet, *[thing.version is version and list(thing.__dict__) == ["version"]
                            for thing, version in zip(things, has, strict=True)]]


def check_steps(about, versions, tensors, steps, late=False):
    """The same, worked out here."""
    steps = [*steps, ("look", 0)]
    found, stay = told(Version, Saved, versions, tensors, steps, late)
    at, numbers, changes, thens, right = [*tensors], [0] * versions, [[] for _ in range(versions)], [], []
    for kind, which, *more in steps:
        if kind == "bump":
            numbers[which] += 1
            changes[which].append(more[0])
        if kind == "save":
            thens.append(numbers[at[which]])
        if kind == "look" or (kind == "save" and not late):
            right.append(([*numbers], [[*texts] for texts in changes], [*thens]))
        if kind == "move":
            at[which] = more[0]
    counts = [[number for number, _ in got[:versions]] for got in found]
    same(counts, [each for each, _, _ in right], COUNT, about=f"{about}; at each save, number of each Version")
    texts = [[each for _, each in got[:versions]] for got in found]
    same(texts, [each for _, each, _ in right], WHO, about=f"{about}; at each save, changes of each Version")
    numbers_then = [[then for then, _ in got[versions:]] for got in found]
    same(numbers_then, [each for _, _, each in right], THEN, about=f"{about}; at each save, then of each Saved so far")
    same([very for got in found for _, very in got[versions:]], [True] * sum(len(each) for _, _, each in right), VERY,
         about=about)
    same(stay, [True] * (1 + len(tensors)), VERY,
         about=f"{about}; the attributes of all versions, then of each tensor, before and after each save")


@learner_side
def noted(Saved, numbers):
    """What is to be said of saved tensors that nobody else has, and that have a version with this number, no more.

    Of each: its then, whether its tensor is there, and which attributes this and its version have.
    """
    class Bare:
        pass

    saves = []
    for number in numbers:
        tensor = Bare()
        tensor.version = Bare()
        tensor.version.number = number
        saves.append(Saved(tensor))
        del tensor
    return [[each.then, type(each.tensor) is Bare, list(each.tensor.__dict__), list(each.tensor.version.__dict__)]
            if type(each.tensor) is Bare else [each.then, False, [], []] for each in saves]


@learner_side
def noted_of_a_kind(Saved, number, later, reserved):
    """Its then, and whether its very tensor is there, of things and versions about which little is known.

    Things with slots, ones that count as false, a list, a text, an array and the like; versions of these kinds, with
    odd changes or none. Or reserved ones, which may not be compared, copied or asked for their truth. Each version is
    at `later` before this is read.
    """
    import numpy

    class Slots:
        __slots__ = ("version",)

    class Empty:
        def __len__(self):
            return 0

    class Row(list):
        pass

    class Pair(tuple):
        pass

    class Table(dict):
        pass

    class Text(str):
        pass

    class Whole(int):
        pass

    class Array(numpy.ndarray):
        pass

    def a_class():
        return type("AClass", (), {})

    def an_array():
        return numpy.zeros(1).view(Array)

    def a_pair():
        return Pair((Row(), Row()))

    class Reserved:
        def refuse(self, *_):
            raise TypeError("this object may not be compared, copied or asked for its truth")

        __eq__ = __ne__ = __bool__ = __copy__ = __deepcopy__ = __reduce_ex__ = refuse
        __hash__ = None

    class Property:
        @property
        def version(self):
            return counter

    class Counter:
        pass

    class EmptyCounter(Counter, Empty):
        pass

    class ReservedCounter(Counter, Reserved):
        pass

    class SlotCounter:
        __slots__ = ("changes", "number")

    class LengthCounter:   # its number is the length of a list, which a shallow copy has too
        def __init__(self):
            self.writes = []

        @property
        def number(self):
            return len(self.writes)

        @number.setter
        def number(self, value):
            self.writes.clear()
            self.writes.extend(["a"] * value)

    class OnlyCounter:   # a copy of it is itself
        __copy__ = __deepcopy__ = lambda self, *_: self

        def __reduce_ex__(self, _):
            raise TypeError("there is only one of this")

    def class_counter():   # and so is a copy of a class
        return type("ClassCounter", (), {})

    found = []
    versions = [(Counter, ["a"]), (EmptyCounter, ["a"] * 9), (SlotCounter, None), (LengthCounter, iter("a")),
                (OnlyCounter, ["a"]), (class_counter, ["a"])]
    plain_ones = [Slots, Empty, Row, Property, a_pair, Table, Text, Whole, an_array, a_class]
    for kind in plain_ones if not reserved else [Reserved, Property]:
        for counters, changes in versions if not reserved else [*versions, (ReservedCounter, ["a"])]:
            counter, thing = counters(), kind()
            counter.number, counter.changes = number, changes
            if kind is not Property:
                thing.version = counter
            saved = Saved(thing)
            stays = [counter.number, counter.changes is changes]
            counter.number = later
            again = Saved(thing)
            found.append([[saved.then, again.then], saved.tensor is thing, *stays])
    return found


def check_kinds(number, later):
    """Each says its own number, and has its tensor, whatever that is."""
    said = noted_of_a_kind(Saved, number, later, False)
    about = "things with slots, or that count as false, and such versions"
    same([then for then, *_ in said], [[number, later]] * 60, THEN, about=about)
    same([rest for _, *rest in said], [[True, number, True]] * 60, VERY, about=about)
    said = noted_of_a_kind(Saved, number, later, True)
    about = "things that may not be compared or copied, and such versions"
    same([rest for _, *rest in said], [[True, number, True]] * 14, VERY, about=about)
    same([then for then, *_ in said], [[number, later]] * 14, THEN, about=about)


def check_noted(numbers):
    """Each says its own number, and has its tensor, to which nothing was added."""
    said = noted(Saved, numbers)
    same([then for then, *_ in said], numbers, THEN, about="tensors with versions of the check's own")
    same([rest for _, *rest in said], [[True, ["version"], ["number"]]] * len(numbers), VERY,
         about="is the tensor there, though nobody else has it; its attributes; those of its version")


v = Version()
same(v.number, 0, COUNT, about="a new Version")
same(v.changes, [], WHO, about="a new Version")
v.bump("add_, line 3")
v.bump("mul_, line 4")
same(v.number, 2, COUNT, about="a Version after two writes")
same(v.changes, ["add_, line 3", "mul_, line 4"], WHO, about="a Version after two writes")
same(Version().number, 0, COUNT, about="another Version, made after that")
same(Version().changes, [], WHO, about="another Version, made after that")
same([then for then, *_ in noted(Saved, [7])], [7], THEN, about="a tensor with a version of the check's own, at 7")
check_steps("a tensor saved before and after a write", 1, [0], [("save", 0), ("bump", 0, "add_"), ("save", 0)])
check_steps("two Versions in turn", 2, [0, 1], [("bump", 0, "a"), ("bump", 1, "b"), ("bump", 0, "c"), ("save", 1)])
check_steps("two tensors with one Version", 1, [0, 0], [("save", 0), ("bump", 0, "a"), ("save", 1), ("save", 0)])
check_steps("nothing is read before the end", 1, [0], [("save", 0), ("bump", 0, "add_")], True)
check_noted([7])
check_kinds(7, 8)


@learner_side
def one_after_the_other(Version, many):
    """What each of many Versions says when it is new; each is bumped once, and let go before the next is made."""
    found = []
    for _ in range(many):
        version = Version()
        found.append([version.number, list(version.changes)])
        version.bump("add_")
    return found


@learner_side
def saved_in_turn(Saved, numbers):
    """Then of tensors that are let go before the next is made, with versions that are at these numbers; and whether all
    their attributes are as they were."""
    class Bare:
        pass

    names = ("saves", "saved", "count", "counter", "uses", "users", "refs", "kept", "nodes", "reads", "owners", "notes",
             "n_saved", "num_saved", "saved_count", "times_saved", "saved_by", "savers", "references", "hits", "seen")
    found = []
    for turn, number in enumerate(numbers):
        thing = Bare()
        thing.version = Bare()
        thing.version.number = number
        for name in names if turn % 20 == 0 else ():
            setattr(thing, name, 0)
            setattr(thing.version, name, 0)
        before = [dict(thing.__dict__), dict(thing.version.__dict__)]
        saved = Saved(thing)
        stayed = [dict(thing.__dict__), dict(thing.version.__dict__)] == before
        if turn % 3 == 1:
            del thing.version
        if turn % 3 == 2:
            thing.version = None
        found.append([saved.then, stayed])
        del thing, saved   # so that the next one may lie where this one lay
    return found


@learner_side
def as_they_were(Version, signs):
    """For the sign with each of these numbers: are texts with it at every place in changes as they were?"""
    found = []
    for sign in map(chr, signs):
        texts = [f"{sign}a{sign}{sign}b{sign}", sign, sign * 3, f"a, {sign}, 00{sign}7", f"{sign} a: {sign}, b {sign}"]
        version = Version()
        for text in texts:
            version.bump(text)
        found.append(list(version.changes) == texts)
    return found


@learner_side
def among_many(Version, Saved, many):
    """The number of a Version, its changes, and then of what was saved, when many others were made since."""
    class Bare:
        pass

    first, thing, others = Version(), Bare(), []
    first.bump("a")
    thing.version = first
    saved = Saved(thing)
    for _ in range(many):
        other = Bare()
        other.version = Version()
        other.version.bump("b")
        other.version.bump("c")
        others.append(Saved(other))
    return [first.number, list(first.changes), saved.then, [each.then for each in others].count(2)]


@learner_side
def spied(Saved, number):
    """What becomes of tensors and versions that answer to every name, can be called, and note what is done to them.

    For each its then, whether its very tensor is there, and whether nothing was done, and nothing taken out of changes.
    """
    def spy(answer, **known):
        done = []

        def do(*what):
            done.append(what[1:])
            return 0

        def said(_, name):
            if name.startswith("__") and name != "__wrapped__":
                raise AttributeError(name)
            return known.get(name, do if answer == "a method" else answer)

        class Every(dict):   # all names are in it
            def __contains__(self, name):
                return True

            def get(self, name, *_):
                return said(self, name)

            __getitem__ = get
            __setitem__ = __delitem__ = update = setdefault = pop = do

        class Kind(type):
            __getattr__, __setattr__, __delattr__ = said, do, do

        class Spy(metaclass=Kind):
            __getattr__ = said
            __dict__ = property(lambda self: Every())
            __setattr__ = __delattr__ = __setitem__ = __delitem__ = __call__ = __next__ = do

            def __iter__(self):
                return self

        return Spy(), done

    found = []
    for answer in (0, [], "a", None, True, {}, set(), "a method"):
        changes, as_it_was = iter(["a", "b"]), repr(answer)
        version, to_version = spy(answer, number=number, changes=changes)
        thing, to_thing = spy(answer, version=version)
        saved = Saved(thing)
        quiet = to_version + to_thing == [] and repr(answer) == as_it_was
        found.append([saved.then, saved.tensor is thing, quiet and list(changes) == ["a", "b"]])
    return found


@learner_side
def crowd(Version, Saved, kinds, steps):
    """What is so at the end of many steps, when nobody else has any of the tensors any more.

    kinds: for each Version what else a tensor of it has: nothing; slots, and nothing more; or whatever it is asked for,
    which is then always the same thing. A step is ("bump", number of a Version, text), ("save", number of a Version):
    a new tensor is saved; ("twice", number of a Version): so is this, two times; ("drop", 0) or ("drop", -1): the
    oldest or the newest of what was saved is let go; or ("fail", 0): what has no version is to be saved. Told are
    number and changes of each Version; and of each Saved that is left, its then, whether its tensor is there, and that
    of which Version.
    """
    import contextlib

    class Bare:
        pass

    class Slots:
        __slots__ = ("__weakref__", "serial", "version")

    class Anything:
        thing = Bare()

        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            return Anything.thing

    class Flat:
        grad = data = base = node = None

    class Rich:
        detach = clone = copy = numpy = item = alias = unwrap = view = lambda self, *_: Rich()
        tensor = property(lambda self: Rich())
        data = base = parent = value = grad = saved = origin = owner = source = obj = tensor
        then, number, changes, saved_version = -1, -2, ["a"], 5

    Anything.thing.version = Bare()
    Anything.thing.version.number = -3
    kinds = [{"bare": Bare, "slots": Slots, "anything": Anything, "flat": Flat, "rich": Rich}[kind] for kind in kinds]
    versions, saves = [Version() for _ in kinds], []
    for serial, (kind, which, *more) in enumerate(steps):
        if kind == "bump":
            versions[which].bump(more[0])
        if kind in ("save", "twice"):
            thing = kinds[which]()
            thing.version, thing.serial = versions[which], serial
            saves += [(Saved(thing), serial, which) for _ in range(2 if kind == "twice" else 1)]
            del thing
        if kind == "drop" and saves:
            del saves[which]
        if kind == "fail":
            with contextlib.suppress(Exception):
                Saved(Bare())
    found = [[each.then, type(each.tensor) is kinds[which] and getattr(each.tensor, "serial", None) == serial
              and each.tensor.version is versions[which], which] for each, serial, which in saves]
    return [[each.number, list(each.changes)] for each in versions], found


def check_crowd(about, kinds, steps):
    """The same, worked out here."""
    numbers, saves = crowd(Version, Saved, kinds, steps)
    changes, right = [[] for _ in kinds], []
    for kind, which, *more in steps:
        if kind == "bump":
            changes[which].append(more[0])
        if kind in ("save", "twice"):
            right += [[len(changes[which]), True, which]] * (2 if kind == "twice" else 1)
        if kind == "drop" and right:
            del right[which]
    same([rest for _, *rest in saves], [rest for _, *rest in right], VERY, about=about)
    same([then for then, *_ in saves], [then for then, *_ in right], THEN, about=about)
    same([number for number, _ in numbers], [len(each) for each in changes], COUNT, about=about)
    same([texts for _, texts in numbers], changes, WHO, about=about)


same(one_after_the_other(Version, 3), [[0, []]] * 3, COUNT, about="Versions made one after the other, each bumped once")
check_crowd("two tensors that nobody else has", ["bare", "slots"], [("bump", 1, "a"), ("save", 0), ("save", 1)])
### BEGIN HIDDEN TESTS
# word: which tensor a Saved has, what else is changed, and texts with signs that no message between processes holds
# inputs: values (empty_text_does_not_count)
numbers_in_turn = [int(each) for each in rng.permutation([*range(12), 255, 256, 257] * 20)]
found_in_turn = saved_in_turn(Saved, numbers_in_turn)
same([then for then, _ in found_in_turn], numbers_in_turn, THEN, about="tensors that are let go, one after the other")
same([stayed for _, stayed in found_in_turn], [True] * len(found_in_turn), VERY,
     about="all attributes of tensors and of their versions, when one after the other was saved and let go")
words = ["add_, line 1: y.add_(1)", "mul_, line 2: y.mul_(w)", "", "add_", "0", "line 3", " ", "  add_ ", "a  b", "\n",
         "add_, line 3:\n\ty.add_(1)\r\n", "a; b, c", "{0} %s {", "y[a == 'b'].add_(d[\"k\"])", "back\\slash", "ADD_",
         "größer", "None", "add_ " * 200, "add_ " * 1999 + "\n end", "gro\u0308\u00dfer",
         "\u65e5\u672c \U0001f642 \u03b1", "\ufb01 \u00bd \u212b", "&lt;&amp;&#65;", "a%20b%41", "~", "~/add_",
         "$$ ${by}", "a\0b", "\x1b[0m\x7f\x0b\x0c",
         "\u00a0a\u00a0b\u2028c\u2029", "\ufeffadd_\u200b", "add_;", "add_:", "add_,", "add_.", "a\rb", "x\u0301\u202e"]
for size in (1, 2, 3, 5):
    for _ in range(3):
        tensors = [int(rng.integers(size)) for _ in range(int(rng.integers(1, 5)))]
        steps = []
        for _ in range(40):
            kind = ["bump", "bump", "save", "save", "move"][int(rng.integers(5))]
            which = int(rng.integers(size if kind == "bump" else len(tensors)))
            more = {"bump": [words[int(rng.integers(len(words)))]], "move": [int(rng.integers(size))], "save": []}
            steps.append((kind, which, *more[kind]))
        for late in (False, True):
            check_steps(f"{size} Versions and {len(tensors)} tensors, forty steps", size, tensors, steps, late)
check_steps("the same text five times", 1, [0], [("bump", 0, "add_")] * 5 + [("save", 0)])
check_steps("every text", 1, [0], [("bump", 0, word) for word in words])
check_steps("writes without a text", 1, [0], [("bump", 0, ""), ("save", 0), ("bump", 0, ""), ("save", 0)])
check_steps("another version for the tensor after it was saved", 2, [0],
            [("bump", 0, "a"), ("save", 0), ("move", 0, 1), ("save", 0), ("bump", 1, "b"), ("save", 0)])
check_steps("three hundred writes", 1, [0], [("bump", 0, f"write {number}") for number in range(300)] + [("save", 0)])
found_new = one_after_the_other(Version, 50)
same(found_new, [[0, []]] * 50, COUNT, about="fifty Versions made one after the other, each bumped once")
check_noted([0, 1, 256, 257, 10**6, 2**53 + 1, 10**18 + 1, 2**63, 2**64 + 1, 10**40 + 1, 10**100 - 1, 0])
check_kinds(0, 1)
check_kinds(int(rng.integers(20, 40)), 0)
made = [Version() for _ in range(3)]
made[1].bump("add_")
same([each.number for each in made], [0, 1, 0], COUNT, about="three Versions, of which the second was bumped")
same([each.changes for each in made], [[], ["add_"], []], WHO, about="three Versions, of which the second was bumped")
# inputs: unchanged (asks_for_detach, what_is_in_it)
for kind in ("anything", "flat", "rich"):
    check_crowd("tensors with attributes that mean nothing here", [kind] * 2,
                [("save", 0), ("bump", 0, "a"), ("save", 1), ("save", 0)])
said_of_spied = spied(Saved, 7)
same([rest for _, *rest in said_of_spied], [[True, True]] * 8, VERY,
     about="tensors and versions that answer to every name: is it there, and was nothing done to it or to its version")
same([then for then, *_ in said_of_spied], [7] * 8, THEN, about="tensors and versions that answer to every name")
# inputs: size (the_last_ones_only), same (lost_with_the_other)
for drop in (0, -1):
    check_crowd("a tensor that was saved twice, and one of the two is let go", ["bare", "slots"],
                [("twice", 0), ("drop", drop), ("bump", 0, "a"), ("twice", 1), ("drop", -1), ("save", 0), ("twice", 0)])
for size, many in ((1, 300), (7, 400), (300, 900)):
    kinds = [["bare", "slots", "bare"][int(rng.integers(3))] for _ in range(size)]
    steps = [("save", which) for which in range(size)]
    for _ in range(many):
        kind = ["bump", "bump", "save", "save", "twice"][int(rng.integers(5))]
        steps.append((kind, int(rng.integers(size)), *["add_"] * (kind == "bump")))
        if rng.integers(30) == 0:
            steps.append(("fail", 0))
    check_crowd(f"{size} Versions, and hundreds of tensors that nobody else has", kinds, steps)
    drops = [each for step in steps
             for each in ([step, ("drop", -int(rng.integers(2)))] if step[0] in ("save", "twice") else [step])]
    check_crowd(f"{size} Versions, and tensors that are let go at once", kinds, [*drops, *steps[:size]])
check_crowd("thousands of tensors that nobody else has", ["bare"], [("save", 0)] * 3000)
# inputs: size (texts_by_recursion)
check_steps("9,999 writes", 1, [0], [("bump", 0, str(number)) for number in range(9999)], True)
signs = [*range(128), 0xE9, 0xA0, 0x2026, 0xD800, 0x1F642]
same(as_they_were(Version, signs), [True] * len(signs), WHO, about="texts with each sign at their ends and inside")
number, texts, then, others = among_many(Version, Saved, 9999)
about = "9,999 others were made since"
same(then, 1, THEN, about=about)
same(others, 9999, THEN, about="9,999 tensors that were saved at 2")
same(number, 1, COUNT, about=about)
same(texts, ["a"], WHO, about=about)
# no inputs: dimensions: a counter has no shape
# no inputs: again, order: forty steps with equal texts, in drawn orders
# no inputs: aliasing: every battery looks at the tensors and at all versions after each step
# no inputs: block: nothing is entered here
# no inputs: asked: the names are those that the visible part reads
# no inputs: example: the visible part has it
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# `Version` has a number and a list: one line sets both up, and in `bump` two lines go on from there. `Saved` reads the
# number once, when it is made.
# </details>
# <details><summary>Hint 2: the second <code>Version</code> begins with the writes of the first</summary>
#
# A list that is written in the body of a class, and not in its constructor, belongs to the class. All objects have the
# same one.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# In the constructor of `Version`: the number is zero, the list is empty. In `bump`: one more, and the text goes to the
# end. In the constructor of `Saved`: keep the tensor, and keep the number of its version; the number, not the version.
# </details>

# %% [markdown]
# Put them in. Tensors that are made from now on have your counter, and `draw` reads it as it read that of `mg`.

# %%
if outcome(lambda: Version().number) == 0:
    tape.Version, tape.Saved = Version, Saved

def square_then_write():
    x = tape.Tensor([1.0, 2.0], requires_grad=True)
    y = x * 2
    z = y * y
    y.add_(1.0)
    return x, y, z

x, y, z = square_then_write()
print(y.version.number, y.version.changes)

# %%
draw(z)

# %% [markdown]
# *Figure 2. A product that saved `y`, and the write that spoiled it.*
#
# **The figure in words.** Above, the leaf `x` and the constant 2; both lead to a product, which is what `y` was before
# the write. Two arrows lead from it to `z`, a second product. The first product has saved `x` at version 0, which is at
# version 0 now. The second has saved `y` twice at version 0, and `y` is at version 1 now: its box is red, and the line
# of the write stands below.

# %% [markdown]
# ## The check
#
# The numbers are there, and nobody compares them. `spoiled()` still says 12 and 20. The moment for it is when a rule
# asks for what was saved: `ctx.saved_tensors` takes each `Saved` to the function `unpack`, which is a slot as well. It
# gives the tensor out, or refuses. An error that only says "something was modified" costs an afternoon. Yours names
# three things: who saved, what was written since, and where both stand in the program.

# %% [markdown]
# ## Exercise 6.3 · The check, and what it says (code, 4 points, about 12 min, needs 6.2)
#
# This one goes into your engine. Everything it needs is in this cell.
#
# **Goal** Write `unpack(node, saved)`.
#
# **Given** the `node` that saved: `node.name()` is a text like `"MulBackward0"`, and `node.where()` the line of its
# call, like `"line 3: z = y * y"`; and `saved`, which has `saved.tensor` and `saved.then` as in 6.2. The tensor has a
# `version` with a `number`, which is never below `saved.then`, and the list `changes`, which has `number` entries, at
# most 300. An entry is a text of one line, not empty; it may come more than once, but no entry is part of another one,
# of what the node says, or of the other words of the text. None of these texts has more than 500 characters. Entries
# and lines may have any characters and words in them: quotes, braces and blanks, and words such as `NOW`; so may a
# name, as in `"NOWBackward"`, but it is one word. (The check has nodes and tensors of its own. They have nothing else.)
#
# **Return** the very tensor if its version is still at the number that was noted. Otherwise raise a `RuntimeError`
# whose text has the following in it, whenever it is read, in this order: `MODIFIED`, at its beginning; what
# `node.name()` says; what `node.where()` says; `version` and the noted number, as in `version 0`; `version` and the
# number now, as in `version 2`; and all entries of `changes` that came after the tensor was saved, oldest first, and
# none of those before: each stands in the text as often as it was written since. What stands between these is yours. An
# error of a class made from `RuntimeError` will do. Nothing is changed, so asked again it answers alike.
#
# **Example** for the picture above: `one of the variables needed for gradient computation has been modified by an
# inplace operation: MulBackward0 (line 7: z = y * y) saved it at version 0; it is at version 1 now, written by add_,
# line 8: y.add_(1.0)`.

# %% nbgrader={"grade_id": "ex6_3", "solution": true}
MODIFIED = "one of the variables needed for gradient computation has been modified by an inplace operation"

def unpack(node, saved):
    ### BEGIN SOLUTION
    version = saved.tensor.version
    if version.number == saved.then:
        return saved.tensor
    raise RuntimeError(
        f"{MODIFIED}: {node.name()} ({node.where()}) saved it at version {saved.then}; "
        f"it is at version {version.number} now, written by {'; '.join(version.changes[saved.then:])}"
    )
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex6_3_test", "grade": true, "points": 4} exercise={"kind": "C", "forbid": ["minigrad"]}
GIVES = "gives: a tensor that was not written since comes out, the very tensor"
REFUSES = "refuses: a tensor that was written since raises a RuntimeError, whenever it is asked for"
BEGINS = "begins: the text begins with the words of MODIFIED"
SAVER = "saver: the text names the node that saved, and its line"
NUMBERS = "numbers: the text has the noted number, and behind it the number now"
WRITES = "writes: the text has all writes since it was saved, oldest first, and none from before"
STAYS = "stays: asking changes nothing"
MODIFIED_BY = "one of the variables needed for gradient computation has been modified by an inplace operation"


@learner_side
def asked(unpack, cases, data):
    """For each question (name, line, changes, then) what came: ["tensor", is it the very one?] or ["error", text].

    Also how often something was another thing afterwards.
    """
    class Bare:
        pass

    found, changed, kept, errors, versions = [], 0, {}, [], []
    for turn, (name, line, changes, then, which) in enumerate(cases):
        if which not in kept:
            kept[which] = Bare(), Bare(), Bare()
        node, saved, tensor = kept[which]
        if turn % 2:   # it gets another one
            tensor.version = Bare()
        if turn % 3 == 2:
            tensor = Bare()
        tensor.data, tensor.version, tensor.shape = list(data), getattr(tensor, "version", Bare()), (len(data),)
        tensor.version.number, tensor.version.changes = len(changes), list(changes)
        node.name, node.where = lambda name=name: name, lambda line=line: line
        saved.tensor, saved.then = tensor, then
        things = node, saved, tensor, tensor.version
        before = [dict(each.__dict__) for each in things]
        versions.append(tensor.version)
        try:
            came = [unpack(node, saved)]
        except NotImplementedError:  # the stub's
            raise
        except (RuntimeError, ValueError, KeyError) as error:
            kind = "RuntimeError" if isinstance(error, RuntimeError) else type(error).__name__
            found.append([False, kind, str.__str__(str(error))])   # of no class of its own
            errors.append((error, found[-1]))
        else:
            found.append([came[0] is tensor, "nothing", ""])
        changed += not all(each.__dict__.keys() == names.keys() and all(each.__dict__[name] is names[name]
                                                                        for name in names)
                           for each, names in zip(things, before, strict=True))
        changed += tensor.version.changes != list(changes) or tensor.data != list(data)
    for version in versions:   # they are written again
        version.number = version.number + 1
        version.changes.append("(written later)")
    for error, said in errors:   # and the errors are read again
        said[2] = said[2] if str.__str__(str(error)) == said[2] else "another text, when the error is read later"
    return found, changed


def goes_on(part, rest):
    """Whether the number at the end of this part goes on in what follows."""
    return rest[:1].isdigit() or (part.startswith("version ") and rest[:1] in (".", ",", "_") and rest[1:2].isdigit())


def check_asked(about, cases):
    """Each case (name, line, changes, then, which objects)."""
    found, changed = asked(unpack, cases, [1.0, 2.0])
    same(len(found), len(cases), GIVES, about=about)
    for number, (name, line, changes, then, _) in enumerate(cases):
        very, kind, text = found[number]
        words = f"{about}: saved at {then}, now {len(changes)}"
        if then == len(changes):
            same([kind, very], ["nothing", True], GIVES, about=words)
            continue
        same(kind, "RuntimeError", REFUSES, about=words)
        same(text[:len(MODIFIED_BY)], MODIFIED_BY, BEGINS, about=words)
        places = [len(MODIFIED_BY)]
        for part in (name, line, f"version {then}", f"version {len(changes)}", *changes[then:]):
            place = text.find(part, places[-1])
            while place >= 0 and goes_on(part, text[place + len(part):]):
                place = text.find(part, place + 1)
            places.append(place if place >= 0 else len(text) + 1)
        there = [place <= len(text) for place in places[1:]]
        name_and_line_are_there, both_versions_are_there, all_writes_are_there = there[:2], there[2:4], there[4:]
        same(name_and_line_are_there, [True, True], SAVER, about=f"{words}; {name!r}, {line!r} in {text[:200]!r}")
        both = f"version {then}, version {len(changes)}"
        same(both_versions_are_there, [True, True], NUMBERS, about=f"{words}; {both} in {text[:300]!r}")
        same(all_writes_are_there, [True] * len(changes[then:]), WRITES, about=f"{words}; in {text[:400]!r}")
        miscounted = [part for part in dict.fromkeys(changes) if text.count(part) != changes[then:].count(part)]
        same(miscounted, [], WRITES, about=f"{words}; in {text[:400]!r}")
    same(changed, 0, STAYS, about=about)


check_asked("nothing was written", [("MulBackward0", "line 3: z = y * y", [], 0, 0)])
check_asked("one write since", [("MulBackward0", "line 7: z = y * y", ["add_, line 8: y.add_(1.0)"], 0, 0)])
check_asked("two writes before it was saved",
            [("ExpBackward0", "line 5: e = y.exp()", ["(sub_, line 2)", "(exp_, line 3)"], 2, 0)])
check_asked("one write before, two since",
            [("MulBackward0", "line 4: z = y * w", ["(add_, line 2)", "(mul_, line 6)", "(exp_, line 9)"], 1, 0)])
check_asked("two writes in the same words", [("MulBackward0", "line 4: z = y * w", ["(add_, line 2)"] * 2, 0, 0)])
check_asked("a line with blanks, braces and quotes",
            [("MulBackward0", "line 4:  z = y * w['{k}']", ["(add_, line 6: y[a == 'b'].add_(w[\"k\"]))"], 0, 0)])
check_asked("asked three times", [("MulBackward0", "line 4: z = y * w", ["(add_, line 2)"], 0, 0)] * 3)
check_asked("asked for another tensor, and again for the first",
            [("MulBackward0", "line 4: z = y * w", ["(add_, line 2)"], 0, 0),
             ("ExpBackward0", "line 5: e = u.exp()", ["(add_, line 3)"], 1, 1),
             ("MulBackward0", "line 4: z = y * w", ["(add_, line 2)"], 0, 0)])
### BEGIN HIDDEN TESTS
# word: which object comes out, of which type the error is, and what the objects are afterwards
# inputs: size (compared_with_is, clipped_late), values (words_in_the_writes)
names = ["MulBackward0", "ExpBackward0", "PowBackward0", "DivBackward0", "CubeBackward"]
same(asked(unpack, [("MulBackward0", "line 1: z = y * y", [], 0, 0)] * 2, [])[1], 0, STAYS, about="an empty tensor")


def drawn(count, then, which=0):
    """A question with drawn words, none of which is part of another."""
    word = ["add_", "mul_", "exp_", "mark_dirty of TenfoldBackward", "zero_"]
    places = rng.permutation(900)[:count] + 100
    changes = [f"({word[int(rng.integers(5))]}, line {place}: row.write())" for place in places]
    line = f"line {int(rng.integers(2000, 3000))}: z = f(y)"
    return names[int(rng.integers(5))], line, changes, then, which


for count in (0, 1, 2, 3, 5, 8):
    check_asked(f"{count} writes in all", [drawn(count, then, n) for n, then in enumerate(range(count + 1))])
    check_asked(f"{count} writes in all, one tensor", [drawn(count, int(then)) for then in rng.permutation(count + 1)])
check_asked("one tensor with more and more writes", [drawn(count, min(count, 2)) for count in (2, 3, 2, 4, 5, 2)])
name, line, changes, _, _ = drawn(6, 0)
check_asked("the same node and tensor, with more and more writes",
            [(name, line, changes[:count], 2, 0) for count in (3, 2, 4, 5, 3, 6)])
check_asked("one node's tensor at every version", [drawn(6, then) for then in (6, 5, 4, 3, 2, 1, 0, 6)])
for count, then in ((257, 257), (300, 300), (300, 299), (300, 257), (256, 0), (300, 44), (255, 0), (129, 1), (64, 0)):
    check_asked("hundreds of writes", [drawn(count, then), drawn(count, then)])
name, line, _, _, _ = drawn(0, 0)
odd = ["'a'", '"a"', "'a' \"a\"", "{k}", "{}", "{0} {", "%s", "50 % d", "back\\nslash", "a  b", "\ta", "a; b, c | d",
       "größer", "A", "a", "version 0", "0", "*.+?", "long " * 99, "#f00", "# twice", "gro\u0308\u00dfer",
       "\u65e5\u672c \U0001f642 \u03b1", "\ufb01 \u00bd \u212b", "&lt;&amp;&#65;", "a%20b%41", "~", "$$ ${by}", "a\0b",
       "\x1b[0m\x7f", "\u00a0a\u00a0b", "\ufeffb\u200b", "x\u0301\u202e",
       "!\"#$%&'()*+,-./:;=?@[\\]^_`{|}~"]
capitals = ["MODIFIED", "WORDS", "NAME", "NODE", "WHERE", "LINE", "SAVED", "SAVER", "THEN", "OLD", "NOW", "NEW", "BY",
            "NUMBER", "VERSION", "CHANGES", "WRITES", "TEXT", "SINCE", "WHO", "WHAT", "FIRST", "SECOND"]
either = [*capitals, *[word.lower() for word in capitals]]
wrapped = [f"<{word}> ${word} @{word} {{{word}}} %{word}% __{word}__" for word in either]   # whatever a template has
odd_lines = [f"z = {' + '.join(capitals)}", f"z = {' + '.join(capitals).lower()}",
             *[" + ".join(wrapped[n:n + 6]) for n in range(0, len(wrapped), 6)],
             "z = y * c['#f00']  # twice, (see above); done", "z = \"!#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\"",
             "gro\u0308\u00dfe = \u65e5\u672c + '\U0001f642 \ufb01 &lt;&amp; a%20b $$ a\0b \x1b[0m\u00a0\ufeff'",
             "z = y  ", "z = y;",
             "z = y.", "z = y:", f"z = {'y + ' * 121}y", "~", "\u00a0z = y\u00a0",
             "z = y  *  y", "z = d['{k}'] * d[\"{0}\"]", "z = {} % y", "\tz = y['\\n']", "größe = y", "z = '%s' % y"]
for line in odd_lines:
    marks = [f"<{odd[int(n)]}>" for n in rng.permutation(len(odd))] + ["  <blanks>  ", "~/(tilde)", "\ufeff(mark)"]
    place = f"line {int(rng.integers(2000, 3000))}: {line}"
    check_asked("a line with blanks, quotes, braces or backslashes, and such writes",
                [(names[0], place, marks, then, then) for then in (0, 1, 7, 20)])
written_so = [[f"({word}.add_, line {n})" for n, word in enumerate(either, 100)],
              [f"(add_, line {n}: y.add_({word}))" for n, word in enumerate(wrapped, 100)]]
check_asked("names with words that a template may have",
            [(f"{each}Backward", f"line 2001: z = {word}", ["(add_, line 2)"], 0, 0)
             for word in capitals for each in (word, word.title())])
check_asked("names of any kind", [(each, "line 2001: z = y", ["(add_, line 2)"], 0, 0) for each in (
    "größerBackward", "\u65e5\u672cBackward0", "mulBackward", "_MulBackward_", "Mul_2Backward00", "Backward", "A",
    "Mul.<locals>.DivBackward", "Mul-Div+Backward", "'Mul'", "{Mul}Backward", "%s", "Mul" * 164 + "Backward")])
check_asked("writes with words that a template may have",
            [(name, line, marks, then, 0) for marks in written_so for then in (0, 20, 40)])
check_asked("hundreds of long writes",
            [(name, line, [f"({n}: {'y.add_(1) + ' * 41}".ljust(500, ".") for n in range(1000, 1300)], then, 0)
             for then in (0, 299)])
check_asked("the same write three times",
            [(name, line, ["(add_, line 4: y.add_(1))"] * 3, then, 0) for then in range(4)])
check_asked("the same write three hundred times",
            [(name, line, ["(add_, line 4: y.add_(1))"] * 300, then, 0) for then in (0, 1, 290)])
signs = [*"!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~A0\u00e9", ": ", ", ", "; ", "  ", "\t"]
check_asked("names, lines and writes with each sign at their ends and inside",
            [(f"{sign}Mul{sign}{sign}Backward{sign}" if sign.split() == [sign] else "MulBackward",
              f"{sign}line 0{sign}7{sign}: z = {sign}{sign}y{sign}",
              [f"{sign}add_{sign}{sign}, 0{sign}8: {sign}u{sign}"], 0, 0) for sign in signs])
check_asked("two writes, each many times in a row",
            [(name, line, ["(add_, line 4)"] * 9 + ["(mul_, line 5)"] * 7, then, 0) for then in (0, 3, 10)])
check_asked("writes that say nothing else than others before",
            [(name, line, ["(add_, line 4)", "(mul_, line 5)", "(add_, line 4)"], then, 0) for then in range(4)])
# inputs: again (told_by_the_set_of_writes)
kept_names, kept_lines = ["MulBackward0", "ExpBackward0"], ["line 2001: z = f(y)", "line 2002: z = g(y)"]
kept_changes = [[f"({word}, line {100 + int(n)}: row.write())" for n in rng.permutation(9)[:4]]
                for word in ("add_", "mul_", "exp_")]
kept_changes += [[kept_changes[0][n] for n in order] for order in ((1, 0, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3))]
story = []
sizes = [(count, then) for count in (2, 3, 4) for then in range(count + 1)] * 6
for n in rng.permutation(len(sizes)):
    count, then = sizes[int(n)]
    line, changes = kept_lines[int(rng.integers(2))], kept_changes[int(rng.integers(6))][:count]
    story.append((kept_names[int(rng.integers(2))], line, changes, then, int(rng.integers(3))))
for count, then in ((4, 0), (4, 1), (4, 2), (2, 0), (3, 1), (3, 0)):   # the same words, in other orders
    for line in (*kept_lines, "line 2001: z = h(y)", "line 2001: z = F(y)"):
        check_asked("writes in one order and in another", [("MulBackward0", line, changes[:count], then, 0)
                                                           for changes in kept_changes])
check_asked("three tensors, with two names, two lines and three rows of writes in turn", story)
# no inputs: dimensions: a version has no shape
# no inputs: same: equal texts and versions at 0 are tried, and one tensor is asked for again and again
# no inputs: aliasing, unchanged: every battery compares all objects with what they were
# no inputs: order: versions are asked for in every order above
# no inputs: block: nothing is entered here
# no inputs: asked: the parts of the text are looked for in order
# no inputs: example: the visible part has it
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Two numbers are compared. Everything else is the text of the error, and all of it can be asked of the two arguments.
# </details>
# <details><summary>Hint 2: which entries of <code>changes</code></summary>
#
# The first write made version 1, and stands at index 0. So when a tensor was saved at version 2, how many entries were
# there already, and at which index is the first that came after?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# If the two numbers are equal, give back the tensor. If not, raise: the constant, a colon, name and line of the node,
# the noted number, the number now, and the slice of `changes` that begins at the noted number, joined by semicolons.
# </details>

# %%
fresh = tape.Saved(tape.Tensor(1.0))
if outcome(lambda: unpack(None, fresh)) is fresh.tensor:
    tape.unpack = unpack

print(outcome(spoiled))
try:
    square_then_write()[2].sum().backward()
except RuntimeError as error:
    print(error)

# %% [markdown]
# Where the wrong numbers were, there is a sentence now, and it names the line to change. A write through numpy, like
# `y.data[...] = 0`, still goes through: it calls no `bump`, so no counter can see it. More of that in 6.7.

# %% [markdown]
# **A good place to stop.** Your engine counts and checks. What comes next is the other side: what a write does to the
# graph.

# %% [markdown]
# ## What a write does to the graph
#
# So far the write came after the result that we walked from. What if we walk from the tensor that was written?

# %% claims=["C0-03", "C0-04"]
x = mg.tensor(2.0, requires_grad=True)
y = x * 3
before = y.grad_fn
y.add_(y)
print(before.name(), "->", y.grad_fn.name())
print("arrows to the old node:", [node is before for node, _ in y.grad_fn.next_functions])

# %% [markdown]
# `y` has a *new* node: it is now the result of the write. Its inputs are what `y` was before, so its arrows lead to
# the old node, which nobody has changed. That is how a write changes the shape of a graph: arrows always say which
# operation needs what, and a tensor that is written gets another place in it. We say that its history is **rebased**.
#
# Not every tensor can be given another place.

# %% [markdown]
# ## Exercise 6.4 · The leaf rules (predict, 2 points, about 9 min, needs nothing)
#
# Seven programs do something to a tensor `w`, which is a leaf and requires grad, or to something near it. (`detach`
# gives a tensor on the same memory that requires no grad.)

# %%
def add_in_place(w):
    w.add_(1)

def one_entry(w):
    w[0] = 5.0

def plus_equal(w):
    w += 1

def new_tensor(w):
    w = w + 1

# %%
def a_clone(w):
    w.clone().add_(1)

def without_recording(w):
    with mg.no_grad():
        w.add_(1)

def through_detach(w):
    w.detach().add_(1)

# %% [markdown]
# And one goes the other way: a leaf is added, in place, to a constant.

# %%
def into_a_constant(w):
    c = mg.tensor([10.0, 20.0])
    c.add_(w)
    return c

def tried_on_a_leaf(program):
    program(mg.tensor([1.0, 2.0], requires_grad=True))
    return "fine"

# %% [markdown]
# **Goal** Predict which of these programs are refused, and what becomes of the constant.
#
# **Given** the cells above.
#
# **Return** the dictionary `leaf_rules`, with one of the values in its comment for each `None`.
#
# **Example** `"through_a_friend": "fine",` is the form of a line.

# %% nbgrader={"grade_id": "ex6_4", "solution": true}
### BEGIN SOLUTION
leaf_rules = {
    "add_in_place": "error",        # "fine" or "error": w.add_(1)
    "one_entry": "error",           # "fine" or "error": w[0] = 5.0
    "plus_equal": "error",          # "fine" or "error": w += 1
    "new_tensor": "fine",           # "fine" or "error": w = w + 1
    "a_clone": "fine",              # "fine" or "error": w.clone().add_(1)
    "without_recording": "fine",    # "fine" or "error": w.add_(1) inside no_grad
    "through_detach": "fine",       # "fine" or "error": w.detach().add_(1)
    "into_a_constant": "fine",      # "fine" or "error": c.add_(w), where c requires no grad
    "the constant": "inner",        # "leaf" or "inner": what c is afterwards, if there was no error
}
### STUB
# leaf_rules = {
#     "add_in_place": None,         # "fine" or "error": w.add_(1)
#     "one_entry": None,            # "fine" or "error": w[0] = 5.0
#     "plus_equal": None,           # "fine" or "error": w += 1
#     "new_tensor": None,           # "fine" or "error": w = w + 1
#     "a_clone": None,              # "fine" or "error": w.clone().add_(1)
#     "without_recording": None,    # "fine" or "error": w.add_(1) inside no_grad
#     "through_detach": None,       # "fine" or "error": w.detach().add_(1)
#     "into_a_constant": None,      # "fine" or "error": c.add_(w), where c requires no grad
#     "the constant": None,         # "leaf" or "inner": what c is afterwards, if there was no error
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex6_4_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
SET = "commitment: still the stub; put a value where None stands"
OFFERED = "commitment: each value is one of those in its comment"
keys_of_rules = ("add_in_place", "one_entry", "plus_equal", "new_tensor", "a_clone", "without_recording",
                 "through_detach", "into_a_constant")
for key in keys_of_rules:
    same(leaf_rules[key] is not None, True, SET, about=key)
    same(leaf_rules[key] in ("fine", "error"), True, OFFERED, about=key)
same(leaf_rules["the constant"] is not None, True, SET, about="the constant")
same(leaf_rules["the constant"] in ("leaf", "inner"), True, OFFERED, about="the constant")

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# A recorded write gives a tensor a node. Ask of each program: is the write recorded, and who would get the node?
# </details>
# <details><summary>Hint 2: which lines</summary>
#
# `plus_equal` and `new_tensor` look alike. One makes a tensor and moves the name to it; the other writes where the
# numbers are. An entry of a tensor is a view of it, on the same memory.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Three programs are refused: those in which a leaf that requires grad, or a part of it, would become the result of an
# operation. Where recording is off, or for the tensor that `detach` gives, nothing is recorded. The constant becomes a
# result, and nothing speaks against it.
# </details>

# %% [markdown]
# Now run.

# %%
programs = (add_in_place, one_entry, plus_equal, new_tensor, a_clone, without_recording, through_detach,
            into_a_constant)
found = {each.__name__: outcome(lambda: tried_on_a_leaf(each)) for each in programs}
constant = into_a_constant(mg.tensor([1.0, 2.0], requires_grad=True))
print()
beside(leaf_rules, found | {"the constant": "leaf" if constant.is_leaf else "inner"})
print("\nthe constant:", constant)

# %% [markdown]
# Why is a recorded write into a leaf refused, if the leaf requires grad?
#
# - **a** Its numbers are needed on the way back, so nobody may change them.
# - **b** It would become the result of the write. It would be an inner tensor, whose `.grad` stays empty, and the leaf
#   that you wanted the gradient for would be gone.
# - **c** A leaf has no version, so a write could not be counted.
# - **d** Its memory is read-only as long as it requires grad.

# %% nbgrader={"grade_id": "ex6_4_why", "solution": true}
### BEGIN SOLUTION
why_leaf = "b"
### STUB
# why_leaf = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex6_4_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_leaf is not None, True, "choice: still the stub; put a letter where None stands")
same(why_leaf in ("a", "b", "c", "d"), True, "choice: the answer is a small letter in quotes: a, b, c or d")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# Not **a**: a leaf of which nothing was computed yet is refused too, as all of these were; and that saved numbers are
# not overwritten is what versions are for. Not **c** and not **d**: inside `no_grad` the same memory was written, and
# the write is counted, as the next run shows. It is **b**, and the constant shows it: after `c.add_(w)` it had a
# `grad_fn`. A tensor that requires no grad may become an inner one. A leaf that collects a gradient may not.
# </details>

# %% [markdown]
# An optimiser writes into leaves all the time, and does so inside `no_grad`: the step is not part of what is
# differentiated. Here is the training step of 3.9 once more; predict the three values that it prints.

# %%
w = mg.tensor(5.0, requires_grad=True)
((w - 3) ** 2).backward()
with mg.no_grad():
    w -= 0.25 * w.grad
print(w.item(), w.is_leaf, w._version)

# %% [markdown]
# ## The steps of a write
#
# In your engine it is the same. A recorded `y.mul_(w)` gives `y` a node that leads to the old node of `y`, and to the
# place where `w` collects. The tensor stays the same object, at the same place in memory; what changes is its
# `grad_fn`. Such a write takes several steps, and most orders of them are wrong. Some fail with an error; the others
# give wrong numbers. In the next exercise you find the order. The rule is given: a product's, with the numbers that
# were there *before*.

# %%
class Product:
    @staticmethod
    def backward(ctx, g):
        old, factor = ctx.saved_tensors
        return g * factor.data, g * old.data

# %% [markdown]
# ## Exercise 6.5 · The steps of a write (put in order, 3 points, about 12 min, needs 6.2)
#
# **Goal** Choose lines and put them in order, for `multiply_(x, y)`, a product in place.
#
# **Given** two tensors of `tape` of one shape; `x` is not a view. `y` may be `x` itself. `tape.Node(Product)` is a new
# node; `tape.node_of(x)` is where a gradient for `x` goes now: its node, or the place where the leaf collects.
# `tape.recording` is `False` under `no_grad`. `tape.Tensor(array)` copies the array. Some of the lines are wrong. (A
# line that is not needed costs nothing, as long as all that follows holds with it too.)
#
# **Return** `x` itself, with the products in the memory that it had, and its version one higher. While recording, if
# `x` or `y` requires grad, `x` has a new node then, with `Product` as its Function, and a walk back gives the gradients
# of the product. A leaf `x` that requires grad raises a `RuntimeError` while recording, and stays as it is. Under
# `no_grad` such a leaf is written, and gets no node. If `x` was saved before, or is `y` itself, the walk back is
# refused, as with `mul_`. Only the order of your labels is judged: what you write into a line itself changes nothing,
# since the lines are taken as they were given. The hidden test tries all this with other numbers.
#
# **Example** With `x = a * 1`, `a` a leaf that holds 3 and requires grad, and `y` a leaf that holds 5, `multiply_(x,
# y)` holds 15, and after `x.backward()` `a.grad` holds 5.

# %% nbgrader={"grade_id": "ex6_5", "solution": true}
multiply_ = in_order("""
    A |         raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
    B |     node.save_for_backward(x, y)
    C |     x.data[...] = x.data * y.data
    D | def multiply_(x, y):
    E |     node.next_functions = ((tape.node_of(x), 0), (tape.node_of(y), 0))
    F |     x.version.bump("multiply_")
    G |     node = tape.Node(Product)
    H |     return x
    I |     if tape.recording and x.is_leaf and x.requires_grad:
    J |     x.data = x.data * y.data
    K |         x.requires_grad, x.grad_fn = True, node
    L |     node.save_for_backward(tape.Tensor(x.data), y)
    M |     return tape.Tensor(x.data)
    N |     if tape.recording and (x.requires_grad or y.requires_grad):
    """,
    ### BEGIN SOLUTION
    "D I A G L E C F N K H"
    ### STUB
    # ""   # the labels in order, with spaces between, as in "D I A"
    ### END SOLUTION
)

# %% nbgrader={"grade_id": "ex6_5_test", "grade": true, "points": 3} exercise={"kind": "J", "forbid": ["minigrad"]}
PLACE = "place: the products lie in the memory of x, and x itself comes back"
BUMPED = "bumped: the version of x is one higher, and so every value that was saved before is refused"
HISTORY = "history: x gets a node that leads to what x was before and to y, if recording is on and one requires grad"
RULE = "rule: gradients are those of the product, with the numbers from before the write"
LEAF = "leaf: a leaf that requires grad is refused while recording, and stays as it is"


@learner_side
def written(tape, multiply_, cases):
    """For each case what is so after the write, in an engine whose counter and check are the test's.

    A case is (a, kind of x, b, kind of y, recording, g): kinds are "leaf", "constant", "inner", and for y "x itself".
    """
    class Counter:
        def __init__(self):
            self.number, self.changes = 0, []

        def bump(self, by):
            self.number = self.number + 1

    class Kept:
        def __init__(self, tensor):
            self.tensor, self.then = tensor, tensor.version.number

    def checked(node, kept):
        if kept.then != kept.tensor.version.number:
            raise RuntimeError("modified")
        return kept.tensor

    def tensor(data, kind):
        leaf = tape.Tensor(data, requires_grad=kind != "constant")
        return leaf, leaf * 2.0 if kind == "inner" else leaf

    def tried(act):
        try:
            came = [act()]
        except NotImplementedError:  # the stub's
            raise
        except (RuntimeError, RecursionError, KeyError, ValueError) as error:
            return ["modified" if str(error) == "modified" else type(error).__name__, None]
        else:
            return ["nothing", came[0]]

    found, usual = [], (tape.Version, tape.Saved, tape.unpack, tape.recording)
    tape.Version, tape.Saved, tape.unpack = Counter, Kept, checked
    try:
        for a, kind, b, other, recording, g in cases:
            leaf, x = tensor(a, kind)
            second, y = (leaf, x) if other == "x itself" else tensor(b, other)
            saver = tape.Node(None)
            saver.save_for_backward(x)
            memory, node, number, shown = x.data, x.grad_fn, x.version.number, x.detach()
            tape.recording = recording
            error, came = tried(lambda: multiply_(x, y))
            tape.recording = True
            new = x.grad_fn is not node
            found.append([error, came is x, x.data is memory and bool((shown.data == x.data).all()), x.data.copy()])
            found[-1].append(x.version.number - number)
            found[-1].append([x.requires_grad, new, getattr(getattr(x.grad_fn, "function", None), "__name__", "")])
            found[-1].append(tried(lambda: tape.Tensor.backward(x, tape.Tensor(g)))[0])
            found[-1].append([None if each.grad is None else each.grad.data.copy() for each in (leaf, second)])
            found[-1].append(tried(lambda: saver.saved_tensors)[0])
    finally:
        tape.Version, tape.Saved, tape.unpack, tape.recording = usual
    return found


def check_written(cases):
    """What must be so, case by case."""
    found = written(tape, multiply_, cases)
    same(len(found), len(cases), PLACE)
    for number, (a, kind, b, other, recording, g) in enumerate(cases):
        error, itself, there, data, bumps, (requires, new, function), walk, grads, saved = found[number]
        about = f"x {kind}, y {other}, recording {'on' if recording else 'off'}, shape {np.shape(a)}"
        scale = 2.0 if kind == "inner" else 1.0
        more = 2.0 if other == "inner" else 1.0
        factor = a * scale if other == "x itself" else b * more
        if kind == "leaf" and recording:
            same(error, "RuntimeError", LEAF, about=about)
            close(data, a, LEAF, about=about)
            same([bumps, new, saved], [0, False, "nothing"], LEAF, about=about)
            continue
        same([error, itself, there], ["nothing", True, True], PLACE, about=about)
        close(data, a * scale * factor, PLACE, about=about)
        same([bumps, saved], [1, "modified"], BUMPED, about=about)
        wanted = recording and (kind != "constant" or other not in ("constant", "x itself"))
        same([bool(requires), new], [wanted or kind != "constant", wanted], HISTORY, about=about)
        if wanted:
            same(function, "Product", HISTORY, about=about)
        if wanted and other == "x itself":
            end_of_the_walk = walk
            same(end_of_the_walk, "modified", BUMPED, about=f"{about}; it is to be refused")
        elif wanted:
            error_of_the_walk = walk   # "modified": something that was saved was written afterwards
            same(error_of_the_walk, "nothing", RULE, about=f"{about}; no gradient was found")
        for at, (wants, right) in enumerate([(kind, g * factor * scale), (other, g * a * scale * more)]):
            if wanted and other != "x itself" and wants != "constant":
                a_gradient_arrives = grads[at] is not None
                same(a_gradient_arrives, True, RULE, about=f"{about}; the gradient of {'xy'[at]}")
                close(grads[at], right, RULE, about=f"{about}; the gradient of {'xy'[at]}")


three, five, g = np.array(3.0), np.array(5.0), np.array(1.0)
check_written([(three / 2, "inner", five, "leaf", True, g), (three, "leaf", five, "leaf", True, g),
               (three, "leaf", five, "constant", False, g), (three, "constant", five, "leaf", True, g),
               (three, "constant", five, "constant", True, g), (three, "inner", five, "x itself", True, g)])
### BEGIN HIDDEN TESTS
case = (np.array(-2.0), "inner", np.array(0.5), "constant", False, np.array(1.0))
same(written(tape, multiply_, [case])[0][0], "nothing", PLACE, about="x inner, y constant, recording off")
for shape in ((), (1,), (3,), (2, 3)):
    kinds = [(one, other, on) for one in ("leaf", "constant", "inner")
             for other in ("leaf", "constant", "inner", "x itself") for on in (True, False)]
    check_written([(rng.normal(size=shape) + 2, kinds[n][0], rng.normal(size=shape) - 2, kinds[n][1], kinds[n][2],
                    rng.normal(size=shape)) for n in rng.permutation(len(kinds))])
# no inputs: dimensions, values, same: every kind of x and y is tried in four shapes, also x as y
# no inputs: aliasing, unchanged: the memory of x is looked at, and no line writes anything else
# no inputs: again: no line remembers anything
# no inputs: order: all cases are shuffled
# no inputs: size: each line runs once
# no inputs: block: recording is on and off above
# no inputs: asked: the lines are given
# no inputs: example: the visible part has it
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Whatever reads the old state comes before the step that ends it: the check of the leaf, the old numbers, the old node.
# Eleven of the fourteen lines are enough.
# </details>
# <details><summary>Hint 2: <code>a_gradient_arrives</code> is <code>False</code></summary>
#
# The node leads to itself. When its `next_functions` were noted, which node was the history of `x` already?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Refuse the leaf. Make the node, save a copy of the old numbers and the factor, note where the gradients will go. Then
# write into the memory, and count it. Last, if somebody wants a gradient, the node becomes the history of `x`.
# </details>

# %% [markdown]
# ## A Function that writes in place
#
# `y.mul_(10)` rebases `y`, because the package takes these steps in each operation of its own. Of a Function of yours
# it knows nothing: inside `forward` recording is off. `y` is written, and its history stays what it was. So you have to
# say it: `ctx.mark_dirty(x)` declares "I have written into this input". And you have to return that input.

# %%
class Times10_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(10)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        return g * 10

# %% [markdown]
# Predict: is the result a new tensor? Which version does it have? Whose node does `y` have afterwards?

# %% claims=["C0-02", "C0-07", "C0-35", "C0-37"]
x = mg.tensor(3.0, requires_grad=True)
y = x.clone()
before = y.grad_fn
out = Times10_.apply(y)
print("the very same tensor:", out is y, "  value", y.item(), "  version", y._version)
print(before.name(), "->", y.grad_fn.name())
print("its arrow leads to the old node:", y.grad_fn.next_functions[0][0] is before)
y.backward()
print("slope", x.grad.item())

# %%
draw(out)

# %% [markdown]
# *Figure 3. A tensor that a Function has written, with both versions of its memory.*
#
# **The figure in words.** A square, `x`; an arrow leads to the round box `Clone`, and one from there to the round box
# `y`, a Times10_. (`out` is the very same tensor, and a box bears one name of a tensor.) In it stand the two things
# that were counted: version 1 by `mul_`, with its line in `forward`, and version 2 by `Times10_Backward`, with the
# beginning of the line that calls `apply`. (Each is line 4 of its own cell.)
#
# `forward` computed the value. `apply` did the rest: it made the node and put `y` there, out of `Clone` and into
# `Times10_`. No node was changed, and no new tensor was made. `mark_dirty` found out nothing; it was you who said
# which tensor was written.
#
# But the version is 2, and there was one write. This Function looks while it runs:

# %% claims=["C0-36"]
class Looks_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(10)
        print("after the write", x._version)
        ctx.mark_dirty(x)
        print("after mark_dirty", x._version)
        return x

    @staticmethod
    def backward(ctx, g):
        print("backward gets", g.item(), "and returns", g.item() * 10)
        return g * 10

# %%
x = mg.tensor(3.0, requires_grad=True)
y = x.clone()
Looks_.apply(y)
print("after apply", y._version)
y.backward(mg.tensor(7.0))

# %% [markdown]
# `mul_` counted its own write: 1. `mark_dirty` only takes a note. `apply` reads the note when `forward` is over, and
# counts once more: 2. It cannot know whether the write was counted already, since you may have written by other means,
# as you will see. To count one write twice does no harm: versions are only compared. A write that nobody counts is how
# wrong gradients come about.
#
# The last line is a reminder of 05: `backward` does not compute "the gradient of the output". It *gets* that, here 7,
# and returns the gradient of the input.

# %% [markdown]
# ## Exercise 6.6 · The bent difference, in place (complete, 5 points, about 14 min, needs 6.4)
#
# In 5.3 you wrote $4\tanh(x/4)$, which saved the fit. Each call made a new tensor of the size of `x`. Nobody needed
# `x` after that: the function may as well write its result there.
#
# **Goal** Complete `ScaledTanh_`, which overwrites its input by $4\tanh(x/4)$.
#
# **Given** a tensor `x` in `float32` or `float64`, of any shape, with entries from $-100$ to 100. It is the result of
# an operation, or a tensor that requires no grad, and not a view. It may be non-contiguous, like a clone of a
# transpose. In `backward`, an upstream gradient `g` of the same shape, with entries from $-100$ to 100; it may be
# expanded, or non-contiguous. Recording is on.
#
# **Return** from `forward(ctx, x)` the tensor `x` itself, with the new values in the memory that it had, where an
# earlier `x.detach()` finds them too, and marked. (By how much its version grows is left to you.) From `backward(ctx,
# g)` the gradient with respect to the `x` that came in, a tensor also where it is 0 (never `None`), of the shape and
# type of `x` (where `x` is in `float32`, a gradient in `float64` will do); `g` stays as it is. So whoever uses the
# tensor afterwards, by its old name or by the name of the result, gets the right gradient. Whoever kept the old `x` for
# a gradient gets the error of 5.1, `... modified by an inplace operation`. And if a method of `mg` writes the tensor
# once more, a walk through your node ends in that error, or gives the right gradient. What you keep is left to you, but
# `backward` does not ask the engine for the slope. A leaf that requires grad is refused with a `RuntimeError`, in
# whatever words. The hidden test does this in other orders, with several tensors and several walks, with other shapes
# and numbers.
#
# **Example** for `x = [0, 4]` and `g = [1, 10]`: afterwards `x` is `[0, 3.0464]`, and the gradient is `[1, 4.1997]`.

# %% nbgrader={"grade_id": "ex6_6", "solution": true}
class ScaledTanh_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ### BEGIN SOLUTION
        x.div_(4).tanh_().mul_(4)
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x
        ### END SOLUTION

    @staticmethod
    def backward(ctx, g):
        ### BEGIN SOLUTION
        (y,) = ctx.saved_tensors
        return g * (1 - (y / 4) * (y / 4))
        ### END SOLUTION

# %% nbgrader={"grade_id": "ex6_6_test", "grade": true, "points": 5} exercise={"kind": "F", "forbid": ["minigrad.func", "minigrad.autograd.grad", "minigrad.autograd.backward", "minigrad.autograd.gradients", "minigrad.gradcheck", "minigrad.drawing", "minigrad.autograd.functional", "minigrad.autograd.forward_ad", "mg.Tensor.backward"]}
VALUE = "value: the input holds 4 tanh(x/4) afterwards, entry by entry, in its own type"
RUNS = "runs: forward and backward work with every tensor that Given allows"
ITSELF = "itself: apply returns the very tensor that it was given, marked and returned, and its version has grown"
SLOPE = "derivative: the slope of 4 tanh(x/4) at the x that came in, times what arrives, entry by entry"
MARKED = "marked: whoever uses the written tensor by its old name gets the gradient of the new value"
CAUGHT = "caught: whoever kept the old x for a gradient gets an error, and never a wrong number"
AGAIN = "written again: a walk through a node whose tensor was overwritten is an error, or right"
STAYS = "unchanged: what arrives stays as it is"
LEAF = "leaf: a leaf that requires grad is refused"
same(isinstance(ScaledTanh_, type) and issubclass(ScaledTanh_, mg.autograd.Function), True,
     "Function: ScaledTanh_ is a class made from mg.autograd.Function")


@learner_side
def told(function, stories):
    """What the steps of each story give: numbers, truth values, or an error in words; then: is each in its old memory?

    how: "turned", tensors and gradients lie transposed in memory; or the order of their axes there. A gradient that is
    the same along an axis is expanded.
    """
    from autograder.kit.function_runs import apply_to

    def laid(numbers, how, **kinds):
        axes = how if isinstance(how, list) else range(numbers.ndim)[::-1]
        return mg.tensor(numbers.transpose(*axes).copy() if how else numbers, **kinds)

    def other_way(x, how):
        axes = how if isinstance(how, list) else range(len(x.shape))[::-1]
        return x.permute(*[axes.index(axis) for axis in range(len(x.shape))]) if how else x

    def walk(y, leaf, numbers, how):
        axes = [axis for axis, length in enumerate(numbers.shape)
                if length > 1 and (numbers == numbers.take([0], axis)).all()]
        order = how if isinstance(how, list) else list(range(numbers.ndim)[::-1]) if how else []
        sent = numbers
        if axes:   # what comes back through a sum is expanded
            y, sent = y.sum(axes), numbers[tuple(0 if axis in axes else slice(None) for axis in range(numbers.ndim))]
        elif len(order) > 1 and how != "turned":   # and what comes back through a permutation lies in another order
            y, sent = y.permute(*order), numbers.transpose(*order).copy()
        g = mg.tensor(sent) if axes or sent is not numbers else other_way(laid(numbers, how), how)
        try:
            (found,) = mg.autograd.grad(y, leaf, g, retain_graph=True)
        except RuntimeError as error:
            found = str(error)
        else:
            found = other_way(found, how).detach().numpy().copy()
        return [found, g._version == 0 and g.numpy().tolist() == sent.tolist()]

    answers = []
    for wants, starts, steps, how in stories:
        leaves = [laid(each, how, requires_grad=wants) for each in starts]
        now, out, kept, came = [other_way(each, how).clone() for each in leaves], {}, {}, []
        memory = [each.detach().numpy() for each in now]
        for what, k, numbers in steps:
            x, version = now[k], now[k]._version
            if what == "call":
                out[k] = apply_to(function, x)[1]
                came.append([out[k] is x, x._version > version, x.requires_grad is wants])
            elif what in ("square", "double"):
                kept[what, k] = x * x if what == "square" else x * 2
            elif what == "write":
                x.add_(mg.tensor(numbers) if isinstance(numbers, list) else numbers)
            elif what == "order":
                x.detach().copy_(x.detach()[numbers].clone())
            elif what == "scale":
                now[k] = x * numbers
                memory[k] = now[k].detach().numpy()
            elif what == "value":
                came.append(x.detach().numpy().copy())
            elif what == "walk sum":
                came.append(walk(now[0] + now[1], leaves[k], numbers, how))
            else:
                place = {"walk x": now, "walk out": out}.get(what)
                came.append(walk(kept[what.split()[1], k] if place is None else place[k], leaves[k], numbers, how))
        came += [bool((each.detach().numpy() == there).all()) for each, there in zip(now, memory, strict=True)]
        answers.append(came)
    return answers


@learner_side
def one_tensor_arrives(function, starts, uppers):
    """Gradients for many tensors, and then those of the first, when one tensor arrives, with other numbers each time.

    It lies with gaps in memory, like every second column of a table.
    """
    from autograder.kit.function_runs import apply_to

    leaves = [mg.tensor(each, requires_grad=True) for each in starts]
    written = [leaf.clone() for leaf in leaves]
    for each in written:
        apply_to(function, each)
    found, g = [], mg.stack([mg.tensor(uppers[0])] * 2, -1)[..., 0]
    for at, upper in [*enumerate([uppers[0]] * len(starts)), *[(0, upper) for upper in uppers]]:
        g.copy_(mg.tensor(upper))
        (gradient,) = mg.autograd.grad(written[at], leaves[at], g, retain_graph=True)
        found.append(gradient.detach().numpy().copy())
    return found


def expected_of(story):
    """For each step that answers, its kind and what is right; numbers by numpy."""
    _, starts, steps, _ = story
    now, slope = [each.astype(float) for each in starts], [np.ones(each.shape) for each in starts]
    kept, out, spoiled, called, right = {}, {}, {}, {}, []
    for what, k, numbers in steps:
        if what == "call":
            kept |= {key: (each, "error" if key == ("square", k) else state) for key, (each, state) in kept.items()}
            spoiled[k] = spoiled.get(k, False) or called.get(k, False)
            called[k] = True
            slope[k] = slope[k] * (1 - np.tanh(now[k] / 4) ** 2)
            now[k] = 4 * np.tanh(now[k] / 4)
            right.append(("itself", [True, True, True], None))
        elif what in ("square", "double"):
            state = "either" if spoiled.get(k, False) else "right"
            kept[what, k] = ((2 * now[k] if what == "square" else 2) * slope[k], state)
            out = out | {(what, k): called.get(k, False)}
        elif what in ("write", "order"):
            now[k] = now[k] + numbers if what == "write" else now[k][numbers]
            kept |= {key: (each, "error" if key == ("square", k) else state) for key, (each, state) in kept.items()}
            spoiled[k] = spoiled.get(k, False) or called.get(k, False)
        elif what == "scale":
            now[k], slope[k] = now[k] * numbers, slope[k] * numbers
            called[k] = False
        elif what == "value":
            right.append(("value", now[k], None))
        else:
            whole, state = slope[k], "either" if spoiled.get(k, False) else "right"
            if what == "walk sum" and any(spoiled.values()):
                state = "either"
            if what in ("walk square", "walk double"):
                whole, state = kept[what.split()[1], k]
                state = "either" if state == "right" and spoiled.get(k, False) and out[what.split()[1], k] else state
            right.append((what, numbers * whole, state))
    return right + [("memory", True, None)] * len(starts)


WALKS = {"walk out": "the walk begins at the result", "walk sum": "the walk begins at a sum of two such tensors",
         "walk x": "the walk begins at the tensor by its old name",
         "walk double": "the walk begins at 2 * x, made later", "walk square": "the walk begins at x * x"}


def unlike(walks):
    """What is said of the first of these (found, wanted, words) that is far off."""
    for found, wanted, words in walks:
        alike = type(found) is np.ndarray and found.shape == wanted.shape
        if not alike or not (np.abs(found - wanted) <= 1e-4 + 1e-3 * abs(wanted)).all():
            return words
    return ""


def agree(stories):
    """Each step of each story gives what is right."""
    came = plain(told(ScaledTanh_, stories))
    rights = [expected_of(story) for story in stories]
    same([len(each) for each in came], [len(each) for each in rights], RUNS)
    steps = []
    for (_, (x, *more), _, how), answers, wanted in zip(stories, came, rights, strict=True):
        begin = f"x = {x.tolist()}" if x.size < 3 and not more else f"x of shape {x.shape}"
        begin += f", {x.dtype}" + (", transposed" if how == "turned" else f", axes in memory {how}" if how else "")
        steps += [(begin, x.dtype.name, got, *right) for got, right in zip(answers, wanted, strict=True)]
    calls = [got for _, _, got, kind, _, _ in steps if kind == "itself"]
    same(calls, [[True, True, True]] * len(calls), ITSELF,
         about="the same tensor; a new version; requires_grad as it was")
    memories = [got for _, _, got, kind, _, _ in steps if kind == "memory"]
    same(memories, [True] * len(memories), VALUE, about="what was on its memory before the call shows them too")
    types = [name for _, name, _, kind, _, _ in steps if kind == "value"]
    same([got.dtype.name for _, _, got, kind, _, _ in steps if kind == "value"], types, VALUE, about="the type")
    walks = [(words, name, *got, kind, wanted, state) for words, name, got, kind, wanted, state in steps
             if state is not None]
    errors = [isinstance(found, str) and "modified by an inplace operation" in found for _, _, found, *_ in walks]
    caught_ones = [no for no, (*_, state) in zip(errors, walks, strict=True) if state == "error"]
    same(caught_ones, [True] * len(caught_ones), CAUGHT, about="the old x was kept by a product")
    for name, near in (("float64", {"rtol": 1e-9, "atol": 1e-12}), ("float32", {"rtol": 1e-3, "atol": 2e-3})):
        mine = [(no, *each) for no, each in zip(errors, walks, strict=True) if each[1] == name]
        values = [(got, wanted, words) for words, each, got, kind, wanted, _ in steps
                  if (kind, each) == ("value", name)]
        close([got for got, _, _ in values], [wanted for _, wanted, _ in values], VALUE, **near, about=unlike(values))
        sure = {each: [(found, wanted, f"{words}; {WALKS[each]}")
                       for _, words, _, found, _, kind, wanted, state in mine if (kind, state) == (each, "right")]
                for each in WALKS}
        later = [(wanted if no else found, wanted, words) for no, words, _, found, _, _, wanted, state in mine
                 if state == "either"]
        direct = sure["walk out"] + sure["walk x"]
        close([found for found, _, _ in direct], [wanted for _, wanted, _ in direct], SLOPE, **near,
              about=unlike(direct))
        others = sure["walk double"] + sure["walk square"] + sure["walk sum"]
        close([found for found, _, _ in others], [wanted for _, wanted, _ in others], MARKED, **near,
              about=unlike(others))
        close([found for found, _, _ in later], [wanted for _, wanted, _ in later], AGAIN, **near, about=unlike(later))
    same([stayed for _, _, _, stayed, *_ in walks], [True] * len(walks), STAYS)


first, upper = np.array([0.0, 4.0]), np.array([1.0, 10.0])
one_call = plain(told(ScaledTanh_, [(True, [x], [("call", 0, None)], "") for x in (first, np.float32(first))]))
for its_type, ((the_same_tensor, a_new_version, requires_grad_as_it_was), _) in zip(
        ("float64", "float32"), one_call, strict=True):
    same(the_same_tensor, True, ITSELF, about=f"x = [0, 4], {its_type}: what apply returns, and its memory")
    same(a_new_version, True, ITSELF, about=f"x = [0, 4], {its_type}")
    same(requires_grad_as_it_was, True, ITSELF, about=f"x = [0, 4], {its_type}")
agree([(True, [first], [("call", 0, None), ("value", 0, None), ("walk out", 0, upper), ("walk x", 0, upper)], ""),
       (True, [first], [("square", 0, None), ("call", 0, None), ("walk square", 0, upper)], ""),
       (True, [first], [("call", 0, None), ("write", 0, 3.0), ("walk x", 0, upper)], ""),
       (True, [np.float32([[0.5], [-9.0]])], [("call", 0, None), ("value", 0, None),
                                              ("walk x", 0, np.float32([[2.0], [1.0]]))], ""),
       (True, [np.arange(6.0).reshape(2, 3)], [("call", 0, None), ("value", 0, None),
                                               ("walk x", 0, np.arange(1.0, 7.0).reshape(2, 3))], "turned"),
       (False, [first], [("call", 0, None), ("value", 0, None)], "")])
with raises(RuntimeError, LEAF):
    ScaledTanh_.apply(mg.tensor([1.0, 2.0], requires_grad=True))
### BEGIN HIDDEN TESTS
# no inputs: unchanged: every walk looks at what arrives
# no inputs: order: there is one input; the steps of the stories are drawn in any order
# no inputs: block: nothing is entered
# no inputs: asked: the visible part asks whether the tensor is the same, and for the two errors
# no inputs: example: the visible part runs it
# no inputs: aliasing: Given rules views out; tensors that lie transposed are in the visible part, and drawn below
# no inputs: size: the work is done by whole arrays; the shapes go up to 300 entries
agree([(True, [first], [("call", 0, None), *[("walk x", 0, upper)] * 10], "")])
# inputs: dimensions (row_by_row),
# values (nothing_beyond_fifty, a_hash_as_a_seal),
# same (on_the_class),
# again (remembers_its_gradient)
def drawn_numbers(shape, name, top=100.0):
    way = rng.integers(4)
    found = (rng.uniform(-top, top, size=shape), rng.normal(size=shape), 4 * rng.normal(size=shape),
             rng.choice([0.0, 1.0, -1.0, 4.0, -4.0, top, -top], size=shape))[way]
    return np.asarray(found).astype(name)


def drawn_upper(shape, name):
    """What arrives; where all along an axis are alike, it is expanded."""
    numbers = drawn_numbers(shape, name)
    way = rng.integers(6)
    if way == 0 and numbers.size:
        return np.full_like(numbers, numbers.ravel()[0])
    axis = 0 if way == 1 else -1
    return np.repeat(numbers.take([0], axis), shape[axis], axis) if numbers.size and shape and way < 3 else numbers


def drawn_order(shape):
    """How tensors lie in memory."""
    return ("", "turned", [int(axis) for axis in rng.permutation(len(shape))])[rng.integers(3)]


def drawn_story(shape, name, length):
    """Calls, writes, uses and walks on two tensors, in any order that makes sense."""
    starts, steps, used, count = [drawn_numbers(shape, name) for _ in range(2)], [], [set(), set()], [0, 0]
    for _ in range(length):
        k = int(rng.integers(2))
        can = ["call"] * 3 * (count[k] < 3) + ["square", "double", "value", "scale"] + ["write"] * (count[k] > 0)
        can += [f"walk {each}" for each in used[k] if each in ("square", "double")] * 2
        can += ["walk x"] * 3 * (count[k] > 0) + ["walk sum"] * (min(count) > 0) + ["walk out"] * 2 * ("out" in used[k])
        what = str(rng.choice(can))
        if what in ("square", "double"):
            used[k].add(what)
        elif what == "call":
            used[k].add("out")
            count[k] += 1
        elif what in ("write", "scale"):
            used[k].discard("out")
        amount = rng.uniform(0.5, 1.0) if what in ("write", "scale") else None
        if what == "scale":
            used[k].clear()
        steps.append((what, k, drawn_upper(shape, name) if what.startswith("walk") else amount))
    return (True, starts, steps, drawn_order(shape))


stories = []
for shape in ((), (1,), (0,), (2, 3), (3, 0), (1, 4), (5, 1), (2, 1, 3), (2, 2, 3), (2, 2, 2, 2), (300,)):
    for name in ("float32", "float64"):
        stories.append(drawn_story(shape, name, 12))
        upper = drawn_numbers(shape, name)
        begins = [("call", k, None) for k in (0, 1)]
        walks = [("walk x", k, each) for each in (upper, 1 - upper, upper) for k in (1, 0)]
        stories.append((True, [drawn_numbers(shape, name) for _ in range(2)],
                        [*begins, *walks, ("value", 0, None), ("value", 1, None)], drawn_order(shape)))
        for wants, how in ((False, ""), (False, "turned"), (True, "turned")):
            stories.append((wants, [drawn_numbers(shape, name)],
                            [("call", 0, None), ("value", 0, None), ("write", 0, 1.0), ("value", 0, None)], how))
for shape in ((2, 2), (3, 3), (1, 1), (2, 1, 2, 1, 2, 1), (2, 300), (300, 2), (6000,), (1,) * 30 + (2,)):
    name, how = str(rng.choice(["float32", "float64"])), drawn_order(shape)
    start, upper = drawn_numbers(shape, name), drawn_upper(shape, name)
    stories.append((True, [start], [("call", 0, None), ("value", 0, None), ("walk x", 0, upper), ("walk out", 0, upper),
                                    ("call", 0, None), ("double", 0, None), ("walk double", 0, upper)], how))
for start in (0.0, 1.0, -1.0, 4.0, 100.0):   # single numbers
    stories += [(True, [np.array(start)], [("call", 0, None), ("value", 0, None), ("walk x", 0, np.array(upper))], "")
                for upper in (0.0, 1.0, -1.0, 10.0)]
for shape, name in (((70000,), "float64"), ((2, 1, 1, 2, 1, 1, 1, 2, 1, 1), "float32"), ((1,) * 9 + (3,), "float64")):
    steps = [("call", 0, None), ("value", 0, None), ("walk x", 0, drawn_numbers(shape, name))]
    stories.append((True, [drawn_numbers(shape, name)], steps, ""))
for shape in ((), (2,), (2, 3), (3, 1, 2)):
    for name in ("float32", "float64"):   # gradients of nothing but 0
        start, upper, ones = rng.normal(size=shape), np.zeros(shape), np.ones(shape)
        for begin, arrives in ((start, upper), (100 * ones, ones), (-100 * ones, start)):
            steps = [("call", 0, None), ("walk x", 0, arrives.astype(name)), ("walk out", 0, ones.astype(name))]
            stories.append((True, [np.asarray(begin).astype(name)], steps, ""))
    start, upper = [np.asarray(rng.normal(size=shape)) for _ in range(2)], np.asarray(rng.normal(size=shape))
    calls = [("call", 0, None), ("call", 1, None)]
    repeated = [(what, k, upper) for what in ("walk x", "walk sum") for k in (0, 0, 0, 0, 1, 1, 1, 1)]
    stories.append((True, start, [*calls, *repeated], ""))
    calls = [("call", 0, None), ("scale", 0, 1.5)] * 3 + [("call", 1, None), ("scale", 1, 1.25)] * 3
    stories.append((True, start, [*calls, ("walk x", 0, upper), ("walk x", 1, upper)], ""))
turns = [(True, [np.array([1.0, -1.0, 0.0]), np.array([0.0, 1.0, -1.0])],   # of one sum, also of squares
          [("call", 0, None), ("call", 1, None),
           *[("walk x", k, np.array([1.0, 10.0, 100.0])) for k in (0, 1, 0)]], "")]
stories += turns
small = 10.0 ** rng.uniform(-11.5, -2, size=60) * rng.choice([-1.0, 1.0], size=60)
small[:4] = 9e-4, -8e-4, 7e-11, -5e-11
stories.append((True, [small], [("call", 0, None), ("value", 0, None), ("walk x", 0, small[::-1].copy()),
                                ("walk x", 0, np.full(60, 7e-11))], ""))
stories.append((True, [np.array([9e-4, -8e-4, 9e-4])], [("call", 0, None), ("value", 0, None)], ""))
for upper in ([0, 2], [-1, 3], [1, -1], [1, 5, 1], [2, 2, 7, 2], [1, 1, 1, 5], [5, 1, 1, 1], [2, 0, 1], [0, 0, 1]):
    steps = [("call", 0, None), ("walk x", 0, np.array(upper, float)), ("walk out", 0, np.array(upper, float))]
    stories.append((True, [rng.normal(size=len(upper))], steps, ""))
for count in (2, 3, 10, 256):   # so many writes
    start, upper = rng.normal(size=3), rng.uniform(1, 2, size=3)
    stories.append((True, [start], [("call", 0, None), *[("write", 0, 0.1)] * count, ("walk x", 0, upper)], ""))
for order in ([1, 0, 2, 3, 4], [0, 1, 2, 4, 3], [0, 2, 1, 3, 4], [0, 1, 3, 2, 4], [4, 3, 2, 1, 0]):   # the same numbers
    steps = [("call", 0, None), ("double", 0, None), ("order", 0, order),
             ("walk double", 0, np.array([1.0, 2.0, 3.0, 4.0, 5.0]))]
    stories.append((True, [np.array([2.4, 2.6, 2.1, 3.0, 0.5])], steps, ""))
for amounts in ([1, -2, 1], [0, 1, -1], [0, 0, 0, 1, -1], [1, -3, 3, -1], [1, -1]):   # and all sums stay 0
    steps = [("call", 0, None), ("write", 0, [float(each) for each in amounts]), ("walk x", 0, np.ones(len(amounts)))]
    stories.append((True, [np.zeros(len(amounts))], steps, ""))
steps = [("call", 0, None), ("write", 0, 3e-8), ("walk x", 0, np.array([1.0, 2.0]))]
stories.append((True, [4 * np.arctanh(np.array([0.375, 0.4375]))], steps, ""))
swapped = 4 * np.tanh(np.array([2.4, 2.6, 2.1, 3.0]) / 4)   # the first two change places: all sums stay as they were
steps = [("call", 0, None), ("write", 0, [float(swapped[1] - swapped[0]), float(swapped[0] - swapped[1]), 0.0, 0.0])]
stories.append((True, [np.array([2.4, 2.6, 2.1, 3.0])], [*steps, ("walk x", 0, np.array([1.0, 2.0, 3.0, 4.0]))], ""))
for size, at, amount in ((2, 1, 1e-6), (3, 0, -1e-6), (6000, 3001, 1.0), (6000, 2999, 1e-6)):
    steps = [("call", 0, None), ("write", 0, [amount * (place == at) for place in range(size)])]
    stories.append((True, [rng.uniform(1, 3, size=size)], [*steps, ("walk x", 0, rng.uniform(1, 2, size=size))], ""))
stories += [drawn_story((2, 2), "float64", 25) for _ in range(12)]
for order in ([0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1]):
    start, upper = rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 3, 4))
    stories.append((True, [start], [("call", 0, None), ("walk out", 0, upper), ("walk x", 0, upper)], order))
for amounts in ([1, -1], [1, -2, 1], [0.5, 0, -0.5], [-1, 3, -3, 1]):   # sums stay as they were
    start, upper = rng.normal(size=len(amounts)), rng.uniform(1, 2, size=len(amounts))
    turned = 4 * np.tanh(start / 4)                                     # and with these, sums of squares
    for amount in (amounts, (turned[::-1] - turned).tolist(), (-2 * turned).tolist()):
        steps = [("call", 0, None), ("write", 0, [float(each) for each in amount]), ("walk x", 0, upper)]
        stories.append((True, [start], steps, ""))
for size in (2, 3, 5, 300):   # only one entry is another
    for at in {0, 1, size // 2, size - 1}:
        steps = [("call", 0, None), ("write", 0, [float(place == at) for place in range(size)])]
        stories.append((True, [rng.normal(size=size)], [*steps, ("walk x", 0, rng.uniform(1, 2, size=size))], ""))
for old, new in ((-1.0, -2.0), (-2.0, -1.0), (2.0, 2.0**62)):   # numbers of which hash says the same
    starts = 4 * np.arctanh(old / 4) + np.arange(-9, 10) * 2.0**-53
    starts = starts[4 * np.tanh(starts / 4) == old][:1]
    steps = [("call", 0, None), ("write", 0, new - old), ("walk x", 0, np.ones(starts.shape))]
    stories.append((True, [starts], steps, ""))
agree(stories)
start, upper = rng.normal(size=(2, 3)), rng.uniform(1, 2, size=(2, 3)) * rng.choice([-1.0, 1.0], size=(2, 3))
for scale in (1e-20, 1e-200):   # what arrives is tiny, and so is what comes back
    steps = [("call", 0, None), ("walk x", 0, upper * scale)]
    _, (tiny_gradient, _), _ = plain(told(ScaledTanh_, [(True, [start], steps, "")]))[0]
    close(tiny_gradient, upper * scale * (1 - np.tanh(start / 4) ** 2), SLOPE, rtol=1e-9, atol=0.0,
          about=f"numbers about {scale} arrive")
for shape in ((), (1,), (4,), (2, 3), (2, 1, 3)):
    starts, uppers = [np.asarray(rng.normal(size=(12, *shape))) for _ in range(2)]
    slopes_of_them = [1 - np.tanh(each / 4) ** 2 for each in starts]
    right = [uppers[0] * each for each in slopes_of_them] + [upper * slopes_of_them[0] for upper in uppers]
    close(plain(one_tensor_arrives(ScaledTanh_, [*starts], [*uppers])), right, SLOPE, rtol=1e-9, atol=1e-12,
          about="twelve tensors; one and the same tensor arrives, with other numbers each time")
for shape in ((), (3,), (2, 2), (0,), (2, 0), (1, 3)):
    for name in ("float32", "float64"):
        with raises(RuntimeError, LEAF, about=f"shape {shape}, {name}"):
            ScaledTanh_.apply(mg.tensor(drawn_numbers(shape, name), requires_grad=True))
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# After the write, the `x` that came in is gone, and its memory holds the result. Can the slope be computed from the
# result alone? Look at what you kept in 5.3.
# </details>
# <details><summary>Hint 2: <code>Some elements marked as dirty during the forward method were not ...</code></summary>
#
# What you return is a new tensor, and not the one that you marked. Arithmetic makes new tensors; which methods write
# where the numbers are? Their names end in an underscore. And if the check says that another tensor came back, though
# you return `x`: an input that is not marked comes out of `apply` as another tensor.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Divide by 4, take tanh, multiply by 4, each in place. Mark `x`, save `x`, return `x`: what is saved is the result,
# under the name of the input. In backward the slope is 1 minus the square of a quarter of it.
# </details>

# %% [markdown]
# It does not matter whether you call `mark_dirty` before the write or after it, nor whether you save before or after:
# what is kept is the tensor, and when `forward` is over it holds the result.

# %% [markdown]
# ## What a mark is not
#
# A mark says "this was written", and nothing more. Four programs expect something else of it. Predict each before you
# run it. The first marks an input that it has not written, "to be safe":

# %% claims=["C0-08", "C0-13"]
class Careful(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x

    backward = staticmethod(lambda ctx, g: g)

y = mg.tensor(3.0, requires_grad=True).clone()
square = y * y
Careful.apply(y)
print("value", y.item(), "  version", y._version)
print("square:", outcome(lambda: square.backward()))

# %% [markdown]
# Not a number has changed, and an innocent product gets an error. The engine believes you. Mark what you have written,
# and nothing else. The second program counts on the mark to keep what backward needs:

# %% claims=["C0-06", "C0-17"]
class KeepsNothing_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        a.mul_(b)
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        print("saved_tensors:", ctx.saved_tensors)
        return g, g

a, b = (mg.tensor(number, requires_grad=True) for number in (2.0, 3.0))
KeepsNothing_.apply(a.clone(), b).backward()

# %% [markdown]
# `saved_tensors` holds what went through `save_for_backward` and nothing else, marked or not, input or not. The third
# program marks all of its inputs, the one that it writes and the one that it only reads:

# %% claims=["C0-15", "C0-16"]
class MarksBoth_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        a.mul_(b)
        ctx.mark_dirty(a, b)
        return a

    backward = staticmethod(lambda ctx, g: (g, g))

print(outcome(lambda: MarksBoth_.apply(a.clone(), b.clone())))

# %% [markdown]
# A marked tensor gets this node as its history, so `forward` has to return it. It does not return `b`, which is only
# read, and needs no mark. The fourth program is a "first example" of `mark_dirty`. It begins with a tensor that holds
# the number 10, and is to print a slope. Here it is with three beginnings:

# %% claims=["C0-10", "C0-11"]
def first_example(make):
    x = make()
    Times10_.apply(x).backward()
    return x.grad

print(outcome(lambda: first_example(lambda: mg.tensor(10))))
print(outcome(lambda: first_example(lambda: mg.tensor(10, requires_grad=True))))
ten = mg.tensor(10.0, requires_grad=True)
print(outcome(lambda: first_example(lambda: ten)))
print(ten)

# %% [markdown]
# The first tensor asks for no gradient, so there is nothing to walk back to; `10.0` would end in the same error. The
# second asks for one, and a whole number cannot have one. And a leaf that requires grad may not be written by a
# Function either. Look at the last line: this error came *after* `forward` had done its work, and the 10 is a 100. With
# `mg.tensor(10.0, requires_grad=True).clone()` and the `.grad` of the leaf, the example works.
#
# When may `mark_dirty` be called? The Function below has it in `setup_context`, which a Function may have besides a
# `forward` without `ctx`; the other one calls it in `backward`.

# %%
class MarksLater_(mg.autograd.Function):
    forward = staticmethod(lambda x: x.mul_(10))
    setup_context = staticmethod(lambda ctx, inputs, output: ctx.mark_dirty(inputs[0]))
    backward = staticmethod(lambda ctx, g: g * 10)

class MarksTooLate(mg.autograd.Function):
    forward = staticmethod(lambda ctx, x: x * 10)

    @staticmethod
    def backward(ctx, g):
        ctx.mark_dirty(g)
        return g * 10

# %% claims=["C0-14"]
for function in (MarksLater_, MarksTooLate):
    x = mg.tensor(3.0, requires_grad=True)
    y = x.clone()
    function.apply(y).backward()
    marked = y.grad_fn.name() != "CloneBackward0"
    print(function.__name__, "  marked:", marked, "  slope", x.grad.item())

# %% [markdown]
# Until `apply` looks, any place will do. In `backward` the note is taken and nobody reads it.

# %% [markdown]
# ## The silent ones
#
# All mistakes so far ended in an error, and those are the good ones. Now leave out the line that says it.

# %%
class Forgets_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(10)
        return x

    @staticmethod
    def backward(ctx, g):
        return g * 10

# %% [markdown]
# `y` is written, and then somebody goes on with `y`. The true slope is 10. Predict value, version, and slope.

# %% claims=["C0-05", "C0-09"]
x = mg.tensor(3.0, requires_grad=True)
y = x.clone()
out = Forgets_.apply(y)
print("value", y.item(), "  version", y._version)
print("the same tensor:", out is y, "  node", y.grad_fn.name())
y.backward()
print("slope", x.grad.item())

# %%
draw(out, y)

# %% [markdown]
# *Figure 4. The same as in Figure 3, with the mark forgotten.*
#
# **The figure in words.** The square `x` leads to the round box `y`, which is still a Clone, though it holds 30. It
# says that `mul_` has written there. From `y` an arrow leads to the round box `out`, the Function, and a dotted line
# says that `out` is a view of `y`: it lies on the same memory, and is at the same version, `v1`.
#
# The value is ten times what it was, the slope is 1, and nobody said a word. Without the mark, `y` keeps its old
# history, and according to that it is a copy of `x`. Only `out` knows better: it is another tensor on the same memory.
# (Through `out` the slope is right. That is why a test of the result alone does not find this mistake.) So a mark makes
# `apply` do two things: count, and rebase. `mul_` had counted by itself; what is lost here is the second.
#
# The write by `mul_` at least was counted. With numpy even that is gone. `x.numpy()` gives the memory of `x` as an
# array, and an array knows nothing of versions.

# %%
def by_numpy(mark):
    """A Function that writes through numpy, and marks its input or does not."""
    class ByNumpy_(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            array = x.numpy()
            array *= 10
            if mark:
                ctx.mark_dirty(x)
            return x
        backward = staticmethod(lambda ctx, g: g * 10)
    return ByNumpy_

# %% [markdown]
# `square` was made before the write and has kept the old `y`, a 3. Its true slope is 6.

# %% claims=["C0-01"]
for mark in (False, True):
    x = mg.tensor(3.0, requires_grad=True)
    y = x.clone()
    square = y * y
    by_numpy(mark).apply(y)
    print("marked:", mark, "  value", y.item(), "  version", y._version)
    print("slope of square:", outcome(lambda: mg.autograd.grad(square, x)[0].item()))

# %% [markdown]
# Unmarked, nobody sees the write: version 0, and the slope is that of a square at 30. Marked, the one version that
# `apply` counts is enough for the error. So it is not true that `mark_dirty` *detects* what was changed. You have to
# say so, and nobody else will.

# %% [markdown]
# ## Exercise 6.7 · Who forgot to say so? (bug hunt, 4 points, about 14 min, needs 6.6)
#
# A colleague hands you forty Functions. Each may write into its input, or not, and may mark it, or not. Looking at the
# versions is not enough: an unmarked `mul_` and a marked write through numpy both end at version 1. Build a trap that
# tells them apart.
#
# **Goal** Write `verdict(function, numbers)`, which calls a Function and says whether its mark is true.
#
# **Given** `function`, a Function of any name whose `apply` takes one tensor. Its `forward` writes into this tensor or
# does not: by methods of `mg`, through numpy, through `.data` or a view, once or more often, everywhere or at a single
# entry. It leaves recording off, as it is in `forward`. A write changes at least one entry in the end, perhaps by very
# little, or to `inf` or `nan`, and not only from 0.0 to -0.0 or back; without a write every entry stays the same. It
# marks the tensor, in `forward` or in `setup_context`, or does not. The same Function may come again with other
# numbers, and write into some of them only, as `abs_` does. It returns one tensor, alone: the one that it was given, if
# it marks it; if not, the same or any other. It may be called with these numbers as often as you like, also with a
# tensor that requires no grad: it does the same in each call, and it raises no error, except perhaps for a leaf that
# requires grad. Its `backward` is of no use: it may be wrong, or raise an error. `numbers` is a `float64` array of any
# shape with at least one entry, perhaps non-contiguous; all are finite.
#
# **Return** `"honest"` if it writes and marks, or does neither; `"unmarked"` if it writes and does not mark;
# `"needless"` if it marks and does not write. The array `numbers` stays as it is.
#
# **Example** `verdict(Times10_, np.array([3.0]))` is `"honest"`, and with `Forgets_` it is `"unmarked"`.

# %% nbgrader={"grade_id": "ex6_7", "solution": true}
### BEGIN SOLUTION
def verdict(function, numbers):
    y = mg.tensor(numbers, requires_grad=True).clone()
    node = y.grad_fn
    function.apply(y)
    written = not np.array_equal(y.detach().numpy(), numbers)
    marked = y.grad_fn is not node
    if written == marked:
        return "honest"
    return "unmarked" if written else "needless"
### STUB
# def verdict(function, numbers):
#     raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex6_7_test", "grade": true, "points": 4} exercise={"kind": "B"}
HONEST = "honest: a Function that writes and marks, or does neither, is honest"
UNMARKED = "unmarked: a Function that writes and does not mark is found, by whatever means it writes"
NEEDLESS = "needless: a Function that marks and does not write is found"
STAYS = "unchanged: the array of numbers stays as it is"


@learner_side
def performed(ctx, x, by, at, amount, mark, returned):
    """What a Function does with x."""
    def write():
        spot = tuple(at)
        if by == "mul_":
            x.mul_(amount)
        elif by == "two writes":
            x.mul_(amount).add_(amount)
        elif by == "there and back":
            x.mul_(2).mul_(0.5)
            x[spot] += amount
        elif by == "numpy":
            array = x.detach().numpy()
            array *= amount
        elif by == "numpy, one entry":
            array = x.detach().numpy()
            array[spot] += amount
        elif by == "one entry":
            x[spot] += amount
        elif by == "data":
            x.data.add_(amount)
        elif by == "copy_":
            x.copy_(x + amount)
        elif by == "a view":
            x[None][(0, *spot)].add_(amount)
        elif by == "other order":
            x.copy_(mg.tensor(x.detach().numpy().ravel()[::-1].reshape(x.shape).copy()))
        elif by == "sign":
            x.neg_()
        elif by == "abs_":
            x.abs_()
        elif by == "log_":
            x.abs_().neg_().sub_(1).log_()
        elif by == "pattern":
            array = x.detach().numpy()
            array[:len(amount)] += amount
        elif by == "in order":
            x.copy_(mg.tensor(np.sort(x.detach().numpy(), -1)))
        elif by == "floor":
            x.copy_(mg.tensor(np.floor(x.detach().numpy())))
        elif by == "the last two":
            places = x.detach().numpy().flat   # of the array itself, however it lies in memory
            places[-2:] = places[-2:][::-1].copy()
        elif by == "nothing, and no leaf" and x.is_leaf and x.requires_grad:
            raise RuntimeError("a leaf is not what is given")

    if ctx is not None:   # what any Function may do
        ctx.save_for_backward(x.detach().clone())
        ctx.number, wanted = 5, ctx.needs_input_grad
        ctx.set_materialize_grads(len(wanted) == 1)
    if mark == "before":
        ctx.mark_dirty(x)
    write()
    if mark == "after":
        ctx.mark_dirty(x)
    ways = {"itself": lambda: x, "new": lambda: x * 2, "copy": lambda: x.clone(), "view": lambda: x[None],
            "number": lambda: mg.tensor(1.0), "detached": lambda: x.detach()}
    return ways[returned]()


@learner_side
def verdicts(check, acts, sets_up, cases):
    """What `check` says of a Function of each kind, and whether the numbers are as they were.

    What it does is the test's to know: `acts` and `sets_up`, for the Function with this number.
    """
    def function_of(place, split, named, hands_on):
        def backward(ctx, g):
            if hands_on:
                return g
            raise RuntimeError("this backward is of no use")

        parts = {"forward": staticmethod(lambda ctx, x: acts(place, ctx, x)), "backward": staticmethod(backward)}
        if split:   # a forward without ctx
            parts |= {"forward": staticmethod(lambda x: acts(place, None, x)),
                      "setup_context": staticmethod(lambda ctx, inputs, output: sets_up(place, ctx, inputs[0]))}
        if hands_on:   # it has all from a class above it
            return type(named, (type("Above", (mg.autograd.Function,), parts),), {})
        return type(named, (mg.autograd.Function,), parts)

    said, functions = [], {}
    for number, (numbers, place, *how) in enumerate(cases):
        function = functions.setdefault(place, function_of(place, *how))   # one may come with many numbers
        given = numbers.T.copy().T if number % 3 == 1 else numbers.copy()
        if number % 3 == 2:  # every other one of the last axis of another array
            given = mg.stack([mg.tensor(numbers)] * 2, -1).numpy()[..., 0]
        if number % 7 == 3 and numbers.ndim > 1:  # in no order that an array of its own would have
            given = mg.stack([mg.tensor(numbers.T.copy())] * 2, -1).numpy()[..., 0].T
        said.append([check(function, given), given.tobytes() == numbers.tobytes()])
    return said


@learner_side
def names_in_use(check):
    """The names of all Functions that there are while `check` is at work."""
    names = []

    class Looks(mg.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            names.extend(each.__name__ for each in mg.autograd.Function.__subclasses__())
            return x * 2

        backward = staticmethod(lambda ctx, g: g)

    check(Looks, mg.tensor([1.0, 2.0], dtype=mg.float64).numpy())
    return sorted(set(names))


def written(numbers, by, at, amount):
    """Whether this way of writing changes an entry."""
    other, spot = numbers.copy(), tuple(at)
    if by in ("mul_", "numpy", "two writes"):
        other = other * amount + (amount if by == "two writes" else 0)
    elif by in ("one entry", "numpy, one entry", "there and back", "a view"):
        other[spot] = other[spot] + amount
    elif by in ("data", "copy_"):
        other = other + amount
    elif by == "other order":
        other = other.ravel()[::-1].reshape(other.shape)
    elif by == "sign":
        other = -other
    elif by == "abs_":
        other = np.abs(other)
    elif by == "log_":
        other = np.full(other.shape, np.nan)
    elif by == "in order":
        other = np.sort(other, -1)
    elif by == "floor":
        other = np.floor(other)
    elif by == "the last two":
        flat = other.ravel()
        other = np.concatenate([flat[:-2], flat[-2:][::-1]]).reshape(other.shape)
    elif by == "pattern":
        other[:len(amount)] += amount
    return not np.array_equal(other, numbers)


def in_words(numbers, how):
    """A case, for a message."""
    by, _, amount, mark, back, *_ = how
    amount = f" by {amount}" if by in ("mul_", "two writes", "one entry", "data", "copy_", "a view") else ""
    return f"{by}{amount}; marked: {mark}; returns: {back}; shape {numbers.shape}"


@learner_side
def marked_there(ctx, x, later):
    if later:
        ctx.mark_dirty(x)


def form_of(by, at, amount, mark, returned, named="Colleague", hands_on=False):
    """What can be seen of the Function from outside: is it in two parts, its name, does it have all from a class above?

    Not only one that marks in its second part has two.
    """
    return mark == "later" or (mark == "no" and by in ("numpy", "sign", "one entry")), named, hands_on


def trusted(cases):
    """verdict says of each what is true."""
    kinds = [(written(numbers, *how[:3]), how[3] != "no") for numbers, how in cases]
    wanted = ["honest" if writes_it is marks_it else "unmarked" if writes_it else "needless"
              for writes_it, marks_it in kinds]
    hows = {repr(how): how for _, how in cases}
    places = {each: place for place, each in enumerate(hows)}

    def acts(place, ctx, x):
        return performed(ctx, x, *[*hows.values()][place][:5])

    def sets_up(place, ctx, x):
        marked_there(ctx, x, [*hows.values()][place][3] == "later")

    found = verdicts(verdict, acts, sets_up, [(numbers, places[repr(how)], *form_of(*how)) for numbers, how in cases])
    said = {kind: [(each, in_words(*case)) for right, (each, _), case in zip(wanted, found, cases, strict=True)
                   if right == kind]
            for kind in ("honest", "unmarked", "needless")}
    for its_verdict, words in said["unmarked"]:
        same(its_verdict, "unmarked", UNMARKED, about=words)
    for its_verdict, words in said["needless"]:
        same(its_verdict, "needless", NEEDLESS, about=words)
    for its_verdict, words in said["honest"]:
        same(its_verdict, "honest", HONEST, about=words)
    same([stayed for _, stayed in found], [True] * len(cases), STAYS)


three, two = np.array([3.0, -1.0, 2.0]), np.array([2.0, -1.0])
trusted([(three, ("mul_", (0,), 10.0, "after", "itself")), (three, ("mul_", (0,), 10.0, "no", "itself")),
         (three, ("nothing", (0,), 0.0, "no", "new")), (three, ("nothing", (0,), 0.0, "after", "itself")),
         (three, ("numpy", (0,), 10.0, "no", "itself")), (three, ("numpy", (0,), 10.0, "before", "itself")),
         (three, ("one entry", (2,), 1.0, "no", "new")), (three, ("one entry", (2,), 1e-9, "no", "new")),
         (three, ("nothing", (0,), 0.0, "no", "itself")), (three, ("other order", (0,), 0.0, "no", "new")),
         (two, ("sign", (0,), 0.0, "no", "itself")), (three, ("log_", (0,), 0.0, "no", "new")),
         (three, ("mul_", (0,), 10.0, "no", "itself", "Clone")),
         (np.array(2.0), ("two writes", (), 3.0, "before", "itself"))])
same(verdict(Times10_, np.array([3.0])), "honest", HONEST, about="the example")
same(verdict(Forgets_, np.array([3.0])), "unmarked", UNMARKED, about="the example")
### BEGIN HIDDEN TESTS
# no inputs: same, unchanged: there is one tensor; the numbers are looked at in every case
# no inputs: order: there is one argument of each kind
# no inputs: again: the visible part calls it many times in a row, with Functions of one name
# no inputs: block: nothing is entered
# no inputs: asked: the three words are asked of every case
# no inputs: example: the visible part runs it
# no inputs: aliasing: the array is the test's own, and every case looks whether it is as it was
# no inputs: size: each case is one call
# word: that the array of numbers stays as it is
# inputs: dimensions (looks_at_the_last), values (by_the_hash, remembered_by_the_print)
ways_to_write = ("mul_", "two writes", "there and back", "numpy", "numpy, one entry", "one entry", "data", "copy_",
                 "a view", "other order", "sign", "log_", "nothing")
names_of_functions = ("Colleague", "Clone", "Mul", "Add", "Backward", "Neg_", "AccumulateGrad")
cases = []
for shape in ((), (1,), (2,), (3, 2), (1, 4), (4, 1), (2, 1, 3), (2, 2, 2, 2), (2, 1, 1, 2, 1, 1, 2),
              (1,) * 11 + (2,)):
    for by in ways_to_write:
        for mark, returned in (("no", "itself"), ("no", str(rng.choice(["new", "copy", "view", "number", "detached"]))),
                               (str(rng.choice(["before", "after", "later"])), "itself")):
            numbers = np.asarray(rng.normal(size=shape) * 10.0 ** rng.integers(-3, 4))
            numbers = np.asarray(np.where(numbers == 0, 1.0, numbers))
            at = [int(rng.integers(n)) for n in shape]
            amount = float(rng.choice([1.0, -2.0, 1e-9, 0.5])) * float(np.abs(numbers).max())
            amount = (1 + 1e-9, 3.0, -1.0, 0.0)[rng.integers(4)] if by in ("mul_", "numpy") else amount
            if by == "nothing" or written(numbers, by, at, amount):
                cases.append((numbers, (by, at, amount, mark, returned, str(rng.choice(names_of_functions)))))
several = []   # one Function, many numbers, and in this order
for numbers in ([1.0, 2.0], [1.0, -2.0], [3.0], [-3.0], [[0.5, 4.0]], [[0.5], [-4.0]]):
    several += [(np.array(numbers), ("abs_", (0,), 0.0, *how)) for how in (("no", "itself"), ("after", "itself"))]
for row, by in (([[1.0, 2.0, 3.0], [3.0, 2.0, 1.0], [2.0, 1.0, 3.0], [1.0, 3.0, 2.0], [2.0, 2.0, 2.0], [[2.0], [1.0]],
                  [[2.0, 1.0]], [[[1.0, 2.0]]], [[[2.0]], [[1.0]]]], "in order"),
                ([[1.0, 2.0], [1.5, 1.5], [1.0, 2.0 + 1e-12], [5.0], [5.0 - 1e-15 * 4], [-3.0, 6.0]], "floor")):
    for given in (row, row[::-1]):   # a Function for the one order, and one for the other
        named = f"Colleague{len(several)}"
        several += [(np.array(numbers), (by, (0,), 0.0, *how, named)) for numbers in given
                    for how in (("no", "itself"), ("later", "itself"))]
whole = np.array([[1.0, 2.0], [2.0, 1.0], [0.0, -0.0]])
cases += [(whole, (by, (0, 0), 1.0, mark, "itself")) for by in ("one entry", "sign", "numpy, one entry", "nothing")
          for mark in ("no", "after")]
cases += [(np.zeros(3), (by, (1,), 1e-300, mark, "itself")) for by in ("numpy, one entry", "data", "nothing")
          for mark in ("no", "before")]
for size, amounts in ((2, [2, -1]), (3, [1, -2, 1]), (4, [1, -3, 3, -1]), (5, [1, -4, 6, -4, 1]), (3, [1, 0, -1])):
    start = rng.integers(-4, 5, size=size).astype(float)   # sums, also weighted ones, stay as they were
    cases += [(start, ("pattern", (0,), [float(each) for each in amounts], mark, "itself")) for mark in ("no", "after")]
square, signs = np.array([[1.0, 2.0], [2.0, 1.0]]), np.array([[1.0, -1.0], [-1.0, 1.0]])
kept_sums = [(square, signs), (rng.integers(-4, 5, size=(3, 3)).astype(float), [[1, -1, 0], [-1, 1, 0], [0, 0, 0]]),
             (rng.integers(-4, 5, size=(2, 2, 2)).astype(float), np.stack([signs, -signs])),
             (np.array([1.0, 2.0, 3.0, 4.0]), [0, 1, -1, 0]), (np.arange(9.0), [0, 0, 0, 2, -1, -1, 0, 0, 0])]
for start, amounts in kept_sums:   # sums along every axis stay as they were, and first and last entries
    cases += [(start, ("pattern", (0,), np.array(amounts, float), *how)) for how in
              (("no", "itself"), ("no", "new"), ("after", "itself"))]
largest = float(np.finfo(float).max)
for start in (1.0, -3e5, 1e308, largest, 5e-324, 0.0):   # inf and nan; the next number that there is; its opposite
    for amount in (np.inf, np.nan, float(np.nextafter(start, np.inf)) - start, -2 * start if start < 1e300 else -start):
        cases += [(np.array([1.0, start]), ("numpy, one entry", (1,), amount, mark, "itself"))
                  for mark in ("no", "after") if amount]
        cases += [(np.array(start), ("data", (), amount, "no", "new"))] if amount else []
# numbers of which hash says the same
for start, then in ((-1.0, -2.0), (-2.0, -1.0), (0.5, 2.0**60), (2.0**62, 2.0), (314159.0, np.inf)):
    numbers = np.array([1.0, start, 3.0])
    cases += [(numbers, ("numpy, one entry", (1,), then - start, *how)) for how in
              (("no", "itself"), ("no", "new"), ("after", "itself"))]
    cases += [(np.array(start), ("data", (), then - start, "no", "itself"))]
for name in ("Copy", "Identity", "Same", "Trap", "Probe", "Clone_"):   # names that an answer's own Function may have
    cases += [(three, (by, (0,), 10.0, "after", "itself", name)) for by in ("mul_", "nothing")]
for name in [each for each in names_in_use(verdict) if each not in names_of_functions][:60]:
    cases += [(three, (by, (0,), 10.0, "after", "itself", name)) for by in ("mul_", "nothing")]
middle = [(np.arange(float(size)), ("numpy, one entry", (at,), 1.0, "no", "itself"))   # which print leaves out
          for size, at in ((2000, 600), (2000, 0), (2000, 1999), (2000, 1201), (301, 151), (9000, 8501),
                           (20011, 20010), (70001, 69999), (70001, 33001))]
middle += [(np.arange(2000.0), ("numpy, one entry", (int(rng.integers(2000)),), 1.0, *how))
           for how in (("no", "new"), ("no", "itself"), ("after", "itself"))]
cases += [*middle, *[(three, (by, (0,), 10.0, "after", "itself", "Colleague", True)) for by in ("nothing", "mul_")]]
for size in (9, 20, 300):   # whatever a sum, or the first entries, would not tell
    start = rng.permutation(size).astype(float)
    hows = [("no", "itself"), ("no", "new"), ("after", "itself")]
    cases += [(start, ("the last two", (0,), 0.0, *how)) for how in hows]
    cases += [(np.stack([start, start + 0.5], axis), ("the last two", (0,), 0.0, *how))
              for how in hows for axis in (0, 1)]
    cases += [(start.reshape(-1, 1)[:, [0, 0]], ("pattern", (0,), [0.0], *how)) for how in hows]
cases += [(three, ("nothing, and no leaf", (0,), 0.0, *how)) for how in (("no", "new"), ("after", "itself"))]
same_bytes = [np.array([[1.0, 2.0], [0.0, 3.0]]), np.array([[1.0, 0.0], [2.0, 3.0]])]   # if the second lies transposed
for given in (same_bytes, [each.T for each in same_bytes]):
    trusted([(np.array(each), ("in order", (0,), 0.0, "no", "itself")) for each in given])
table = np.arange(6.0).reshape(2, 3)   # the second and the fifth time it lies transposed
trusted([(table, ("nothing", (0, 0), 0.0, "after", "itself"))] * 5)
trusted([*several, *[cases[i] for i in rng.permutation(len(cases))]])
same(verdict(Times10_, rng.normal(size=(2, 3))), "honest", HONEST, about="the example, with other numbers")
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# There are two questions: were the numbers changed, and was the tensor marked? Answer them one by one, and not by the
# version. What does a mark change about a tensor that nothing else changes?
# </details>
# <details><summary>Hint 2: everything comes out as <code>"honest"</code> or as <code>"needless"</code></summary>
#
# Did you compare the numbers after the call with a tensor on the same memory? `y` under another name, what `detach`
# gives, and its array all change when `y` does. What remembers the old numbers is an array that the Function never saw.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Make a leaf from the numbers and clone it; note the node of the clone; call `apply`. Written: some entry of the clone
# is not exactly the one in `numbers`. Marked: the clone has another node now. Compare the two answers.
# </details>

# %% [markdown]
# Let your trap loose on the Functions of this notebook. Predict the line with a question mark in its name first.

# %%
zoo = {"Times10_": Times10_, "Forgets_": Forgets_, "Careful": Careful,
       "MarksLater_": MarksLater_, "MarksTooLate?": MarksTooLate,
       "numpy, unmarked": by_numpy(False), "numpy, marked": by_numpy(True)}
for name, function in zoo.items():
    print(f"{name:16}", outcome(lambda: verdict(function, np.array([3.0, -1.0]))))

# %% [markdown]
# **A good place to stop.** Writes, marks and their traps are done. What comes next: one more trap, views, and an
# optimiser.

# %% [markdown]
# ## Exercise 6.8+ · An honest mark and a wrong slope (bug hunt, 4 points, about 12 min, needs 6.6)
#
# (Further practice.) This Function has an honest mark, and its value is right: it replaces `a` by $ab + 1$. For
# $a = 2$ and $b = 3$ the result is 7. The slopes are $b = 3$ for `a`, and $a = 2$ for `b`.

# %%
class MulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        return a
    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        return g * b, g * a

# %% [markdown]
# `a` is saved before it is written. So what is wrong? Predict both slopes, and the version of the result.

# %% claims=["C0-18"]
def slopes(function, g=None):
    a, b = (mg.tensor(number, requires_grad=True) for number in (2.0, 3.0))
    function.apply(a.clone(), b).backward(g)
    return a.grad.item(), b.grad.item()

print(slopes(MulAdd_))
print("version", MulAdd_.apply(mg.tensor(2.0), mg.tensor(3.0))._version)

# %% [markdown]
# 7 for 2. Saving makes no copy (5.1): what is kept is the tensor, and the tensor was written. And there is no error,
# though its version has changed from 0 to 3. In `mg`, as in PyTorch, the version is noted when `forward` is *over*,
# since what a Function does inside is its own affair. From then on nobody has touched the tensor. (In 6.6 this was what
# you wanted. Your `Saved` notes it at once, so `tape` would have complained.)
#
# A colleague mended it, and saved memory on the way: backward writes into the gradient that it gets.

# %%
class Thrifty_(MulAdd_):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.clone(), b)
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        return a
    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        return g.mul_(b), g.mul_(a)

# %% claims=["C0-19"]
g = mg.tensor(1.0)
print(slopes(Thrifty_, g), "  the caller's g is now", g.item())

# %% [markdown]
# 6 and 6 for 3 and 2. `mul_` returns the tensor that it has written, so both results are the same tensor, and it has
# been multiplied by 3 and by 2. It even belongs to somebody else: the caller's own `g` is a 6 now.
#
# **Goal** Write `MendedMulAdd_`, which replaces `a` by $ab + 1$ in place, with the right slopes.
#
# **Given** two tensors `a` and `b` of the same shape, any, in `float64`, with entries from $-100$ to 100; 0 is among
# them. `a` is the result of an operation, or a tensor that requires no grad; `b` is either, or a leaf. Neither is a
# view, either may be non-contiguous, and they have memories of their own. In `backward`, an upstream gradient `g` of
# the same shape, with entries from $-100$ to 100; it may be expanded, or non-contiguous. Recording is on.
#
# **Return** from `forward(ctx, a, b)` the tensor `a` itself, written in the memory that it had, and marked, also where
# nobody requires grad; `b` stays as it is. From `backward(ctx, g)` the gradients for the `a` that came in and for `b`,
# or `None` for a tensor that requires no grad; a slope of 0 is an array of zeros, and the engine is not asked for any.
# `g` stays as it is. If a method of
# `mg`, or another call, writes `a` or `b` afterwards, a walk ends in the error of 5.1, `... modified by an inplace
# operation`, or gives the right gradients. The hidden test does this in several orders, and walks more than once.
#
# **Example** for $a = 2$, $b = 3$ and $g = 1$: `a` is 7 afterwards, and the gradients are 3 and 2.

# %% nbgrader={"grade_id": "ex6_8", "solution": true}
### BEGIN SOLUTION
class MendedMulAdd_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a.clone(), b)
        a.mul_(b).add_(1)
        ctx.mark_dirty(a)
        return a

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        return g * b, g * a
### STUB
# class MendedMulAdd_(mg.autograd.Function):
#     @staticmethod
#     def forward(ctx, a, b):
#         raise NotImplementedError("still the stub")
#
#     @staticmethod
#     def backward(ctx, g):
#         raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex6_8_test", "grade": true, "points": 4} exercise={"kind": "B", "forbid": ["minigrad.func", "minigrad.autograd.grad", "minigrad.autograd.backward", "minigrad.autograd.gradients", "minigrad.gradcheck", "minigrad.drawing", "minigrad.autograd.functional", "minigrad.autograd.forward_ad", "mg.Tensor.backward"]}
VALUE = "value: a holds a*b + 1 afterwards, entry by entry, and b stays as it is"
ITSELF = "itself: apply returns the very a that it was given, marked"
SLOPES = "slopes: g times b for the a that came in, and g times that a for b"
STAYS = "unchanged: what arrives in backward stays as it is"
LATER = "written later: after a write into a or b a walk is an error, or right"
same(isinstance(MendedMulAdd_, type) and issubclass(MendedMulAdd_, mg.autograd.Function), True,
     "Function: MendedMulAdd_ is a class made from mg.autograd.Function")


@learner_side
def mended_runs(function, cases, together):
    """For each case what comes of the call and of the steps after it: numbers, or an error in words.

    together: are all calls made before the first step? A case with more entries says which tensors lie transposed in
    memory: "a", "b", and "g" for all others; with "r" they lie with the first axis inside.
    """
    from autograder.kit.function_runs import apply_to

    def walk(y, leaves, numbers, names):
        alike = numbers.size > 1 and (numbers == numbers.ravel()[0]).all()
        turned = "g" in names and numbers.ndim == 2
        sent = numbers.ravel()[0].reshape(()) if alike else numbers.T.copy() if turned else numbers
        rolled = not alike and "r" in names and "g" in names and numbers.ndim > 2
        if rolled:   # the first axis is the innermost one
            y, sent = y.permute(*range(1, numbers.ndim), 0), np.moveaxis(numbers, 0, -1).copy()
        y, steps = y.sum() if alike else y.T if turned else y, [slice(None)] * numbers.ndim
        for axis, size in enumerate(() if alike or turned or rolled else numbers.shape):
            if size > 1 and (numbers == numbers.take([0], axis)).all():
                y, steps[axis] = y.sum(axis, keepdim=True), slice(1)
        sent = sent[() if alike else tuple(steps)].copy()
        g = mg.tensor(sent)   # it comes back expanded, along all axes or along one, or transposed
        try:
            found = mg.autograd.grad(y, leaves, g, retain_graph=True)
        except RuntimeError as error:
            return [str(error), True]
        else:
            found = list(found)
        stayed = g._version == 0 and g.numpy().tobytes() == sent.tobytes()
        return [[each.detach().numpy().copy() for each in found], stayed]

    def begin(kinds, first, second, steps, *turned):
        def made(numbers, name="g"):
            if name in turned and "r" in turned and numbers.ndim > 2:   # the first axis is the innermost one
                return mg.tensor(np.moveaxis(np.moveaxis(numbers, 0, -1).copy(), -1, 0))
            return mg.tensor(numbers.T.copy().T if name in turned else numbers)

        leaves = [made(each, name).requires_grad_(kind != "constant")
                  for each, name, kind in zip((first, second), "ab", kinds, strict=True)]
        a, b = leaves[0].clone(), leaves[1] if kinds[1] == "leaf" else leaves[1].clone()
        memory, version = a.detach().numpy(), a._version
        out = apply_to(function, a, b)[1]
        numbers = [each.detach().numpy().copy() for each in (a, b)]
        came = [out is a and a._version > version, *numbers, b._version == 0]
        return made, leaves, a, b, memory, steps, came, turned

    def go_on(made, leaves, a, b, memory, steps, came, turned):
        asked = [leaf for leaf in leaves if leaf.requires_grad]
        for what, numbers in steps:
            if what == "walk":
                came.append(walk(a, asked, numbers, turned))
            elif what == "call":
                asked.append(made(numbers).requires_grad_())
                apply_to(function, a, asked[-1])
            elif what == "call with b":
                apply_to(function, a, b)
            elif what == "write a":
                a.detach().add_(mg.tensor(numbers))
            elif what == "write b":
                b.detach().add_(mg.tensor(numbers))
        return [*came, bool((a.detach().numpy() == memory).all())]

    if together:
        return [go_on(*begun) for begun in [begin(*case) for case in cases]]
    return [go_on(*begin(*case)) for case in cases]


@learner_side
def arrives_with_gaps(function, first, second, upper):
    """Both gradients, when what arrives lies in memory like every second column of a table."""
    from autograder.kit.function_runs import apply_to

    a, b = (mg.tensor(each, requires_grad=True) for each in (first, second))
    y = a.clone()
    apply_to(function, y, b)
    g = mg.stack([mg.tensor(upper)] * 2, -1)[..., 0]
    return [each.detach().numpy().copy() for each in mg.autograd.grad(y, [a, b], g)]


def unlike(walks):
    """What is said of the first of these (found, wanted, words) that is far off."""
    for found, wanted, words in walks:
        if isinstance(found, str):
            return words
        for one, right in zip(found, wanted, strict=True):
            alike = type(one) is np.ndarray and one.shape == right.shape
            if not alike or not (np.abs(one - right) <= 1e-6 + 1e-6 * abs(right)).all():
                return words
    return ""


def walks_of(kinds, first, second, steps, *_):
    """For each walk the right gradients, whether an error will do as well, and what arrives."""
    now, b, slopes, free, walks = first * second + 1, second, {"a": second, "b": first}, False, []
    slopes = {key: slope for (key, slope), kind in zip(slopes.items(), kinds, strict=True) if kind != "constant"}
    for what, numbers in steps:
        if what == "walk":
            walks.append(([numbers * slope for slope in slopes.values()], free, numbers))
            continue
        free = True
        if what in ("call", "call with b"):
            factor = numbers if what == "call" else b
            slopes = {key: slope * factor for key, slope in slopes.items()}
            if what == "call":
                slopes[len(slopes), "another"] = now
            elif "b" in slopes:
                slopes["b"] = slopes["b"] + now
            now = now * factor + 1
        elif what == "write a":
            now = now + numbers
        else:
            b = b + numbers
    return walks


def mended(cases, together=False):
    """Each case gives what numpy gives."""
    found = plain(mended_runs(MendedMulAdd_, cases, together))
    near = {"rtol": 1e-9, "atol": 1e-9}
    same([itself for itself, *_ in found], [True] * len(cases), ITSELF)
    values = [first * second + 1 for _, first, second, *_ in cases]
    close([now for _, now, *_ in found], values, VALUE, **near, about="a")
    values = [second for _, _, second, *_ in cases]
    close([beside_it for _, _, beside_it, *_ in found], values, VALUE, **near, about="b")
    same([untouched for _, _, _, untouched, *_ in found], [True] * len(cases), VALUE, about="b is not written")
    same([lies for *_, lies in found], [True] * len(cases), VALUE, about="what was on the memory of a is still")
    at_once, later, stays = [], [], []
    for case, (_, _, _, _, *walks, _) in zip(cases, found, strict=True):
        _, first, second, *_ = case
        for (wanted, free, upper), (gradients, stayed) in zip(walks_of(*case), walks, strict=True):
            refused = isinstance(gradients, str) and "modified by an inplace operation" in gradients
            words = f"a, b and g of shape {first.shape}"
            if first.size < 3:
                words = f"a = {first.tolist()}, b = {second.tolist()}, g = {upper.tolist()}"
            if free:
                later.append((wanted if refused else gradients, wanted, words))
            else:
                at_once.append((gradients, wanted, words))
            stays.append(stayed)
    close([gradients for gradients, _, _ in at_once], [wanted for _, wanted, _ in at_once], SLOPES, rtol=1e-9,
          atol=1e-300, about=unlike(at_once))
    close([gradients for gradients, _, _ in later], [wanted for _, wanted, _ in later], LATER, **near,
          about=unlike(later))
    numbers_and_version_of_g_stay = all(stays)
    same(numbers_and_version_of_g_stay, True, STAYS)


two, three, one = np.array(2.0), np.array(3.0), np.array(1.0)
some, others, weights = np.array([2.0, -1.0]), np.array([3.0, 0.0]), np.array([1.0, 10.0])
mended([(("inner", "leaf"), two, three, [("walk", one)]),
        (("inner", "inner"), some, others, [("walk", weights), ("write b", one), ("walk", weights)]),
        (("constant", "leaf"), some, others, [("walk", weights), ("walk", weights)]),
        (("inner", "leaf"), some, others, [("write a", two), ("walk", weights)]),
        (("constant", "constant"), some, others, [])])
### BEGIN HIDDEN TESTS
# word: whether a is marked where nobody requires grad, and in which memory it lies
# no inputs: same: Given rules out that a and b share a memory
# no inputs: unchanged: every case looks at b and at what arrives
# no inputs: order: the two inputs have different roles
# no inputs: block: nothing is entered
# no inputs: asked, example: the visible part asks whether it is the same tensor, and runs the example
# no inputs: aliasing: Given rules views out
# no inputs: size: the work is done by whole arrays
# inputs: dimensions (a_number_or_a_row), values (nothing_beyond_fifty, a_hash_as_a_seal), again (on_the_class)
def drawn_array(shape):
    found = (rng.uniform(-100, 100, size=shape), rng.normal(size=shape),
             rng.choice([0.0, 1.0, -1.0, 2.0, 100.0, -100.0], size=shape),
             rng.choice([0.0, 1.0, -1.0], size=shape) * 10.0 ** rng.uniform(-320, 2, size=shape),
             np.full(shape, rng.choice([0.0, 1.0, -3.0, 1e-17])))[rng.integers(5)]
    return np.asarray(found)


cases = []
for shape in ((), (1,), (0,), (2, 3), (3, 0), (1, 4), (5, 1), (2, 1, 3), (2, 2, 2, 2), (300,)):
    for kinds in (("inner", "leaf"), ("inner", "inner"), ("inner", "constant"), ("constant", "leaf"),
                  ("constant", "inner"), ("constant", "constant")):
        if kinds == ("constant", "constant"):
            cases.append((kinds, drawn_array(shape), drawn_array(shape), []))
            continue
        steps = [("walk", drawn_array(shape)) for _ in range(int(rng.integers(1, 4)))]
        for what in [(), ("write a",), ("write b",), ("write a", "write b"), ("write b", "write a"), ("call",),
                     ("call with b",), ("call", "call"), ("call with b", "write a", "call")][rng.integers(9)]:
            amount = np.array(rng.choice([1.0, -0.5, 0.0]))
            if what == "call" or rng.integers(2):
                amount = drawn_array(shape)
            steps += [(what, amount), ("walk", drawn_array(shape))]
        turned = [name for name in "abgr" if rng.integers(2)]
        cases.append((kinds, drawn_array(shape), drawn_array(shape), steps, *turned))
for what in ("write a", "write b"):   # sums of entries, also of their squares, stay as they were
    for amount in ([2.0, -2.0, 0.0], [-3.0, 0.0, 3.0], [1.0, -2.0, 1.0], [0.0, 1.0, -1.0]):
        steps = [(what, np.array(amount)), ("walk", rng.uniform(1, 100, size=3))]   # in a gradient of 0 nothing is seen
        cases.append((("inner", "leaf"), np.array([1.0, 3.0, 4.0]), np.array([1.0, 3.0, 4.0]), steps))
    for count in (2, 3, 10, 256)[:4 if what == "write b" else 2]:   # so many writes
        steps = [(what, np.array(0.5))] * count + [("walk", np.array([1.0, 10.0]))]
        cases.append((("inner", "leaf"), np.array([1.0, 3.0]), np.array([4.0, -2.0]), steps))
    for size, places in ((3, {0, 1, 2}), (8, {0, 2, 3, 5, 7}), (300, {1, 150, 298}), (2000, {1000, 1997})):
        for at in places:   # only one entry is another
            steps = [(what, (3e-8 if size == 3 else 1e-6) * (np.arange(size) == at)), ("walk", np.linspace(1, 2, size))]
            cases.append((("inner", "leaf"), np.linspace(2, 3, size), np.linspace(3, 2, size), steps))
for numbers in ([0, 2], [-1, 3], [1, -1], [1, 5, 1], [2, 2, 7, 2], [1, 1, 1, 5], [5, 1, 1, 1], [2, 0, 1], [1, 0, 1]):
    numbers = np.array(numbers, float)   # sums that are 0, or as large as for ones
    others_too = rng.uniform(1, 2, size=numbers.shape)
    cases += [(("inner", "leaf"), numbers, others_too, [("walk", others_too)]),
              (("inner", "leaf"), others_too, numbers, [("walk", others_too)]),
              (("inner", "leaf"), others_too, 1 + others_too, [("walk", numbers)])]
cases.append((("inner", "leaf"), rng.normal(size=3), rng.normal(size=3), [("walk", rng.normal(size=3))] * 30))
for shape in ((2, 3, 4), (3, 2, 1), (2, 1, 3, 2)):
    cases += [(("inner", "leaf"), rng.normal(size=shape), rng.normal(size=shape),
               [("walk", rng.normal(size=shape)), ("walk", np.ones(shape))], *names)
              for names in ("ar", "br", "gr", "abr", "agr", "bgr", "abgr", "abg")]
for old, new in ((-1.0, -2.0), (-2.0, -1.0), (0.5, 2.0**60), (2.0, 2.0**62)):   # numbers of which hash says the same
    cases += [(("inner", "leaf"), np.array([1.0, first]), np.array([1.0, old]),
               [(what, np.array([0.0, new - old])), ("walk", np.array([1.0, 3.0]))])
              for first, what in ((3.0, "write b"), ((old - 1) / old, "write a"))]
cases += [(kinds, np.zeros(3), np.zeros(3), [("walk", drawn_array((3,)))]) for kinds in (("inner", "leaf"),) * 2]
tiny = np.array([[1e-17, -1e-16, 0.0], [5e-324, 1e-300, -2e-17]])
cases += [(("inner", "leaf"), rng.normal(size=(2, 3)), tiny, [("walk", drawn_array((2, 3)))], *names)
          for names in ("", "a", "b", "abg")]
for shape in ((2, 2), (3, 2), (2, 3, 2)):   # what arrives is the same along one axis, or along two
    for axis in range(2 * len(shape) if len(shape) > 2 else len(shape)):
        upper = rng.normal(size=shape)
        for one in {axis % len(shape), (axis + axis // len(shape)) % len(shape)}:
            upper = np.repeat(upper.take([0], one), shape[one], one)
        cases.append((("inner", "leaf"), rng.normal(size=shape), rng.normal(size=shape), [("walk", upper)]))
for shape in ((2, 2), (3, 3), (1, 1), (2, 1, 2, 1, 2, 1), (2, 300), (300, 2), (6000,), (70000,),
              (1,) * 30 + (2,), (2, 1, 1, 2, 1, 1, 1, 2, 1, 1), (), (), ()):
    steps = [("walk", np.asarray(rng.normal(size=shape))), ("walk", np.ones(shape))]
    first, turned = np.asarray(rng.normal(size=shape)), "abg"[rng.integers(4):]
    cases.append((("inner", "leaf"), first, drawn_array(shape), steps, *turned))
for first in (0.0, 1.0, -1.0, 2.5):   # single numbers
    cases += [(("inner", "leaf"), np.array(first), np.array(second), [("walk", np.array(upper))])
              for second in (0.0, 1.0, -2.0) for upper in (0.0, 1.0, -3.0)]
kinds_of_two = [(one, other) for one in ("inner", "constant") for other in ("leaf", "inner", "constant")][:-1]
for shape in ((), (1,), (3,), (2, 3), (4, 1), (2, 1, 3), (2, 2, 2, 2), (300,), (40, 50)):
    for kinds in kinds_of_two:   # each is written, whatever its kind and shape
        for what, turned in (("write b", ""), ("write a", "a"), ("write b", "ab")):
            first, second = [np.asarray(rng.uniform(1, 2, size=shape)) for _ in range(2)]
            steps = [(what, np.array(1.0)), ("walk", np.asarray(rng.uniform(1, 2, size=shape)))]
            cases.append((kinds, first, second, steps, *turned))
for second in (3.0, 1.0, -2.0, 1e-3, 100.0):   # what a sum with 1 swallows
    cases += [(("inner", "leaf"), np.array([1e-17, first, -1e-30]), np.full(3, second),
               [("walk", np.array([1.0, 2.0, 3.0]))])
              for first in (5.0, 1e-12)]
for together in (True, False):
    mended([cases[i] for i in rng.permutation(len(cases))], together)
for shape in ((), (1,), (4,), (2, 3), (2, 1, 3)):
    one_a, one_b, upper = [np.asarray(rng.normal(size=shape)) for _ in range(3)]
    found = plain(arrives_with_gaps(MendedMulAdd_, one_a, one_b, upper))
    close(found, [upper * one_b, upper * one_a], SLOPES, rtol=1e-9,
          about=f"what arrives lies with gaps in memory; shape {shape}")
one_a, one_b = rng.normal(size=(2, 3)), rng.normal(size=(2, 3))
now = mg.tensor(one_a, requires_grad=True).clone()
close(MendedMulAdd_.apply(now, mg.tensor(one_b)), one_a * one_b + 1, VALUE, rtol=1e-9)
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Backward needs the `a` that came in, and forward destroys it. Is there any other place where it could survive?
# </details>
# <details><summary>Hint 2: the slope for <code>b</code> is <code>nan</code>, or <code>inf</code></summary>
#
# You worked the old value out of the new one, by taking 1 away and dividing by `b`. Where `b` is 0 the old value is
# lost for good. What costs a little memory and works always?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Save a clone of `a`, made before the write, and `b` itself. In backward, multiply without an underscore: two new
# tensors, and `g` stays what it was.
# </details>

# %% [markdown]
# A popular article prints this Function, with a copy kept and nothing overwritten in backward, and it is right about
# the mathematics: 3 and 2. For first derivatives, that is. The copy is a constant to the graph, so with
# `create_graph=True` the gradient for `b` has no `grad_fn`, and second derivatives are lost without a word. If you need
# them, write `a * b + 1` out of place.

# %% claims=["C0-20"]
g = mg.tensor(1.0)
print(outcome(lambda: slopes(MendedMulAdd_, g)), "  the caller's g is still", g.item())

# %% [markdown]
# ## Two names, one memory
#
# `y[1:]` is a view: a tensor of its own, on a part of the memory of `y`. In your engine every view still has a counter
# of its own. Here `y` is written through a view of `y.detach()`. (`detach` is there so that nothing is recorded; what
# it gives has the memory and the counter of `y`. `[1:]` then gets a new counter.) Predict what the counters say after
# the write, and whether backward notices.

# %%
def through_a_view():
    x = tape.Tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 2
    z = y * y
    row = y.detach()[1:]
    row.mul_(10.0)
    print("y", y.data, "versions", y.version.number, row.version.number)
    z.sum().backward()
    return x.grad.data

print(outcome(through_a_view))

# %% [markdown]
# `y` was changed, its counter says 0, and the gradient is wrong: 160 and 240 where $8x$ is 16 and 24. A write changes a
# memory, whatever name it came by. So all tensors on one memory need *one* counter: the very object, not one with the
# same number.
#
# The second half is the graph. After `row.mul_(w)` the tensor `y` has changed too, in a part. So `y` needs a history in
# which the part comes from the product, and the rest from what `y` was before:

# %%
x = mg.tensor([1.0, 2.0, 3.0], requires_grad=True)
w = mg.tensor([5.0, 7.0], requires_grad=True)
y = x * 2
y[1:].mul_(w)
draw(y)

# %% [markdown]
# *Figure 5. What `y` comes from after a write through a view of it, in `mg`.*
#
# **The figure in words.** The leaf `x` and the constant 2 lead to a product: what `y` was before the write. From there
# an arrow leads to `y`, which is now a box called CopySlices; a second arrow leads to it from the leaf `w`. The box
# says that it writes a product into a part of it, and that the memory is at version 1, by `mul_`. For the rule of this
# product it has saved the two factors, the old part (`self`) and `w`, both at version 0, at which they still are.
#
# On the way back a gradient `g` for the whole `y` arrives at this node. It has to be divided up. What belongs to the
# part goes through the rule of the write, which says what the old part gets, and what `w` gets. What belongs to the
# rest goes back as it is.

# %% [markdown]
# ## Exercise 6.9 · One counter, and the graph of the base (code, 5 points, about 15 min, needs 6.2)
#
# These two go into your engine. They need `np` and what is in this cell.
#
# **Goal** Write `share(view, other)` and `write_view(g, take, rule)`.
#
# **Given** for `share` two tensors on one memory, of which `view` is new; each has an attribute `version`, any object
# that counts as true, and perhaps no `__dict__`. Nothing else is known of the tensors and the versions: `==` may find
# two of them equal, or raise an error, and they may have other attributes, of any name, which mean nothing here. A
# pair may come again, with other versions by then. For `write_view` an array `g` of at most 300 finite `float64`
# numbers, large and small, the gradient of a base that was written through a view; it may be transposed, expanded or
# read-only. `take` finds the view in an array of the shape of `g`: `take(array)` is a view of `array`, so that
# writing to it writes to `array`; it may also turn it round, take every second element, or find none. And `rule`, the
# rule of the write: called with the gradient of the part, an array of the shape of `take(g)` (for `()` one of numpy's
# numbers will do), it returns a tuple of one to three arrays of `float64`, finite too: first the gradient of the part
# as it was before the write, in the same shape, then those of other inputs, each in a shape of its own, also `()`.
# What it returns may be the array that it was given, or a view of it, also twice.
#
# **Return** from `share` whatever you like, nobody looks at it: afterwards `view.version` is the very object that
# `other.version` is, and nothing else has changed. From `write_view` a tuple: first the gradient of the base before the
# write, a new array of the shape of `g`, which shares its memory neither with `g` nor with an array that `rule`
# returned; then what `rule` returned for the others, the very arrays or copies, in their shapes (for `()` a number will
# do). These may share memory with each other, and with `g` if you gave `rule` a view of it. `rule` is called once, and
# computes only. `g` and what `rule` returned stay as they are: their numbers, and whether they are read-only.
#
# **Example** With `g = np.array([1., 2., 3.])`, a `take` that returns `a[1:]` for an array `a`, and a `rule` that
# returns `(10 * part, 5 * part)` for a `part`, `write_view` returns the arrays `[1., 20., 30.]` and `[10., 15.]`.

# %% nbgrader={"grade_id": "ex6_9", "solution": true}
### BEGIN SOLUTION
def share(view, other):
    view.version = other.version


def write_view(g, take, rule):
    before = g.copy()
    part, *others = rule(take(g).copy())
    take(before)[...] = part
    return (before, *others)
### STUB
# def share(view, other):
#     raise NotImplementedError("still the stub")
#
#
# def write_view(g, take, rule):
#     raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex6_9_test", "grade": true, "points": 5} exercise={"kind": "C", "forbid": ["minigrad"]}
ONE = "one counter: afterwards the view has the very version of the other, which keeps it"
REST = "rest: what was not written gets its gradient as it arrived"
PART = "part: where the view is stands what the rule gives for the old part, and nothing is added to it"
OTHERS = "others: a tuple comes back, and behind the base's gradient stand those of the rule's other inputs"
UPSTREAM = "upstream: the rule is called once, with the part of g that belongs to the view"
KEPT = "kept: g stays as it is, and the base's gradient is a new array"
exact = {"rtol": 1e-12, "atol": 0.0}


@learner_side
def shared(share, links, count=0):
    """Which versions things have after these calls of share: (view, other), numbers of things.

    Each began with one of its own, at this count, and then all are equal, and not the same; or at counts of their own.
    """
    class Thing:
        def __init__(self, number):
            self.version, self.data, self.base = Counter(counts[number]), [float(number)], number

    class Counter:
        def __init__(self, count):
            self.number, self.changes = count, ["a"] * count

        def __eq__(self, other):
            return self.changes == other.changes

        def __hash__(self):
            return self.number

    many = 1 + max(map(max, links))
    counts = count[:many] if isinstance(count, list) else [count] * many
    things = [Thing(number) for number in range(many)]
    versions = [thing.version for thing in things]
    for view, other in links:
        share(things[view], things[other])
    whose = [[each is thing.version for each in versions].index(True)
             if any(each is thing.version for each in versions) else "another" for thing in things]
    plainly = [[each.number, each.changes] == [its, ["a"] * its] and list(each.__dict__) == ["number", "changes"]
               for each, its in zip(versions, counts, strict=True)]
    whole = [list(thing.__dict__) == ["version", "data", "base"] and [thing.base, thing.data] == [n, [float(n)]]
             for n, thing in enumerate(things)]
    return whose, all(plainly) and all(whole)


@learner_side
def shared_of_a_kind(share):
    """Whether both have the very version of the other: tensors and versions of many kinds.

    Ones with slots, versions that are no counters, ones that are all equal, and ones that may not be compared.
    """
    class Slots:
        __slots__ = ("version",)

    class Plain:
        pass

    class Elsewhere:   # its version is not in its __dict__
        version = property(lambda self: self.kept)

        def __setattr__(self, name, value):
            object.__setattr__(self, "kept", value)

    class Alike:
        def __eq__(self, other):
            return True

        def __hash__(self):
            return 1

    class Reserved:
        def refuse(self, *_):
            raise TypeError("this object may not be compared, or asked for its truth")

        __eq__ = __ne__ = refuse
        __hash__ = None

    class Entries(Reserved):
        __bool__ = Reserved.refuse

    class Busy:   # it can be called, and has attributes of every kind
        def __init__(self):
            self.asked, self.number = 0, 10**9

        def __call__(self):
            self.asked = self.asked + 1
            return Plain()

        __iter__ = __next__ = __call__
        version = __wrapped__ = property(lambda self: Plain())

    found = []
    for kind in (Slots, Plain, Alike, Entries, Elsewhere):
        for ours, others in ((0.5, 2.5), ((1,), (2,)), (lambda: 1, lambda: 2), (10**20, 10**20 + 1),
                             ({1: 2}, {1: 2}), (b"1", b"2"), ("1", "2"),
                             (object(), object()), ([5], [5]), (7, 3), (Alike(), Alike()),
                             (Reserved(), Reserved()), (Busy(), Busy()), (Plain, Busy), (len, print),
                             ("1", object()), (Plain(), Alike())):
            view, other = kind(), kind()
            view.version, other.version = ours, others
            share(view, other)
            asked = [each.asked for each in (ours, others) if type(each) is Busy]
            found.append([view.version is others, other.version is others and not any(asked)])
        letters = iter("ab")
        view.version, other.version = iter("a"), letters
        share(view, other)
        found.append([view.version is letters, other.version is letters and list(letters) == ["a", "b"]])
        for numbers in ((3, 1), (1, 3), (0, 2), (2, 0)):
            ours, others, view, other = Plain(), Plain(), kind(), kind()
            ours.number, others.number = numbers
            view.version, other.version = ours, others
            share(view, other)
            found.append([view.version is others, other.version is others and (ours.number, others.number) == numbers])
    return found


@learner_side
def shared_of_the_engine(tape, share):
    """Whether each call of share did what it should, and nothing else, to tensors of the engine: of three kinds each.

    They are constants, leaves that require grad, and results.
    """
    found = []
    for ours in range(3):
        for others in range(3):
            leaves = [tape.Tensor([1.0, 2.0], requires_grad=True) for _ in range(2)]
            view, other = [(tape.Tensor([3.0, 4.0]), leaf, leaf * 2.0)[kind]
                           for leaf, kind in zip(leaves, (ours, others), strict=True)]
            wanted = [view.__dict__ | {"version": other.version}, {**other.__dict__}]
            share(view, other)
            found.append(all(each.__dict__.keys() == names.keys()
                             and all(each.__dict__[name] is names[name] for name in names)
                             for each, names in zip((view, other), wanted, strict=True)))
    return found


@learner_side
def shared_in_a_story(share, steps):
    """Whether each call of share did what it should: the view has the very version of the other; and nothing else.

    A step is (kind, kind, which, new, odd): what the view and the other are, which of four pairs, whether this is a new
    one, and which value their attributes have; its versions are new in any case, and earlier ones are let go. From 8 on
    this value is a thing that has a version of its own, which nobody asked for.
    """
    class Plain:
        pass

    class Anything:
        def __getattr__(self, name):
            if name.startswith("__") or name == "version":
                raise AttributeError(name)
            return answer

    def made(kind):
        thing = Plain() if kind == "plain" else Rich() if kind == "rich" else Anything()
        if kind == "filled":
            thing = Plain()
            for name in names:
                setattr(thing, name, filling)
        return thing

    names = ["grad", "data", "base", "_base", "node", "grad_fn", "requires_grad", "is_leaf", "number", "changes",
             "shape", "parent", "_version", "shared", "is_view", "retains_grad", "then", "tensor", "storage", "_view",
             "owner", "origin", "root", "source", "view_of", "viewed", "memory", "array", "counter", "saved",
             "frozen", "locked", "views", "shares", "users", "count", "writable", "readonly", "detached", "aliases"]
    stranger = Plain()
    stranger.version = stranger.number = Plain()
    stranger.version.number, stranger.version.changes = 5, ["a"] * 5
    pairs, found = {}, []
    for ours, others, which, new, odd in steps:
        answer = filling = [None, False, 0, [], "a", 2.5, True, (), stranger, stranger.version][odd]
        Rich = type("Rich", (), dict.fromkeys(names, stranger if odd > 7 else 1.0))
        if new or which not in pairs:
            pairs.pop(which, None)
            pairs[which] = made(ours), made(others)
        view, other = pairs[which]
        for thing in (view, other):
            thing.version = made("filled") if odd % 2 else made("plain")
        before = [dict(each.__dict__) for each in (view, other, view.version, other.version)]
        first, second = view.version, other.version
        share(view, other)
        wanted = [before[0] | {"version": second}, *before[1:]]
        after = [each.__dict__ for each in (view, other, first, second)]
        found.append(view.version is second and other.version is second
                     and all(one.keys() == two.keys() and all(one[name] is two[name] for name in one)
                             for one, two in zip(after, wanted, strict=True)))
        del view, other, first, second, before, wanted, after, thing
    return found


@learner_side
def spied_share(share):
    """Whether share did what it should, and nothing else, to things that answer to every name, and note all."""
    def spy(answer, **known):
        done = []

        def do(*what):
            done.append(what[1:])
            return 0

        def said(_, name):
            if name.startswith("__"):
                raise AttributeError(name)
            return known.get(name, do if answer == "a method" else answer)

        class Every(dict):   # all names are in it
            def __contains__(self, name):
                return True

            def get(self, name, *_):
                return said(self, name)

            __getitem__ = get
            __setitem__ = __delitem__ = update = setdefault = pop = do

        class Kind(type):
            __getattr__, __setattr__, __delattr__ = said, do, do

        class Spy(metaclass=Kind):
            __getattr__ = said
            __dict__ = property(lambda self: Every())
            __delattr__ = __setitem__ = __delitem__ = __call__ = do

            def __setattr__(self, name, value):
                if name != "version" or "version" not in known:
                    do(self, name)
                known[name] = value

        return Spy(), done

    found = []
    for answer in (0, [], "a", None, True, {}, set(), 2.5, "a method"):
        as_it_was = repr(answer)
        versions = [spy(answer) for _ in range(2)]
        (view, to_view), (other, to_other) = [spy(answer, version=version) for version, _ in versions]
        (first, to_first), (second, to_second) = versions
        share(view, other)
        quiet = to_view + to_other + to_first + to_second == [] and repr(answer) == as_it_was and first is not second
        found.append([view.version is second, other.version is second, quiet])
    return found


@learner_side
def one_after_the_other(write_view, shapes, many):
    """How many results are right at the end of many calls, whose results are all kept."""
    import numpy

    def take(a):
        return a[1:]

    def rule(part):
        return 2 * part, 3 * part, numpy.array(part.sum())

    kept = []
    for number in range(many):
        g = numpy.full(shapes[number % len(shapes)], 1.0 + number)
        kept.append((g.copy(), write_view(g, take, rule)))
    right = 0
    for g, (base, second, third) in kept:
        wanted = g.copy()
        wanted[1:] *= 2
        right += bool((numpy.asarray(base) == wanted).all() and (numpy.asarray(second) == 3 * g[1:]).all()
                      and float(third) == float(g[1:].sum()))
    return right


@learner_side
def divided(write_view, cases):
    """For each case (g, how, view, factors) what came out, what the rule was given, and how often; and g afterwards.

    how: keys of takes below, one after the other. Factors: for each array that the rule returns a number to multiply
    by, or None for the very array that it was given, "sum" for its sum, "twice" for it twice in a row, "ones" for ones,
    "round" for a view of it that is turned round, "a column" for a view of its first column, "one number" for an
    array that shows one number everywhere.
    """
    import contextlib

    import numpy

    # sorted, since a sum depends on the order in which the entries lie
    others = {"sum": lambda part: numpy.array(sum(sorted(part.ravel().tolist()))),
              "twice": lambda part: numpy.concatenate([part.ravel()] * 2),
              "ones": numpy.ones_like, "round": lambda part: part.T[::-1].T if part.ndim else part[...],
              "a column": lambda part: part[..., :1] if part.ndim else part[...],
              "one number": lambda part: numpy.broadcast_to(2.5, part.shape)}   # which cannot be written into

    takes = {
        "all": lambda a: a, "tail": lambda a: a[1:], "every other": lambda a: a[::2], "turned": lambda a: a[::-1],
        "last axis": lambda a: a[..., -1], "transposed": lambda a: a.T, "none": lambda a: a[:0],
        "first": lambda a: a[0, ...], "new axis": lambda a: a[None], "middle": lambda a: a[1:-1],
        "columns": lambda a: a[..., 1::2],
    }
    def ruled(factors):
        def rule(part):
            came.append(numpy.array(part))
            answers = tuple(part if factor is None else others[factor](part) if factor in others
                            else numpy.asarray(factor * part) for factor in factors)
            returned.extend((each, numpy.array(each)) for each in answers)
            closed.extend((each, is_open(each)) for each in answers)
            return answers
        return rule

    def is_open(array):   # to writes
        with contextlib.suppress(ValueError, TypeError):   # it is read-only, or a number
            numpy.copyto(array, numpy.array(array))
            return True
        return False

    found, earlier, kept, rules, came, returned, closed = [], [], {}, {}, [], [], []
    for g, how, factors, form in cases:
        given = whole = numpy.array(g)
        if form == "transposed":
            given = whole = given.T.copy().T
        if form == "every other":
            given = whole = numpy.repeat(given[..., None], 2, axis=-1)[..., 0]
        if form == "backwards":
            given = whole = given[..., ::-1].copy()[..., ::-1]
        if form == "read-only":
            given.flags.writeable = False
        if form in ("expanded", "expanded, open"):  # every row is the first
            whole, steps = numpy.array(given[:1]), given.strides[1:]
            given = numpy.broadcast_to(whole, given.shape)
            if form == "expanded, open":  # to writes
                given = numpy.lib.stride_tricks.as_strided(whole, given.shape, (0, *steps))

        def take(a, how=how):
            for word in how:
                a = takes[word](a)
            return a

        take = kept.setdefault(tuple(how), take)   # one comes with arrays of many shapes
        rule = rules.setdefault(tuple(factors), ruled(factors))
        came.clear()
        returned.clear()
        closed.clear()

        made = write_view(given, take, rule)
        kind = isinstance(made, tuple) and all(type(each) in (numpy.ndarray, numpy.float64, float, int)
                                               for each in made)
        copies = [numpy.array(float(each) if isinstance(each, int) else each) for each in made]   # a number will do
        open_to_writes = form in ("read-only", "expanded")
        with contextlib.suppress(ValueError):
            numpy.copyto(given, numpy.array(given))
            open_to_writes = True
        stayed = bool((given == g).all()) and open_to_writes
        stayed = stayed and all(is_open(each) is then for each, then in closed)
        whole.flags.writeable, before = True, whole.copy()
        numpy.copyto(whole, 2 * before + 1.25)
        fresh = bool((numpy.asarray(made[0]) == copies[0]).all())
        numpy.copyto(whole, before)
        base = numpy.asarray(made[0])
        with contextlib.suppress(ValueError):   # it may be read-only
            numpy.copyto(base, 2 * copies[0] + 1.25)
        apart = all(bool((one == early).all()) for one, early in
                    [*zip(made[1:], copies[1:], strict=True), *returned])
        with contextlib.suppress(ValueError):
            numpy.copyto(base, copies[0])
        for each, early in returned:   # and the other way round
            if is_open(each):
                numpy.copyto(each, 2 * early + 1.25, casting="unsafe")
                apart = apart and bool((base == copies[0]).all())
                numpy.copyto(each, early)
        earlier.append(list(zip(made, copies, strict=True)))
        found.append([kind, copies, list(came), fresh, stayed, apart])
    stays = [all(bool((numpy.asarray(one) == early).all()) for one, early in pairs) for pairs in earlier]
    return [[*each, whole] for each, whole in zip(found, stays, strict=True)]


@learner_side
def seen_by_take(write_view, g, kept):
    """Finite numbers that are in the arrays which take is given, and not in g: an answer may take them for a mark."""
    import math

    arrays, seen = [], []

    def look():
        for array in arrays:
            seen.extend(float(each) for each in array.ravel().tolist())

    def take(a):
        arrays.append(a)
        look()
        return a[1:] if kept else a[...]

    def rule(part):
        look()
        return (part * 3.0,)

    write_view(g.copy(), take, rule)
    look()
    had = [*g.tolist(), *(3.0 * g).tolist()]
    return [each for each in dict.fromkeys(seen) if math.isfinite(each) and each not in had][:20]


def answers_of(factors, part):
    """What the rule of these factors returns."""
    others = {None: part, "sum": np.array(sum(sorted(part.ravel().tolist()))),
              "twice": np.concatenate([part.ravel()] * 2), "ones": np.ones(part.shape),
              "round": part[..., ::-1] if part.ndim else part,
              "a column": part[..., :1] if part.ndim else part, "one number": np.full(part.shape, 2.5)}
    return [others[factor] if factor in others else factor * part for factor in factors]


def check_divided(about, cases):
    """The same, worked out here with an array of places."""
    places_of = {
        "all": lambda a: a, "tail": lambda a: a[1:], "every other": lambda a: a[::2], "turned": lambda a: a[::-1],
        "last axis": lambda a: a[..., -1], "transposed": lambda a: a.T, "none": lambda a: a[:0],
        "first": lambda a: a[0, ...], "new axis": lambda a: a[None], "middle": lambda a: a[1:-1],
        "columns": lambda a: a[..., 1::2],
    }
    found = divided(write_view, cases)
    same(len(found), len(cases), OTHERS, about=about)
    for number, (g, how, factors, form) in enumerate(cases):
        kind, made, came, is_a_new_array, g_stays, apart, stays_later = found[number]
        words = f"{about}: g of shape {np.shape(g)}, the view {', '.join(how)}, {len(factors)} inputs, {form}"
        where = np.arange(g.size).reshape(g.shape)
        for word in how:
            where = places_of[word](where)
        part = g.ravel()[where]
        expected = g.ravel().copy()
        answers = answers_of(factors, part)
        expected[where.ravel()] = answers[0].ravel()
        rest = np.setdiff1d(np.arange(g.size), where.ravel())
        same(kind, True, OTHERS, about=f"{words}; is it a tuple of numpy's arrays (or numbers)?")
        same(len(came), 1, UPSTREAM, about=words)
        close(came[0], part, UPSTREAM, about=words, **exact)
        same(np.shape(made[0]), np.shape(g), REST, about=words)
        close(made[0].ravel()[rest], g.ravel()[rest], REST, about=words, **exact)
        close(made[0], expected.reshape(g.shape), PART, about=words, **exact)
        same(len(made), len(factors), OTHERS, about=words)
        for at, answer in enumerate(answers[1:], 1):
            close(made[at], answer, OTHERS, about=words, **exact)
        same(apart, True, OTHERS,
             about=f"{words}; does a write into the base's gradient leave what the rule returned as it is?")
        same([g_stays, is_a_new_array, stays_later], [True] * 3, KEPT, about=words)


@learner_side
def finding(begin, step, turned):
    """A take that finds every so many-th row from one on; turned: with the axes the other way round."""
    return (lambda a: a[begin::step].T) if turned else (lambda a: a[begin::step])


def check_direct(g, how, factors):
    """One call of the check's own, with a rule of the check's own."""
    came = []

    def own_rule(part):
        came.append(np.array(part))
        return tuple(factor * np.array(part) for factor in factors)

    begin, step, turned = how
    where = np.arange(g.size).reshape(g.shape)[begin::step]
    where = where.T if turned else where
    right = g.flatten()
    right[where.ravel()] = (factors[0] * g.ravel()[where]).ravel()
    made = write_view(g, finding(begin, step, turned), own_rule)
    about = f"g of shape {g.shape}, a view of shape {where.shape}, {len(factors)} inputs"
    same(len(came), 1, UPSTREAM, about=about)
    close(came[0], g.ravel()[where], UPSTREAM, about=about, **exact)
    rest = np.setdiff1d(np.arange(g.size), where.ravel())
    close(plain(made[0]).ravel()[rest], g.ravel()[rest], REST, about=about, **exact)
    close(made[0], right.reshape(g.shape), PART, about=about, **exact)
    close(made[1], factors[1] * g.ravel()[where], OTHERS, about=about, **exact)


check_direct(np.array([1.0, 2.0, 3.0]), (1, 1, False), [10.0, 5.0])
whose_version, rest_stays = shared(share, [(1, 0)])
same(whose_version, [0, 0], ONE, about="tensor 1 is a view of tensor 0; whose version each has")
same(rest_stays, True, ONE, about="the counters themselves, and what else the tensors have")
same(shared(share, [(1, 0), (2, 1)])[0], [0, 0, 0], ONE, about="a view of a view")
same(shared_of_a_kind(share), [[True, True]] * 110, ONE,
     about="tensors and versions of other kinds: does the view have the other's, and does the other keep it?")
g = np.array([1.0, 2.0, 3.0])
check_divided("the example", [(g, ["tail"], [10.0, 5.0], "an array")])
check_divided("a write that ends what was there", [(g, ["tail"], [0.0, None], "an array")])
check_divided("an addition", [(g, ["tail"], [None, None], "an array"), (g, ["tail"], [None, -1.0], "an array")])
check_divided("one input only", [(g, ["every other"], [-2.0], "an array"), (g, ["all"], [0.5], "an array")])
table = np.arange(1.0, 7.0).reshape(2, 3)
check_divided("a sum", [(table, ["tail"], [1e-17, "sum"], "transposed"),
                        (table * 1e17, ["tail"], ["ones"], "an array")])
check_divided("a column", [(table, ["last axis"], [3.0, 2.0, None], "an array")])
check_divided("a view that is turned round", [(table, ["transposed", "tail"], [2.0], "an array"),
                                              (g, ["turned", "tail"], [None, 4.0], "read-only")])
### BEGIN HIDDEN TESTS
# word: which counter a tensor has, what was changed, and that a tuple comes back
# inputs: again (share_looks_at_grad, follows_its_base)
things = ["plain", "filled", "rich", "anything"]
story = [(things[int(rng.integers(4))], things[int(rng.integers(4))], int(rng.integers(4)), int(rng.integers(3)) == 0,
          int(rng.integers(10))) for _ in range(200)]
same(spied_share(share), [[True, True, True]] * 9, ONE,
     about="things that answer to every name: has the view the other's, does the other keep it, is all else the same")
same(shared_in_a_story(share, story), [True] * len(story), ONE, about="new pairs, pairs that were there, new versions")
# inputs: values (looks_for_equal_numbers, takes_its_writes_along)
for links, expected in (([(1, 0), (2, 0), (3, 2)], [0, 0, 0, 0]), ([(1, 0), (3, 2)], [0, 0, 2, 2]),
                        ([(2, 1), (1, 0)], [0, 0, 1]), ([(0, 3), (1, 3), (2, 1)], [3, 3, 3, 3]), ([(0, 0)], [0])):
    for count in (0, 1, 7, [3, 0, 2, 1], [0, 3, 1, 2], [0, 2, 0, 0], [2, 0, 0, 5]):
        whose_version, rest_stays = shared(share, links, count)
        same(whose_version, expected, ONE, about=f"share called for {links}; writes so far: {count}")
        same(rest_stays, True, ONE, about=f"share called for {links}; counters, and what else the tensors have")
same(shared_of_the_engine(tape, share), [True] * 9, ONE,
     about="tensors of the engine: has the view the other's version, and is all else the same?")
for shape in ((3,), (2, 3), (4, 2), (3, 1, 2)):
    for how in ((1, 1, False), (0, 2, True), (-1, -1, True), (0, 1, False), (-1, 1, True)):
        check_direct(rng.normal(size=shape), how, [-1.5, 3.0, 0.5])
        check_direct(np.round(rng.normal(size=shape)), how, [0.5, 1.0])
        check_direct(rng.normal(size=shape) * 1e-6, how, [0.0, 2.0])
ways = [["all"], ["tail"], ["every other"], ["turned"], ["last axis"], ["transposed"], ["none"], ["first"],
        ["new axis"], ["middle"], ["columns"], ["tail", "transposed"], ["transposed", "every other", "turned"],
        ["turned", "tail"], ["last axis", "new axis"], ["columns", "transposed", "tail"]]
forms = ["an array", "read-only", "transposed", "every other", "backwards"]
several = [[2.0], [None], [0.0], [None, None], [0.0, None], [None, 0.0], [-1.5, 3.0], [None, None, None]]
several += [[0.0, None, -1.0], [None, "sum"], ["ones", "sum", "twice"], [1e-17, "twice", None], [1e16, "ones"]]
several += [["round"], [10.0, "a column"], ["round", "a column", "round"], [None, "round"]]
several += [["one number", "one number"]]
for shape in ((1,), (4,), (2, 3), (1, 3), (3, 1), (2, 3, 4), (3, 2, 2), (0, 3), (2, 0), (1, 1), (3, 3), (2, 1, 2, 3),
              (2, 1, 2, 1, 2)):
    cases = []
    for n, how in enumerate(ways):
        if shape[0] or "first" not in how:
            values = rng.normal(size=shape) * 10.0 ** (rng.uniform(-12, 6) if n % 2 else rng.uniform(-290, 270))
            values = values if n % 3 else np.round(rng.normal(size=shape)) * (n % 2)
            factors = several[(n + sum(shape)) % len(several)]
            if shape[-1] or "last axis" not in how:
                cases.append((values, how, factors, forms[int(rng.integers(5))]))
                if shape[0]:
                    cases.append((np.repeat(values[:1], shape[0], axis=0), how, factors,
                                  ("expanded", "expanded, open")[n % 2]))
    check_divided("drawn", [cases[int(n)] for n in rng.permutation(len(cases))])
check_divided("every rule", [(rng.normal(size=(3, 4)), how, factors, forms[k % 4])
                             for k, factors in enumerate(several) for how in ways[k % 4::4]])
again = rng.normal(size=(2, 3))   # the same take and the same rule, with the same numbers
check_divided("twice in a row", [(again, how, factors, "an array") for how in ways[1:4] for factors in several[::4]
                                 for _ in range(2)])
for k, factors in enumerate(several):
    block = rng.normal(size=(3, 4, 2)) * 10.0 ** rng.integers(-9, 18, size=(3, 4, 2))
    check_divided("every rule, three dimensions", [(block, how, factors, "transposed") for how in ways[k % 3::3]])
for shape in ((300,), (20, 15), (2, 150), (3, 10, 10)):
    check_divided("300 numbers", [(rng.normal(size=shape), how, [-2.0, None], forms[int(rng.integers(5))])
                                  for how in ways])
check_divided("one take for arrays of many shapes", [
    (rng.normal(size=shape), how, [-2.0, None], "an array") for how in (["tail"], ["all"], ["turned"], ["every other"])
    for shape in ((3,), (5,), (2,), (2, 3), (4, 2), (3,), (3, 2), (6,), (1, 6), (2, 4), (2, 5), (3, 4), (8,), (2, 3, 4),
                  (4, 3, 2), (3, 2, 4), (2, 4, 3), (2, 2, 6), (2, 1, 3), (2, 3, 1))])
square = rng.normal(size=(3, 3))
check_divided("the same numbers at several places", [
    (each, how, [-2.0, None], "an array") for how in ways for each in (square + square.T, np.ones((3, 3)), np.eye(3))])
check_divided("numbers that stay as they are when they are turned", [
    (each, how, ["round", 2.0], "an array") for how in (["turned"], ["transposed"])
    for each in (square + square.T, square + square[::-1])])
same(one_after_the_other(write_view, [(2, 3), (4,)], 700), 700, KEPT,
     about="700 calls, one after the other: how many results are right at the end")
marks = [-999.0, -9999.0, 999.0, 99.0, 12345.0, 42.0, 1e20, 1e30, 1e99, 1e300, float(np.finfo(float).max)]
for start in (rng.normal(size=5), np.array([0.5, -1.5, 2.5]), np.zeros(4)):
    for kept_first in (True, False):
        marks += [float(each) for each in plain(seen_by_take(write_view, start, kept_first))]
for number in dict.fromkeys(marks):
    block = np.array([number, -number, 0.5, -number, number])   # numbers that often stand for nothing
    check_divided(f"the rule returns {number}", [(block, how, [-1.0], "an array") for how in (["all"], ["middle"])])
powers = np.array([10.0**n for n in range(-300, 300, 2)])
others_of_them = np.array([np.pi, np.e, 1 / 3, 1e9, 1e-5, 5e-324, np.finfo(float).tiny, np.finfo(float).eps, 2.0**31,
                           2.0**31 - 1, 2.0**32 - 1, 2.0**53, 2.0**63, 2.0**1023, 1e308, 99999.0, 123456789.0, 123.456,
                           np.finfo(np.float32).max, 666.0, 65504.0, 1e-12, 1e-300, 1e15, 1e3, 1e-9, 1e-3, 7777.0])
check_divided("numbers that often stand for nothing", [(sign * numbers, ["all"], [-1.0], "an array") for sign in (1, -1)
                                                       for numbers in (powers, powers * 10, others_of_them)])
check_divided("no dimension", [(np.array(3.0), ["all"], factors, "an array") for factors in several])
# no inputs: dimensions, order: nine shapes and sixteen views are tried, shuffled, in the same calls as values
# no inputs: same: rules that return one array twice are among those
# no inputs: aliasing, unchanged: read-only and transposed arrays are among those, and all arrays are looked at again
# no inputs: size: each element is looked at once
# no inputs: block: nothing is entered here
# no inputs: asked: what the rule was given is looked at, and how often
# no inputs: example: the visible part has it
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# `share` is one assignment. For the other: which elements of the base's gradient are those that arrived, and which are
# to be replaced? `take` finds the place in any array of that shape, also in a copy of `g`.
# </details>
# <details><summary>Hint 2: the other input gets zeros</summary>
#
# What the rule was given, it may hand on as it is. If that is a view of the array that you write to afterwards, the
# gradients of the others change with it. `copy()` makes an array of its own.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Copy `g`. Call the rule with a copy of the part of `g`; its first array is for the old part, the others go out as they
# are. Write the first into the place that `take` finds in your copy. Return the copy and the others in one tuple.
# </details>

# %% [markdown]
# Put both in, and look at the two questions again.

# %%
def tried():
    share(tape.Tensor(1.0), tape.Tensor(1.0))
    return len(write_view(np.ones(2), lambda g: g[1:], lambda part: (part, part)))

if outcome(tried) == 2:
    tape.share, tape.write_view = share, write_view

print(outcome(through_a_view))

# %%
def row_times(engine):
    x = engine.tensor([1.0, 2.0, 3.0], requires_grad=True)
    w = engine.tensor([5.0, 7.0], requires_grad=True)
    y = x * 2
    y[1:].mul_(w)
    (y * engine.tensor([1.0, 10.0, 100.0])).sum().backward()
    return x.grad.numpy().tolist(), w.grad.numpy().tolist()

print("mg  ", row_times(mg))
print("mine", outcome(lambda: row_times(tape)))

# %%
x, y, z = square_then_write()
row = y[1:]
later = row.exp()
row.mul_(10.0)
draw(later, y)

# %% [markdown]
# *Figure 6. A base, its view, and a write through the view, in your engine.*
#
# **The figure in words.** From the leaf `x` a chain leads down: a product, a sum (the `add_`), and a box CopySlices,
# which is `y` now; three constants, the other inputs, lead into these. The box says that its memory was written twice,
# by `add_` and by `mul_`, each with its line. The product has saved `x`, and CopySlices its first input; nobody has
# written these since. From the sum a second arrow leads to Index, which was `row` before it was written, and from there
# to `later`, an exponential. It has saved its own result only, so it is not red: the write came after it, and it never
# looks at `row` again.

# %% [markdown]
# ## Exercise 6.10 · Who is caught? (predict, 2 points, about 9 min, needs nothing)
#
# There are several ways to write without being recorded. Here are four, and `clone`, which only looks like one. In the
# next cells `y = x * x` keeps the leaf `x`, a 3. Then someone adds 100, and `y` walks back. The true slope is 6; at 103
# it would be 206. A sixth program, `ten_times`, writes into a result.

# %%
def no_grad(x):
    with mg.no_grad():
        x.add_(100)

def detach(x):
    x.detach().add_(100)

def data(x):
    x.data.add_(100)

def numpy(x):
    array = x.detach().numpy()
    array += 100

def clone(x):
    x.clone().add_(100)

# %%
def caught(write):
    x = mg.tensor(3.0, requires_grad=True)
    y = x * x
    write(x)
    y.backward()
    return x.grad.item()

# %%
def ten_times():
    x = mg.tensor(3.0, requires_grad=True)
    y = x * 2
    with mg.no_grad():
        y.mul_(10)
    y.backward()
    return x.grad.item()

# %% [markdown]
# **Goal** Predict what each walk gives.
#
# **Given** the cells above. In `ten_times` the value of `y` is 60 at the end, ten times 6; so its true slope
# is 20.
#
# **Return** the dictionary `unrecorded`, with one of the values in its comment for each `None`.
#
# **Example** `"by_hand": 6,` is the form of a line.

# %% nbgrader={"grade_id": "ex6_10", "solution": true}
### BEGIN SOLUTION
unrecorded = {
    "no_grad": "error",    # 6, 206 or "error": x.add_(100) inside no_grad
    "detach": "error",     # 6, 206 or "error": x.detach().add_(100)
    "data": 206,           # 6, 206 or "error": x.data.add_(100)
    "numpy": 206,          # 6, 206 or "error": the array of x is written
    "clone": 6,            # 6, 206 or "error": x.clone().add_(100)
    "ten_times": 2,        # 2, 20 or "error": y.mul_(10) inside no_grad
}
### STUB
# unrecorded = {
#     "no_grad": None,         # 6, 206 or "error": x.add_(100) inside no_grad
#     "detach": None,          # 6, 206 or "error": x.detach().add_(100)
#     "data": None,            # 6, 206 or "error": x.data.add_(100)
#     "numpy": None,           # 6, 206 or "error": the array of x is written
#     "clone": None,           # 6, 206 or "error": x.clone().add_(100)
#     "ten_times": None,       # 2, 20 or "error": y.mul_(10) inside no_grad
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex6_10_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
SET = "commitment: still the stub; put a value where None stands"
OFFERED = "commitment: each value is one of those in its comment"
ends = dict.fromkeys(("no_grad", "detach", "data", "numpy", "clone"), (6, 206, "error")) | {
    "ten_times": (2, 20, "error")}
for key, allowed in ends.items():
    same(unrecorded[key] is not None, True, SET, about=f"{key}: one of {allowed}")
    same(unrecorded[key] in allowed, True, OFFERED, about=f"{key}: one of {allowed}")

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Two questions for each: are the numbers written that `y` has kept? And is the write counted where `y` will look?
# </details>
# <details><summary>Hint 2: which counter</summary>
#
# A counter belongs to a memory, and to the tensors that know of each other on it. One of the ways gives a tensor that
# is to know nothing of the first. One of them gives no tensor at all.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# That nothing is *recorded* does not mean that nothing is *counted*. Two ways are counted, two are not, and one writes
# somewhere else. In the last program a write is counted, but there is nobody who would compare.
# </details>

# %% [markdown]
# Now run both cells. The second table shows `x` after each write: its counter, and whether it has a node.

# %% claims=["C0-30"]
ways = (no_grad, detach, data, numpy, clone)
seen = {each.__name__: outcome(lambda: caught(each)) for each in ways}
print()
beside(unrecorded, seen | {"ten_times": outcome(ten_times)})

# %% claims=["C0-29"]
for each in ways:
    x = mg.tensor(3.0, requires_grad=True)
    each(x)
    print(f"{each.__name__:8} x is {x.item():5}   version {x._version}   a node: {x.grad_fn is not None}")

# %% [markdown]
# An article says: "operations inside `no_grad` are not added to the graph", which is true: in the first line of the
# second table `x` was written and has no node. And it goes on: "so changes in place there do not affect autograd". The
# first table has two counterexamples to this second sentence. Which ones?
#
# - **a** `no_grad` and `detach`: both are counted, and so both are caught.
# - **b** `data` and `numpy`: both give a wrong slope.
# - **c** `no_grad` and `ten_times`: one gets an error, and the other the slope of a formula that no longer holds.
# - **d** None: what is not recorded cannot have any effect.

# %% nbgrader={"grade_id": "ex6_10_why", "solution": true}
### BEGIN SOLUTION
why_unrecorded = "c"
### STUB
# why_unrecorded = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex6_10_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_unrecorded is not None, True, "choice: still the stub; put a letter where None stands")
same(why_unrecorded in ("a", "b", "c", "d"), True, "choice: the answer is a small letter in quotes: a, b, c or d")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# **a** and **b** are true, and half of **a** is to the point; but `detach`, `data` and `numpy` need no `no_grad`. Not
# **d**: the numbers are changed, whoever records it. It is **c**. Where the numbers were kept, the counter tells. Where
# they were not, the gradient is that of `x * 2`, and the value is that of `x * 20`: right for a program that you did
# not run.
# </details>

# %% [markdown]
# So there is an order among these ways. `no_grad` and `detach` share the counter: a write that does harm is caught. In
# `mg`, `.data` is a tensor on the same memory with a counter of its own (in `tape` it is the array), and numpy has
# none. Both are silent. If you find `.data` in a program, `detach()` does the same and is watched.

# %% [markdown]
# ## Exercise 6.11+ · Two sentences from articles (explain, 3 points, about 10 min, needs 6.7)
#
# (Further practice.) Two sentences, each with a Function that follows its advice.
#
# 1. "Inside `forward`, write within `no_grad()`: then `mark_dirty` is not needed, and the function is faster, because
#    the graph need not be updated."
# 2. "A `forward` that changes nothing may return its input as it is. Without a write there is nothing to mark, so
#    nothing can go wrong."

# %%
class Quiet_(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        with mg.no_grad():
            return x.mul_(10)
    backward = staticmethod(lambda ctx, g: g * 10)

class AsItIs(mg.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x
    backward = staticmethod(lambda ctx, g: g)

# %%
# Your runs: change this cell as you like, and add others.
y = mg.tensor(3.0, requires_grad=True).clone()
out = AsItIs.apply(y)
print(y, out)

# %% [markdown]
# **Goal** Refute or confirm each sentence by a run of your own.
#
# **Given** the two Functions; `mg.is_grad_enabled()`, which says whether recording is on; everything above.
#
# **Return** for each sentence, in the cell below: a verdict (true, false, or true up to a point); the program of your
# run, four lines or so, and what it printed; two or three sentences that say why. A person will read it. For the first
# sentence, say what `no_grad()` changes inside `forward`, and whether the slope is right. For the second, write into
# the result.
#
# **Example** of a verdict: "True up to a point: the value is right, and ... is not, as the second line printed shows."

# %% [markdown] nbgrader={"grade_id": "ex6_11", "grade": true, "solution": true, "points": 3} exercise={"kind": "X"}
# ### BEGIN SOLUTION
# **A model answer.** *The first sentence is false.* The run: `y = x.clone()`, `Quiet_.apply(y)`, `y.backward()`, and
# `x.grad` is 1 where it should be 10. With a `print(mg.is_grad_enabled())` at the beginning of `forward` it prints
# `False`: recording is off there anyway, so the block changes nothing, neither the slope nor the speed. What is missing
# is the rebasing of `y`, and only a mark brings it about; the node is made by `apply`, with or without the block.
#
# *The second is true up to a point.* The slope through the result is right: `AsItIs.apply(x.clone()).backward()` gives
# 1. But the result is not the input: `out is y` is `False`, and `out._base is y` is `True`. It is a view of it, on the
# same memory, with this node as history. So `out.add_(1)` ends in an error, `Output 0 of AsItIs is a view and is being
# modified inplace`. And a write into `y` changes `out`. Return `x.clone()` if the result is to be a tensor of its own.
#
# **Rubric.**
#
# - **3 points** Both verdicts are right and each is shown by a run that could have turned out otherwise. The first
#   names the slope (1 for 10) and that recording is off in `forward` anyway; the second names that the result is a view
#   and shows a consequence (the error of a write into it, or that the two share their numbers).
# - **2 points** Both verdicts are right with runs, and one reason is missing or wrong.
# - **1 point** One sentence is settled by a run, the other by words only, or wrongly.
# - **0 points** No run, or runs that do not bear on the sentences.
# ### END SOLUTION

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# A run that can refute a sentence is one whose outcome the sentence foretells. What does the first one foretell about
# the slope, if you go on with `y`? What does the second one foretell about the result?
# </details>
# <details><summary>Hint 2: which step</summary>
#
# Your `verdict` of 6.7 takes both Functions. For the second one, ask for `_base` of the result, and then write into the
# result in place.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Is recording on inside `forward` without the block? Walk back from the input, not from the result, and compare with
# 10. For the second, compare the two tensors: are they the same, do they share their memory, and may both be written?
# </details>

# %% [markdown]
# When you have written your answer, run these. The first settles the first sentence.

# %% claims=["C0-25", "C0-32"]
x = mg.tensor(3.0, requires_grad=True)
y = x.clone()
out = Quiet_.apply(y)
print("node of the result:", out.grad_fn.name(), "  node of y:", y.grad_fn.name())
y.backward()
print("slope", x.grad.item(), "and not 10")

class Asks(Quiet_):
    @staticmethod
    def forward(ctx, x):
        print("recording in forward, without a block:", mg.is_grad_enabled())
        return x * 10

out = Asks.apply(x)

# %% [markdown]
# The block changes nothing, since recording is off in `forward` anyway; so nothing gets faster, and nothing is
# rebased. `apply` makes the node in either case. If you want to do without a mark, do without the Function: the
# package's own `y.mul_(10)` rebases `y` by itself. Or write out of place.
#
# And the second sentence:

# %% claims=["C0-22"]
x = mg.tensor(3.0, requires_grad=True)
y = x.clone()
out = AsItIs.apply(y)
print("the same tensor:", out is y, "  a view of it:", out._base is y)
out.backward(retain_graph=True)
print("slope", x.grad.item())
print(outcome(lambda: out.add_(1)))

# %% [markdown]
# The slope is right, and yet something went wrong. `apply` may not give out `y` itself with a new node, since nobody
# has marked it; so the result is a view of `y`. A write into it would go past the Function's `backward`, and is
# refused. Return `x.clone()`.

# %% [markdown]
# ## The pay-off: an optimiser that writes in place
#
# The swing again. In notebook 03 every step made three new tensors. Here the three numbers stay where they are; so do
# three speeds, of which the step is made: at each step a speed keeps nine tenths of itself and takes up the new
# gradient. All of it is written in place, under `no_grad`.

# %%
t = np.linspace(0, 8, 40)   # seconds
reading = 10 * np.exp(-0.3 * t) * np.cos(2 * t) + np.random.default_rng(0).normal(0, 0.3, 40)

def misfit(a, d, w, engine):
    at = engine.tensor(t)
    e = a * (-d * at).exp() * (w * at).cos() - engine.tensor(reading)
    return (e * e).mean()

# %%
def step(swing, speeds, engine):
    with engine.no_grad():
        for each, speed, rate in zip(swing, speeds, (0.05, 0.0005, 0.0005), strict=True):
            speed.mul_(0.9)
            speed.add_(each.grad)
            each.sub_(speed * rate)
            each.grad = None

# %%
def fit(engine, steps):
    swing = [engine.tensor(number, requires_grad=True) for number in (6.0, 0.5, 1.5)]
    speeds = [engine.tensor(0.0) for _ in swing]
    for _ in range(steps):
        misfit(*swing, engine).backward()
        step(swing, speeds, engine)
    return [round(each.item(), 2) for each in swing]

print("mg  ", fit(mg, 60))
print("mine", outcome(lambda: fit(tape, 60)))

# %% [markdown]
# How close is it? The dots are the readings, the line is the swing with the numbers that your engine has found.

# %%
import matplotlib.pyplot as plt

fitted = outcome(lambda: fit(tape, 60))
if fitted != "error":
    a, d, w = fitted
    fine = np.linspace(0, 8, 400)
    plt.plot(t, reading, ".", fine, a * np.exp(-d * fine) * np.cos(w * fine), "-")
    plt.gca().set(xlabel="time (s)", ylabel="position (cm)")
    plt.show()

# %% [markdown]
# *Figure 7. Forty readings of the swing, and the fit of your engine, written in place.*
#
# **The figure in words.** Dots that swing from 10 down to about minus 6, up to 4 and so on, each swing smaller than the
# one before; and a smooth line, which passes every dot within about 0.7.
#
# Two mistakes are made with such optimisers, and your engine catches both. In the first, `no_grad` is forgotten. In the
# second, the step is made before the walk back: the loss was computed with numbers that are gone. Predict what is said
# to each.

# %%
def without_no_grad():
    a = tape.tensor(6.0, requires_grad=True)
    (a * a).backward()
    a.sub_(a.grad * 0.1)

def step_before_the_walk():
    a = tape.tensor(6.0, requires_grad=True)
    loss = a * a
    with tape.no_grad():
        a.sub_(0.1)
    loss.backward()

# %%
for mistake in (without_no_grad, step_before_the_walk):
    print(mistake.__name__)
    outcome(mistake)

# %% [markdown]
# Without the counter the second would have gone through, with a gradient that is a little wrong at every step: the kind
# of mistake that is found months later, if at all.

# %% [markdown]
# ## The engine that is yours
#
# `autograder gather`, typed in JupyterLab's terminal, puts your engine into one file, `my_tape.py`, which imports
# nothing of the course. (A part that you have not written is the course's, and says so.) Here are ten lines with a
# write, a view and a walk back, for three engines: yours, `mg`, and PyTorch, whose digits were recorded.

# %%
def ten_lines(engine):
    x = engine.tensor([[0.5, -1.0, 2.0], [1.5, 0.25, -0.5]], requires_grad=True)
    w = engine.tensor([2.0, -1.0, 3.0], requires_grad=True)
    y = x * 2
    column = y[:, 2]
    y[1].mul_(w)
    z = (y @ y.T) * 0.1
    z.tanh_()
    (z * column.sum()).mean().backward()
    numbers = [*x.grad.numpy().ravel(), *w.grad.numpy()]
    return " ".join(f"{each:.4f}" for each in numbers)

# %%
TORCH = "0.4777 -0.0510 0.3103 0.1579 0.1573 2.5123 0.1184 -0.0393 -0.4187"

print("torch  ", TORCH)
print("mg     ", ten_lines(mg))
if gathered():
    import my_tape
    print("my_tape", outcome(lambda: ten_lines(my_tape)))

# %%
whose(tape)

# %% [markdown]
# ## Five questions (not graded)
#
# The questions look back to notebook 05.
#
# <details><summary>1. Where does a Function keep a tensor for its backward, and what happens to one that is kept as
# <code>ctx.x</code> and overwritten later?</summary>
#
# With `ctx.save_for_backward`, which notes the version. On `ctx` nobody compares anything: backward computes with the
# new numbers, and says nothing.
# </details>
# <details><summary>2. Does saving a tensor copy it?</summary>
#
# No. The tensor itself is kept, and its version. That is why saving costs no memory, and why a write can spoil it.
# </details>
# <details><summary>3. What is the upstream gradient, and what does <code>backward</code> do with it?</summary>
#
# The gradient of the final result with respect to the output of this operation. `backward` multiplies it by the local
# derivative, and returns one gradient for each input.
# </details>
# <details><summary>4. Why did the multiplication inside <code>forward</code> leave no node in the graph?</summary>
#
# Because recording is off while `forward` runs. The engine knows of a Function only what its `backward` says, and of a
# write inside it only what is marked.
# </details>
# <details><summary>5. A Function saves something that it computed on the way. First derivatives are right; what is
# not?</summary>
#
# The second ones: an intermediate is a constant to the graph, so the part of the gradient that goes through it is
# lost, silently. Save the input or the output.
# </details>

# %% [markdown]
# ## What PyTorch does
#
# Everything here that begins with `mg.` has the same name and the same behaviour in PyTorch 2.13 as `torch.`.
#
# - Every tensor has `_version`. Writes in place, `+=`, an assignment to entries and `copy_` count; views and `detach()`
#   share the counter; `.data` has its own; numpy counts nothing. The error in backward names the type, the shape, both
#   versions and the operation that the tensor comes from now. `torch.autograd.set_detect_anomaly(True)` adds the line
#   where the failing operation was *made*. PyTorch does not name the line of the write; `mg`, your `unpack` and the
#   drawings here do.
# - What each operation keeps is the same: `exp`, `tanh`, `relu` and `sigmoid` their output, `sin`, `log` and powers
#   their input, a product the factors that matter, sums nothing.
# - A recorded write into a leaf that requires grad is a `RuntimeError`: `a leaf Variable that requires grad is being
#   used in an in-place operation`; for a marked leaf it says `has been used`, since `forward` has already written.
# - `mark_dirty` takes all written inputs in *one* call: a second call replaces the first. A marked tensor that is not
#   returned is an error. It is not deprecated, and as old as `Function` itself.
# - A write through a view gives the base a node `CopySlices`, and the view a node `AsStridedBackward0`, as here.
# - Optimisers write inside `no_grad`, with methods in place.
# - To write into the gradient that `backward` gets is forbidden by the documentation, and checked by nobody.

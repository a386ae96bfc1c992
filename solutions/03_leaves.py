# %% [markdown]
# # 03 · Leaves, requires_grad and the engine
#
# At the end of notebook 02 one walk backwards through a graph gave all derivatives at once. But somebody had to write
# that graph as a dictionary, nine entries for one short formula. In this notebook the numbers write it themselves while
# you compute. Then you build the engine that walks it, and at the end your own engine fits the swing.
#
# Afterwards you can
#
# - write a number that records what is done with it;
# - say of any tensor whether it is a leaf, whether anything is recorded for it, and where a gradient will arrive;
# - write the two functions that make a `backward()`: the order of the nodes, and the walk;
# - say why gradients add up, and where a training loop has to clear them.
#
# This notebook takes about three and a quarter hours: 120 minutes for the exercises, 10 of them for further practice
# (3.6+), and the rest for reading and running. Good places to stop are after exercises 3.2 and 3.5.
#
# You need the ideas of notebook 02 (a graph, its edges, one pass), Python classes, and `with`. If you left out 01 or
# 02, you can still do everything here: what is missing is taken from the course.

# %%
try:
    import numpy as np
    import minigrad as mg
    from minigrad.drawing import draw
    from autograder.kit import close, learner, learner_side, plain, raises, rng, same
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
# ## A number that takes notes
#
# In notebook 02 the graph of $y = (a+b)\cdot b$ was
#
# ```text
# {"y": ("mul", "s", "b"), "s": ("add", "a", "b")}
# ```
#
# Each entry says which operation made a node, and from which inputs. A program can note that by itself, because Python
# turns operators into method calls: `a + b` becomes `a.__add__(b)`. A class that has this method decides what happens.
# Here is one with a single operator. It computes, and it keeps the operation's name and its inputs.

# %%
class Turned:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Turned(-self.data, "neg", (self,))

x = Turned(3.0)
y = -x
print(y.data, y.operation, y.inputs[0] is x)
print(x.operation)   # x was made by no operation

# %% [markdown]
# What if one side is a plain number? `x - 2` is `x.__sub__(2)`, and the method gets the number as `other`. For `2 - x`
# Python asks the 2 first. A float or an int does not know your class, so Python turns to the *right* side and calls
# `x.__rsub__(2)`, the **reflected** operator. Predict what the cell prints: in which order do the two arrive?

# %%
class Asked:
    def __sub__(self, other):
        return f"__sub__: I stand on the left, other is {other}"

    def __rsub__(self, other):
        return f"__rsub__: I stand on the right, other is {other}"

print(Asked() - 2)
print(2 - Asked())

# %% [markdown]
# ## Exercise 3.0 · A tiny tensor (code, 3 points, about 10 min, needs nothing)
#
# **Goal** Give the class `Tiny` the operators `+`, `-` and `*`, with their reflected ones.
#
# **Given** the constructor and `__neg__`, as above. On the other side of an operator stands a `Tiny` or a plain number,
# an int or a float, at most a billion in size, and no result is above $10^{15}$.
#
# **Return** from each operator a new `Tiny`: its value in `data`; in `operation` one of `"add"`, `"sub"`, `"mul"`; in
# `inputs` a tuple of the two inputs, in the order in which they stand in the expression. A plain number becomes a
# `Tiny` of its own there, each time anew. Nothing else changes: no operation changes a `Tiny` that is there already,
# or gives it new attributes, so `x += 2` makes a new one too; `-x` stays as it is given, and so does what `==`, `bool`
# and dictionaries make of a `Tiny`. Helpers of your own are welcome. The hidden test tries other numbers, each operator
# with a number on either side, and longer expressions.
#
# **Example** With `x = Tiny(3.0)` and `y = 2 - x`, `y.data` is `-1.0`, `y.operation` is `"sub"`, `y.inputs[0].data`
# is `2`, and `y.inputs[1]` is `x` itself.

# %% nbgrader={"grade_id": "ex3_0", "solution": true}
class Tiny:
    def __init__(self, data, operation=None, inputs=()):
        self.data, self.operation, self.inputs = data, operation, inputs

    def __neg__(self):
        return Tiny(-self.data, "neg", (self,))

    ### BEGIN SOLUTION
    def noted(self, operation, value, left, right):
        pair = tuple(side if isinstance(side, Tiny) else Tiny(side) for side in (left, right))
        return Tiny(value(pair[0].data, pair[1].data), operation, pair)

    def __add__(self, other):
        return self.noted("add", lambda p, q: p + q, self, other)

    def __radd__(self, other):
        return self.noted("add", lambda p, q: p + q, other, self)

    def __sub__(self, other):
        return self.noted("sub", lambda p, q: p - q, self, other)

    def __rsub__(self, other):
        return self.noted("sub", lambda p, q: p - q, other, self)

    def __mul__(self, other):
        return self.noted("mul", lambda p, q: p * q, self, other)

    def __rmul__(self, other):
        return self.noted("mul", lambda p, q: p * q, other, self)
    ### STUB
    # def __add__(self, other):
    #     raise NotImplementedError("still the stub")
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex3_0_test", "grade": true, "points": 3} exercise={"kind": "C"}
VALUE = "value: data is what the operation gives for the two numbers, in the order in which they stand"
NOTE = "note: the result keeps the name of its operation"
INPUTS = "inputs: the result keeps a tuple of its two inputs, in the order in which they stand"
NUMBER = "numbers: a plain number becomes a Tiny of its own, which no operation made"
STAY = "inputs stay: an operation leaves its inputs as they were"
NEW = "new: each operation makes a new Tiny"
ELSE = "nothing else: each Tiny is true, equal to itself alone, and can be a key of a dictionary"


@learner_side
def as_objects(tinies, others):
    """How many keys of a dictionary they make, how many are true, how often == or != is odd."""
    if any(type(each).__hash__ is None for each in tinies):
        return ["no dictionary takes them", 0, 0]
    pairs = [(one, other) for one in tinies for other in [*tinies, *others]]
    odd = 0
    for one, other in pairs:
        odd += (one == other) is not (one is other) or (one != other) is (one is other)
    return [len(dict.fromkeys(tinies)), sum(bool(each) for each in tinies), odd]


@learner_side
def carried_out(Tiny, starts, steps):
    """Operations on Tinies and numbers, one after the other: what each gave, which Tinies were changed.

    A step is (name, left, right, in place?); a side is a Tiny's place in the list of all, or [a number].
    """

    def what_it_has(each):
        names = {*getattr(each, "__dict__", {}), "data", "operation", "inputs"}
        for cls in type(each).__mro__:   # what has a slot of its own
            names |= {name for name, part in cls.__dict__.items() if type(part).__name__ == "member_descriptor"}
            if type(cls.__dict__.get("__dict__")).__name__ == "property":   # which says what it likes
                names.add("__dict__")
        return {name: getattr(each, name, None) for name in names}

    def place_of(one, among):
        return next((place for place, each in enumerate(among) if each is one), None)

    def apply(name, left, right, into):
        if name == "neg":
            return -left
        if name == "add":
            if into:
                left += right
            return left if into else left + right
        if name == "sub":
            if into:
                left -= right
            return left if into else left - right
        if into:
            left *= right
        return left if into else left * right

    tinies, of_numbers, found = [Tiny(number) for number in starts], [], []
    states = [what_it_has(each) for each in tinies]
    for name, left, right, into in steps:
        sides = [tinies[side] if type(side) is int else side[0] for side in (left, right)]
        made = apply(name, *sides, into)
        inputs, numbers = made.inputs, []
        for one in inputs:
            if place_of(one, tinies) is None:
                new = isinstance(one, Tiny) and place_of(one, of_numbers) is None
                about = [getattr(one, "data", None), getattr(one, "operation", "")]
                numbers.append([new, *about, len(one.inputs) if new else 0])
                of_numbers.append(one)
        new = place_of(made, [*tinies, *of_numbers]) is None
        places = [place_of(one, tinies) for one in inputs]
        found.append([made.data, made.operation, new, isinstance(inputs, tuple), places, numbers])
        tinies.append(made)
        states.append(what_it_has(made))
    now = [what_it_has(each) for each in tinies]
    return found, [
        place
        for place, (old, new) in enumerate(zip(states, now, strict=True))
        if old.keys() != new.keys() or any(old[name] is not new[name] for name in old)
    ]


def check(text, left, name, right, value, into=False):
    """One operation on two sides, each a Tiny or a number; into: by += and so on."""
    there = [each for each in (left, right) if isinstance(each, Tiny)]
    if into:
        made = left
        if name == "add":
            made += right
        elif name == "sub":
            made -= right
        else:
            made *= right
    else:
        made = left + right if name == "add" else left - right if name == "sub" else left * right
    close(made.data, value, VALUE, rtol=1e-9, atol=0, about=text)
    same(made.operation, name, NOTE, about=text)
    same(any(made is each for each in there), False, NEW, about=text)
    inputs = plain(made.inputs)  # of a namedtuple, which is a tuple too, a plain one
    same(isinstance(inputs, tuple), True, INPUTS, about=f"{text}: is it a tuple?")
    same(len(inputs), 2, INPUTS, about=text)
    sides = list(zip(inputs, (left, right), strict=True))
    for found, wanted in sides:
        if isinstance(wanted, Tiny):
            same(found, wanted, INPUTS, about=text)
    for found, wanted in sides:
        if not isinstance(wanted, Tiny):
            same(isinstance(found, Tiny), True, NUMBER, about=text)
            close(found.data, wanted, NUMBER, rtol=1e-9, atol=0, about=text)
            same([found.operation, len(found.inputs)], [None, 0], NUMBER, about=text)
    return made


x, z = Tiny(3.0), Tiny(-5.0)
check("x + z with x = 3 and z = -5", x, "add", z, -2.0)
check("x - z with x = 3 and z = -5", x, "sub", z, 8.0)
check("x * z with x = 3 and z = -5", x, "mul", z, -15.0)
check("2 - x with x = 3", 2, "sub", x, -1)
check("4.0 * x with x = 3", 4.0, "mul", x, 12.0)
check("0.5 + x with x = 3", 0.5, "add", x, 3.5)
check("x - 2 with x = 3", x, "sub", 2, 1)
same([x.data, x.operation, len(x.inputs)], [3.0, None, 0], STAY, about="x after seven operations")
total = x
total += 2
same(total is x, False, NEW, about="total = x, then total += 2")
found = [x.data, x.operation, total.data, total.operation]
same(found, [3.0, None, 5.0, "add"], STAY, about="total = x, then total += 2")
turned = -x
same([turned.data, turned.operation, len(turned.inputs)], [-3.0, "neg", 1], NOTE, about="-x, which was given")
same(turned.inputs[0], x, INPUTS, about="-x, which was given")
found = as_objects([x, z, Tiny(3.0), Tiny(0), x], [3.0, 0, None])
same(found, [4, 5, 0], ELSE, about="x, z, another 3, a 0, and x again; beside the numbers 3.0 and 0")
two, three = Tiny(2.0), Tiny(3.0)
twins = [two + three, two + three, two * two, two * two, two - 1, two - 1, two + 0, two * 1, -two, -two]
same(as_objects(twins, [two, 2.0]), [10, 10, 0], ELSE, about="results, some of them made alike")
for made, sign in ((two - (-three), "sub"), (two + (-three), "add"), (0 + two, "add"), (two * 0, "mul")):
    same([made.operation, len(made.inputs)], [sign, 2], NOTE, about="2 - (-3), 2 + (-3), 0 + 2, and 2 * 0")
less = two
less -= three
same([two.data, two.operation, less.data, less.operation], [2.0, None, -1.0, "sub"], STAY, about="less -= 3")
more = three
more *= 2
same([three.data, three.operation, more.data, more.operation], [3.0, None, 6.0, "mul"], STAY, about="more *= 2")
close((Tiny(1e-6) * Tiny(1e-6)).data, 1e-12, VALUE, rtol=1e-9, atol=0.0, about="two very small numbers")
same([(2 - two).inputs[1] is two, (two - 2).inputs[0] is two], [True, True], INPUTS, about="2 - x and x - 2")
own = Tiny(data=2.0, operation="own", inputs=(two,))
found = [own.data, own.operation, len(own.inputs)]
same(found, [2.0, "own", 1], NEW, about="the constructor with three arguments, by name")
### BEGIN HIDDEN TESTS
# word: which objects are one, what each of them has, and what == and dictionaries make of them
# inputs: order (number_on_the_right_goes_left), same (a_set_of_inputs), size (opens_its_inputs)
# inputs: values (no_note_of_zero)
# inputs: unchanged (changes_the_left_input, turns_an_input_round)
# inputs: again (one_tiny_for_each_number)
first, second, number = (float(each) for each in rng.normal(size=3) * 4)
of_all_sizes = [float(each) for each in np.exp(rng.uniform(-60, 20, size=4)) * rng.choice([-1, 1], size=4)]
big = [int(each) for each in rng.integers(-(10**9), 10**9, size=2)]
values, steps, texts = [first, second, first, 0, 1, -1, 3e-7, -2e8, *of_all_sizes, *big, 2e-6], [], []
leaves = len(values)


def step(name, left, right=0, into=False):
    """Adds an operation to the list; gives the place of what it makes."""
    known = [values[side] if isinstance(side, int) else side[0] for side in (left, right)]
    texts.append(
        " and ".join(
            [
                f"number {side[0]}"
                if isinstance(side, list)
                else f"a Tiny {values[side]:.3g} by {steps[side - leaves][0] if side >= leaves else 'nothing'}"
                for side in (left, right)
            ]
        )
        + f": {name}{' in place' if into else ''}"
    )
    steps.append((name, left, right, into))
    values.append(
        {"neg": -known[0], "add": known[0] + known[1], "sub": known[0] - known[1], "mul": known[0] * known[1]}[name]
    )
    return len(values) - 1


names, x, y, small = ("add", "sub", "mul"), 0, 1, leaves - 1
minus, made = step("neg", x), [step(name, x, y) for name in names]
made += [step("neg", minus), step("neg", made[0]), step("sub", [2], x), step("mul", y, [number])]
things = [x, 2, minus, *made]
for name in names:
    for left in things:
        for right in (x, y, left, minus, *made[:6]):
            step(name, left, right)
        for right in (y, left, [2], [number]):
            step(name, left, right, into=True)
    for other in (x, small, made[0]):
        for special in range(3, leaves):
            step(name, special, other)
            step(name, other, special)
    whole = int(rng.integers(2, 9))
    for number_there in (0, 0.0, 1, 1.0, -1, whole, -whole, number, 4e-7, 1e8):
        for thing in (x, small) if number_there not in (number, whole) else things:
            step(name, thing, [number_there])
            step(name, [number_there], thing)
    # numbers that are, or almost are, what a Tiny there has
    for thing in (x, small, minus, made[0], made[1], *rng.integers(3, leaves, size=4).tolist()):
        data = values[thing]
        near = [data, -data, data * (1 + 1e-7), *([int(data)] if int(data) == data else [])]
        for number_there in near if abs(data) <= (3e7 if name == "mul" else 9e8) else ():
            step(name, thing, [number_there], into=bool(rng.integers(2)))
            step(name, [number_there], thing)
    for exponent in (*rng.uniform(-70, 20.7, size=5), np.log(1e9)):
        size = float(np.exp(exponent)) * int(rng.choice([-1, 1]))
        for number_there in (size, int(size)):
            sized = [min(1e9, max(-1e9, number_there))]
            step(name, sized, small)
            step(name, 4, sized)
of_two = [place for place in range(leaves, len(values)) if abs(values[place]) < 1e3]
for place in rng.choice(of_two, size=20).tolist():
    for name in names:
        step(name, place, int(rng.choice(of_two)))
        step(name, [values[place]], place)
    step("neg", place)
far = x
for place in range(40):
    far = step(names[place % 2], far, things[place % len(things)], into=place % 3 == 0)
found, changed = carried_out(Tiny, values[:leaves], steps)
same([text for row, text in zip(found, texts, strict=True) if not row[2]], [], NEW, about="which results were there")
same(
    [texts[place - leaves] if place >= leaves else "a leaf" for place in changed],
    [],
    STAY,
    about="which Tinies changed",
)
off, other_notes, no_tuples, other_inputs, other_numbers = [], [], [], [], []
for row, value, text, (name, *sides, _) in zip(found, values[leaves:], texts, steps, strict=True):
    data, operation, _, is_tuple, places, numbers = row
    sides = sides[:1] if name == "neg" else sides
    off += [text] * (not abs(data - value) <= 1e-14 * abs(value))
    other_notes += [text] * (operation != name)
    no_tuples += [text] * (not is_tuple)
    other_inputs += [text] * ([*places] != [side if isinstance(side, int) else None for side in sides])
    wanted = [[True, side[0], None, 0] for side in sides if isinstance(side, list)]
    other_numbers += [text] * ([[*each] for each in numbers] != wanted)
same(other_notes[:1], [], NOTE, about=f"many operations, of which {len(other_notes)} are wrong")
same(no_tuples[:1], [], INPUTS, about=f"is it a tuple? In {len(no_tuples)} operations it is not")
same(other_inputs[:1], [], INPUTS, about=f"many operations, of which {len(other_inputs)} are wrong")
same(off[:1], [], VALUE, about=f"many operations, of which {len(off)} are wrong")
same(other_numbers[:1], [], NUMBER, about="a Tiny of its own: is it new, its data, operation, and number of inputs")
doubled = Tiny(1.0)
for _ in range(40):
    doubled = doubled + doubled
close(doubled.data, 2.0**40, VALUE, about="forty operations, each on what the one before made")
y = Tiny(second)
x = Tiny(first)
twins = [x + y, x + y, y + x, x * x, x * x, -x, -x, x - 2, x - 2, (x + y) * x, (x + y) * x]
same(as_objects(twins, [x, first]), [len(twins), len(twins), 0], ELSE, about="results, some of them made alike")
for value in (first, second, first, 0.0):
    x.data = value
    for name in names:
        wanted = {"add": value + second, "sub": value - second, "mul": value * second}[name]
        check("a Tiny whose data was set", x, name, y, wanted)
# no inputs: dimensions: data is one number
# no inputs: aliasing: numbers cannot be shared
# no inputs: block: nothing is entered here
# no inputs: asked: the visible part asks for a tuple, and for a Tiny where a number stood
# no inputs: example: the visible part has 2 - x, with an int
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# All six do the same: make both sides a `Tiny`, compute, keep the name and the pair. A method of your own can do that
# for all. What differs is the operation, and who stands on the left.
# </details>
# <details><summary>Hint 2: <code>TypeError: unsupported operand type(s) for -: 'float' and 'Tiny'</code></summary>
#
# The number stands on the left, so Python looked for the reflected method. In it, `self` is the right side.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# For each operator write two methods. The plain one takes itself first and `other` second; the reflected one takes
# `other` first. Before computing, whichever side is no `Tiny` is put into one.
# </details>

# %% [markdown]
# Now the dictionary writes itself. `written_down` goes from the result to its inputs and gives every node a name.

# %%
def written_down(y):
    """The graph that made y, in the form of notebook 02."""
    names, graph = {}, {}
    def name(node):
        if node not in names:
            names[node] = "y" if node is y else f"n{len(names)}"
            if node.operation:
                graph[names[node]] = (node.operation, *(name(each) for each in node.inputs))
        return names[node]
    name(y)
    return graph

# %%
def example():
    a, b = Tiny(2.0), Tiny(3.0)
    return written_down((a + b) * b)

print(outcome(example))

# %% [markdown]
# The same graph as above, with other names: `n1` is the sum, and `n3`, which stands in two entries, is $b$. Nobody
# wrote it down.

# %% [markdown]
# ## Exercise 3.1 · The leaf zoo (predict, 2 points, about 8 min, needs nothing)
#
# Back to `mg`. Its tensors record in the same way, with one difference: not always. `x.requires_grad` says whether
# gradients are wanted for `x`. `x.grad_fn` is the node that was recorded when `x` was made, or `None`. And `x.is_leaf`
# says whether `x` is a **leaf**, an end of the graph; a tensor that is no leaf is an *inner* one. Here are six tensors.
# `detach()` gives a tensor with the same numbers and without the history; inside `with mg.no_grad():` nothing is
# recorded.

# %%
a = mg.tensor(2.0, requires_grad=True)
b = mg.tensor(5.0)
c = a * 3
d = b * 3
e = c.detach()
with mg.no_grad():
    f = a * 3

# %% [markdown]
# **Goal** Predict which of the six are leaves.
#
# **Given** the cell above. (`a` and `b` were made **by hand**: `mg.tensor` was given their number. The other four came
# out of an operation on tensors.)
#
# **Return** the dictionary `leaf_or_inner`, with one of the two words for each `None`.
#
# **Example** If there were a seventh tensor, `g`, its line would be `"g": "inner",` for one that is not a leaf.

# %% nbgrader={"grade_id": "ex3_1", "solution": true}
### BEGIN SOLUTION
leaf_or_inner = {
    "a": "leaf",    # "leaf" or "inner": a tensor made by hand that requires grad
    "b": "leaf",    # "leaf" or "inner": a tensor made by hand that does not
    "c": "inner",   # "leaf" or "inner": a * 3
    "d": "leaf",    # "leaf" or "inner": b * 3
    "e": "leaf",    # "leaf" or "inner": c.detach()
    "f": "leaf",    # "leaf" or "inner": a * 3 inside no_grad
}
### STUB
# leaf_or_inner = {
#     "a": None,   # "leaf" or "inner": a tensor made by hand that requires grad
#     "b": None,   # "leaf" or "inner": a tensor made by hand that does not
#     "c": None,   # "leaf" or "inner": a * 3
#     "d": None,   # "leaf" or "inner": b * 3
#     "e": None,   # "leaf" or "inner": c.detach()
#     "f": None,   # "leaf" or "inner": a * 3 inside no_grad
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex3_1_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
for key in "abcdef":
    where = f"{key}: one of ('leaf', 'inner')"
    said = leaf_or_inner[key]
    same(said is not None, True, "commitment: still the stub; put a value in the place of None",
         about=where)
    same(said in ("leaf", "inner"), True, "commitment: each value is one of those in its comment",
         about=where)

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# A leaf is an end of the *recorded* graph. Ask of each tensor what was recorded when it was made.
# </details>
# <details><summary>Hint 2: which tensors</summary>
#
# Compare `c` and `d`: the same operation. For which of the two is there anybody who wants a gradient?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Recording is worth something only if one of the inputs wants a gradient, and it can be switched off. Where nothing was
# recorded, the way back ends.
# </details>

# %% [markdown]
# Now run.

# %% claims=["C4-02", "C4-08", "C4-12", "C4-27"]
zoo = {"a": a, "b": b, "c": c, "d": d, "e": e, "f": f}
beside(leaf_or_inner, {name: "leaf" if each.is_leaf else "inner" for name, each in zoo.items()})
print()
for name, each in zoo.items():
    recorded = "None" if each.grad_fn is None else "a node"
    print(f"{name}   requires_grad {each.requires_grad!s:5}   grad_fn {recorded}")

# %% [markdown]
# Which rule identifies the leaves, for all six?
#
# - **a** A leaf is a tensor that was made by hand and not by a computation.
# - **b** A leaf is a tensor that requires grad.
# - **c** A leaf is a tensor that no node was recorded for.
# - **d** A leaf is a tensor that has not been used in a computation yet.

# %% nbgrader={"grade_id": "ex3_1_why", "solution": true}
### BEGIN SOLUTION
why_leaf = "c"
### STUB
# why_leaf = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex3_1_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_leaf is not None, True, "choice: still the stub; put a letter in the place of None")
same(why_leaf in ("a", "b", "c", "d"), True,
     "choice: the answer is one of the letters a, b, c, d, in quotes")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# Not **a**: `d`, `e` and `f` were computed and are leaves. Not **b**: `b` requires no grad and is a leaf, `c` requires
# grad and is none. Not **d**: `a` was used twice. It is **c**: `grad_fn` is `None`. A tensor that requires no grad is
# always a leaf, for nothing is recorded for it. Among the tensors that do require grad, the leaves are those made by
# hand; they are where gradients arrive.
# </details>

# %% [markdown]
# `is_leaf` is an **attribute**: a value, without parentheses. Below are three tests that people have written in its
# place, the third being `hasattr(x, "is_leaf")`; the right one stands at the end. Which of the three is right for all
# of `a`, `b` and `c`?

# %% claims=["C4-01", "C4-07", "C4-09", "C4-20", "C4-21"]
print("   requires_grad  not requires_grad  hasattr  is_leaf")
for name in "abc":
    x = zoo[name]
    tests = f"{x.requires_grad!s:13}  {not x.requires_grad!s:17}  {hasattr(x, 'is_leaf')!s:7}"
    print(f"{name}  {tests}  {x.is_leaf}")
print("a.is_leaf():", outcome(lambda: a.is_leaf()))

# %% [markdown]
# None of them. The first takes `b` for a non-leaf and `c` for a leaf, the second takes `a` for a non-leaf, and the
# third is true of every tensor. The last line of the cell calls a `bool`. The right test is one word: `x.is_leaf`.
#
# Does it change a tensor to be used? Predict both lines.

# %% claims=["C4-10", "C4-11"]
x = mg.tensor(2.0, requires_grad=True)
y = x * x + x.exp()
print(x.item(), x.is_leaf, x.requires_grad, x.grad_fn is None)
x = x * 2
print(x.item(), x.is_leaf, x.requires_grad, x.grad_fn is None)

# %% [markdown]
# Reading `x` does not change `x`: the nodes hang on `y`, and they point to `x`. But `x = x * 2` makes a *new* tensor
# and gives it the old name. It is an inner one, and `x.grad` will stay `None`. The gradient arrives at the leaf, which
# has no name any more.

# %% [markdown]
# One more test that people have written: a tensor whose `.grad` is `None` is a leaf. Predict the eight lines, four from
# before the walk back and four from after it. Mind the constant `k`, and the last tensor, `z`.

# %% claims=["C4-14", "C4-15", "C4-16", "C4-17", "C4-18", "C4-19", "C4-22", "C4-23", "C4-24"]
import warnings

x, k = mg.tensor(2.0, requires_grad=True), mg.tensor(5.0)
y = x + 3
z = x * y * k
with warnings.catch_warnings():
    warnings.simplefilter("ignore")   # there is one for whoever asks an inner tensor for its .grad
    for when in ("before", "after"):
        for name, each in (("x", x), ("k", k), ("y", y), ("z", z)):
            print(f"{when:6} {name}  {'leaf' if each.is_leaf else 'inner':5}  grad is None: {each.grad is None}")
        if when == "before":
            z.backward()

# %% [markdown]
# Before the walk the test is true of all four, and afterwards of three, one leaf and two inner ones. The one leaf that
# it gets wrong is the one that matters. Nor does it help to be the last: `z` came out of a product, so it is an inner
# tensor. What is no leaf gets its part of the gradient, passes it on, and keeps nothing. The attribute `.grad` is there
# at any time; it is empty until a walk has put something into it.

# %% [markdown]
# ## Exercise 3.2 · Who wants a gradient? (complete, 4 points, about 12 min, needs 3.1)
#
# When a tensor is computed, three questions decide whether anything is recorded: does the first input want a gradient,
# does the second, and is recording switched on? `Small` is a tensor without operators, and `recording` is the switch.

# %%
class Small:
    def __init__(self, data, requires_grad=False):
        self.data, self.requires_grad, self.grad_fn = data, requires_grad, None

recording = True

def set_recording(on):
    global recording   # so that the assignment is to the notebook's name
    recording = on

def is_recording():
    return recording

# %% [markdown]
# A `with` statement calls `__enter__` at the beginning of its block and `__exit__` at the end, and even when the block
# is left by an error. `__exit__` gets three arguments about the error. If it returns `None`, the error goes on.
#
# **Goal** Complete `multiply` and `no_grad`.
#
# **Given** two `Small`, each with a number in `data`, and the switch `recording`, a name of the notebook. (`global`
# lets a function assign to it, as in `set_recording`. The tests turn the switch with that one, and read it with
# `is_recording`.)
#
# **Return** from `multiply` the product, a new `Small` each time. If recording is on and one of the inputs requires
# grad, the product requires grad, and its `grad_fn` is the tuple `("mul", a, b)`; else it stays as `Small` has made it.
# (Whether an input requires grad is what its `requires_grad` says now: it may have been set by hand.) The inputs stay
# as they are.
# `no_grad` switches recording off for its block. At the end the switch is what it was before the block, even when one
# block stands inside another (the inner one ends first), when somebody turns the switch inside the block, and when an
# error ends the block, of whatever kind (`KeyboardInterrupt` too, which is what stopping a cell raises); the error goes
# on. Each `no_grad()` is for one block only. Do it without `mg`, and without `load`, which gives a ready engine. The
# hidden test also tries blocks that begin with the switch off, and a `no_grad()` that was made earlier than its block
# begins.
#
# **Example** With `x = Small(3.0, requires_grad=True)` and `k = Small(5.0)`, `multiply(k, x).requires_grad` is `True`,
# `multiply(k, k).requires_grad` is `False`, and inside `with no_grad():` both are `False`.

# %% nbgrader={"grade_id": "ex3_2", "solution": true}
class no_grad:
    def __enter__(self):
        global recording
        ### BEGIN SOLUTION
        self.outside = recording
        recording = False
        ### END SOLUTION

    def __exit__(self, *about_the_error):
        global recording
        ### BEGIN SOLUTION
        recording = self.outside
        ### END SOLUTION

def multiply(a, b):
    product = Small(a.data * b.data)
    ### BEGIN SOLUTION
    if recording and (a.requires_grad or b.requires_grad):
        product.requires_grad = True
        product.grad_fn = ("mul", a, b)
    ### END SOLUTION
    return product

# %% nbgrader={"grade_id": "ex3_2_test", "grade": true, "points": 4} exercise={"kind": "F", "forbid": ["minigrad", "autograder.kit.tape"]}
VALUE = "value: data is the product"
WANTED = "propagation: the product requires grad exactly if recording is on and an input requires grad"
NODE = "node: grad_fn is (\"mul\", a, b), a tuple, where the product requires grad, and None elsewhere"
OFF = "off: inside no_grad nothing is recorded"
BACK = "back: after the block the switch is what it was before the block"
GOES_ON = "error: an error that ends the block goes on"
STAY = "inputs stay: multiply leaves its inputs as they were"
NEW = "new: each product is a new Small"


@learner_side
def gone_on(no_grad, names):
    """Leave a block by an error of each of these names: which of them goes on?"""
    class Own(Exception):
        """An error that nobody knows."""

    kinds = {"KeyboardInterrupt": KeyboardInterrupt, "SystemExit": SystemExit, "an error of its own": Own}
    kinds |= {"StopIteration": StopIteration, "ZeroDivisionError": ZeroDivisionError, "KeyError": KeyError}
    kinds |= {"GeneratorExit": GeneratorExit, "RuntimeError": RuntimeError, "AssertionError": AssertionError}
    found = []
    for name in names:
        left = kinds[name]("left")
        try:
            with no_grad():
                raise left
        except kinds[name] as error:
            found.append(name if error is left else "another error of this kind")
        else:
            found.append("nothing")
    return found


@learner_side
def left_by(no_grad, is_recording, set_recording, ways):
    """Leave blocks in these ways, with the switch on or off before: what went on, the switch inside and after.

    After some of them it is turned by hand at once, and what is told is whether it turned.
    """
    class Basic(BaseException):
        """Not even an Exception."""

    class Chained(LookupError):
        def __init__(self, *args, more):
            super().__init__(*args)
            self.more = more

    kinds = {"OSError": OSError, "MemoryError": MemoryError, "RecursionError": RecursionError, "TypeError": TypeError}
    kinds |= {"StopAsyncIteration": StopAsyncIteration, "Warning": UserWarning, "a BaseException": Basic}
    kinds |= {"AttributeError": AttributeError, "NameError": NameError, "SyntaxError": SyntaxError}
    kinds |= {"SystemExit": SystemExit, "GeneratorExit": GeneratorExit, "KeyboardInterrupt": KeyboardInterrupt}
    kinds |= {"IndexError": IndexError, "ValueError": ValueError, "StopIteration": StopIteration, "KeyError": KeyError}
    inside, block = [], [None]

    def by_return():
        with no_grad():
            inside.append(is_recording())
            return "returned"

    def by_break():
        for _ in range(2):
            with no_grad():
                inside.append(is_recording())
                break
        return "broken off"

    def by_continue():
        for _ in range(2):
            with no_grad():
                inside.append(is_recording())
                continue
        return "went on"

    def in_parts():
        with no_grad():
            inside.append(is_recording())
            yield "in a block"

    def by_closing():
        part = in_parts()
        came = next(part)
        part.close()
        return came

    def in_a_handler():
        try:
            raise KeyError("handled")
        except KeyError:
            with no_grad():
                inside.append(is_recording())
            return "handled"

    def handled_inside():
        with no_grad():
            try:
                raise KeyError("handled")
            except KeyError:
                inside.append(is_recording())
        return "handled inside"

    def two_at_once():
        with no_grad(), no_grad():
            inside.append(is_recording())
        return "two at once"

    quiet = {"return": by_return, "break": by_break, "continue": by_continue, "close": by_closing}
    quiet |= {"in a handler": in_a_handler, "handled inside": handled_inside, "two at once": two_at_once}
    found = []
    for way, name, before in ways:
        set_recording(before)
        inside.clear()
        if way == "quietly":
            came = quiet[name]()
        else:
            error = Chained(name, more=7) if name == "LookupError" else kinds[name](name)
            cause = ZeroDivisionError("the cause")
            kind = type(error)

            def outside(depth):
                if depth:
                    with no_grad():
                        outside(depth - 1)
                inside.append(is_recording())
                if way == "from":
                    raise error from cause
                raise error

            try:
                if way == "deep":
                    outside(3)
                else:
                    with no_grad():
                        outside(0)
            except kind as met:
                block[0] = met
                came = "the error" if met is error and met.args == (name,) else "another error"
                came = came if way != "from" or met.__cause__ is cause else "the error without its cause"
            else:
                came = "nothing"
        by_hand = (len(found) + len(way)) % 2 == 1
        if by_hand:   # what a block has left undone does not come later either
            set_recording(not before)
        found.append([came, list(inside), is_recording() != by_hand])
    return found


@learner_side
def multiplied(multiply, no_grad, Small, set_recording, cases):
    """What multiply makes in each case: value, requires_grad, the node, are its inputs the ones, do they stay, new?

    A case is (is the switch on, in a block?, are both inputs one?, new objects?, left, right); a side is (data,
    requires_grad, has it a grad_fn?), all of which are set by hand.
    """
    def parts_of(noted, a, b):
        parts = list(noted)
        return [isinstance(noted, tuple), len(parts), parts[0], parts[1] is a, parts[2] is b]

    found, results, pair, leaf = [], [], [Small(1.0), Small(1.0)], Small(1.0, requires_grad=True)
    for on, in_a_block, one, new, *sides in cases:
        if new:
            pair = [Small(1.0), Small(1.0)]
        a, b = pair[0], pair[0 if one else 1]
        for small, (data, wants, has_one) in zip((a, b), sides, strict=True):
            small.data, small.requires_grad, small.grad_fn = data, wants, ("mul", leaf, leaf) if has_one else None
        before = [dict(each.__dict__) for each in (a, b)]
        set_recording(on)
        if in_a_block:
            with no_grad():
                result = multiply(a, b)
        else:
            result = multiply(a, b)
        now = [dict(each.__dict__) for each in (a, b)]
        stay = all(
            old.keys() == each.keys() and all(old[name] is each[name] for name in old)
            for old, each in zip(before, now, strict=True)
        )
        known = any(result is one_there for one_there in (a, b, *results))
        results.append(result)
        parts = [parts_of(noted, a, b) for noted in [result.grad_fn] if noted is not None]
        found.append([result.data, result.requires_grad, parts, stay, known])
    return found


@learner_side
def named(smalls):
    """The names of all that each of these has."""
    return [sorted(each.__dict__) for each in smalls]


def product_of(text, a, b, value):
    before = named([a, b])
    product = multiply(a, b)
    same(named([a, b]), before, STAY, about=text)
    close(product.data, value, VALUE, about=text)
    return product


def check(text, a, b, value, wanted):
    """One product outside of any block."""
    product = product_of(text, a, b, value)
    same(product.requires_grad, wanted, WANTED, about=text)
    node = product.grad_fn
    same(node is not None, wanted, NODE, about=f"{text}: is there a grad_fn?")
    if wanted:
        same([isinstance(node, tuple), len(node), node[0]], [True, 3, "mul"], NODE, about=text)
        same(node[1], a, NODE, about=f"{text}, the first input")
        same(node[2], b, NODE, about=f"{text}, the second input")
    return product


def check_in_a_block(text, a, b, value):
    product = product_of(text, a, b, value)
    same([product.requires_grad, product.grad_fn is None], [False, True], OFF, about=text)
    same(is_recording(), False, OFF, about=f"{text}: the switch")


def check_afterwards(text, a, b, value, before):
    same(is_recording(), before, BACK, about=f"{text}: the switch")
    product = product_of(text, a, b, value)
    same([product.requires_grad, product.grad_fn is not None], [before, before], BACK, about=text)


set_recording(True)   # an earlier attempt may have left it off
x, k = Small(3.0, requires_grad=True), Small(5.0)
check("k * x, where only x requires grad", k, x, 15.0, True)
check("x * k, where only x requires grad", x, k, 15.0, True)
check("x * x, where x requires grad", x, x, 9.0, True)
check("x * z, where both require grad", x, Small(0.0, requires_grad=True), 0.0, True)
check("k * k, where k does not", k, k, 25.0, False)
check("(k * x) * k", multiply(k, x), k, 75.0, True)
same([x.requires_grad, x.grad_fn, k.requires_grad, k.grad_fn], [True, None, False, None], STAY)
with no_grad():
    check_in_a_block("k * x in a block", k, x, 15.0)
    with no_grad():
        check_in_a_block("x * x in a block in a block", x, x, 9.0)
    check_afterwards("x * k in the outer block, after the inner one", x, k, 15.0, False)
check_afterwards("k * x after both blocks", k, x, 15.0, True)
with raises(TypeError, GOES_ON, match="data"), no_grad():
    Small()   # an error: the data is missing
check_afterwards("k * x after a block that was left by an error", k, x, 15.0, True)
same(gone_on(no_grad, ["KeyboardInterrupt"]), ["KeyboardInterrupt"], GOES_ON, about="a block that was interrupted")
check_afterwards("k * x after a block that was interrupted", k, x, 15.0, True)
same(multiply(k, x) is multiply(k, x), False, NEW, about="k * x, made twice")
### BEGIN HIDDEN TESTS
# word: what the inputs have besides
set_recording(True)


def pair():
    """Two new inputs, of which one requires grad, and their product."""
    first, second = (float(each) for each in rng.normal(size=2) * 3)
    left = bool(rng.integers(2))
    return Small(first, requires_grad=left), Small(second, requires_grad=not left), first * second


# inputs: block (remembers_when_it_was_made, counts_the_blocks, on_again_after_an_error, outermost_block_only)
# inputs: unchanged (cuts_its_inputs_off, writes_into_its_input), again (products_by_value)
# inputs: size (asks_the_leaves_again)
early = [no_grad() for _ in range(30)]   # made while recording is on


def blocks(depth):
    """Two blocks after one another with blocks in them; the switch is turned by hand before each."""
    for _ in range(2):
        before = bool(rng.integers(2))
        set_recording(before)
        with early.pop() if rng.integers(2) else no_grad():
            check_in_a_block(f"a product in a block, {depth} others around it", *pair())
            if depth < 3:
                blocks(depth + 1)
        check_afterwards("a product after a block that began with the switch on or off", *pair(), before)


blocks(0)
for before in (False, True):
    set_recording(before)
    with raises(TypeError, GOES_ON, match="data"), no_grad():
        Small()
    check_afterwards("a product after a block that was left by an error", *pair(), before)
    for name in ("SystemExit", "StopIteration", "ZeroDivisionError", "KeyError", "GeneratorExit", "AssertionError",
                 "RuntimeError", "an error of its own", "KeyboardInterrupt"):
        same(gone_on(no_grad, [name]), [name], GOES_ON, about=f"{name} ends a block")
        check_afterwards(f"a product after a block that {name} has ended", *pair(), before)
        with no_grad():
            same(gone_on(no_grad, [name]), [name], GOES_ON, about=f"{name} ends a block in another")
            check_in_a_block(f"a product after a block in another that {name} has ended", *pair())
        check_afterwards(f"a product after both, the inner of which {name} has ended", *pair(), before)
    for inside in (True, False):
        with no_grad():
            set_recording(inside)
        check_afterwards("a product after a block in which the switch was turned by hand", *pair(), before)
        set_recording(before)
    errors = ("OSError", "MemoryError", "RecursionError", "TypeError", "StopAsyncIteration", "Warning",
              "a BaseException", "AttributeError", "NameError", "SyntaxError", "KeyError", "SystemExit",
              "GeneratorExit", "LookupError", "KeyboardInterrupt", "IndexError", "ValueError", "StopIteration")
    ways = [(way, name, before) for way in ("plainly", "from", "deep") for name in errors]
    quiet = {"return": "returned", "break": "broken off", "continue": "went on", "close": "in a block"}
    quiet |= {"in a handler": "handled", "handled inside": "handled inside", "two at once": "two at once"}
    ways += [("quietly", name, before) for name in quiet]
    left = left_by(no_grad, is_recording, set_recording, ways)
    same(len(left), len(ways), BACK, about="how many blocks were left")
    ended, seen_inside, seen_after = [], [], []
    for (way, name, _), (came, inside, after) in zip(ways, left, strict=True):
        about = f"a block that is left {way}, by {name}"
        ended += [about] * (came != (quiet[name] if way == "quietly" else "the error"))
        seen_inside += [about] * (inside != [False] * (2 if name == "continue" else 1))
        seen_after += [about] * (bool(after) is not before)
    same(ended, [], GOES_ON, about="where something else came out than went on")
    same(seen_inside, [], OFF, about="where the switch was on inside")
    same(seen_after, [], BACK, about="where the switch was another after the block")
    set_recording(before)
    unused = no_grad()
    check_afterwards("a product after a no_grad() that began no block", *pair(), before)
for data in (0, 0.0, 1, -1, -2.5):
    number, zero = float(rng.normal()), Small(data, requires_grad=True)
    check(f"a number times {data}, which requires grad", Small(number), zero, number * data, True)
    check(f"{data} times {data}, which requires grad", zero, zero, data * data, True)
    check(f"{data} times {data}", Small(data), Small(data), data * data, False)
first, second = (float(each) for each in rng.normal(size=2) * 3)
a, b = Small(first, requires_grad=True), Small(second)
inner = check("a leaf and a constant", a, b, first * second, True)
outer = check("that product and the leaf", inner, a, first * second * first, True)
same([outer is inner, inner is a], [False, False], NEW, about="a product of a product")
for one, other in ((a, b), (b, Small(second)), (Small(second), b), (a, a)):
    value = plain(one.data) * plain(other.data)
    wanted = one is a
    made = [check("two inputs, multiplied twice", one, other, value, wanted) for _ in range(2)]
    with no_grad():
        made += [product_of("two inputs, multiplied in a block", one, other, value) for _ in range(2)]
    met_again = [later is there for place, later in enumerate(made) for there in made[:place]]
    same(met_again, [False] * 6, NEW, about="two inputs, multiplied four times, twice of it in a block")
    same([each.requires_grad for each in made], [wanted, wanted, False, False], STAY, about="earlier products")
numbers = [0, 0.0, 1, 1.0, -1, first, second, -first, first * (1 + 1e-9), 10**9, -(10**15), 1e-150, -1e150]
cases = []
for case in range(250):
    data = [numbers[int(each)] for each in rng.integers(len(numbers), size=2)]
    if case % 2:
        data = [float(each) for each in np.exp(rng.uniform(-300, 300, size=2)) * rng.choice([-1, 1], size=2)]
    if case % 3 and cases:
        data[case % 2] = cases[-1][4 + case % 2][0]   # one of them as before
    sides = [(each, bool(rng.integers(2)), bool(rng.integers(2))) for each in data]
    one = bool(rng.integers(5) == 0)
    sides = [sides[1], sides[1]] if one else sides
    on, in_a_block, new = (bool(each) for each in rng.integers(4, size=3))
    cases.append((on, in_a_block and case % 4 == 0, one, not new, *sides))
answers = multiplied(multiply, no_grad, Small, set_recording, cases)
set_recording(True)
same(len(answers), len(cases), NEW, about="how many products")
off, wishes, noted, not_left = [], [], [], []
for (on, in_a_block, one, _, left, right), (product, wants, nodes, stay, known) in zip(cases, answers, strict=True):
    about = f"recording {on}, in a block {in_a_block}, data, requires_grad, is there a grad_fn: {left} and {right}"
    about += ", which are one" if one else ""
    wanted = on and not in_a_block and (left[1] or right[1])
    off += [about] * (not abs(product - left[0] * right[0]) <= 1e-14 * abs(left[0] * right[0]))
    wishes += [about] * (bool(wants) is not wanted)
    noted += [about] * ([[*each] for each in nodes] != ([[True, 3, "mul", True, True]] if wanted else []))
    not_left += [about] * (not stay or known)
same(off[:1], [], VALUE, about="the first of many products that went wrong")
same(wishes[:1], [], WANTED, about="the first of many products that went wrong")
same(noted[:1], [], NODE, about="the first of many products that went wrong")
same(not_left[:1], [], STAY, about="the first of many products whose inputs changed, or that was there before")
plain_ones = [multiply(b, b)]
with no_grad():
    plain_ones += [multiply(a, a), multiply(a, b)]
same(named(plain_ones), [["data", "grad_fn", "requires_grad"]] * 3, NODE, about="what unrecorded products have")


def nested(depth):
    """Blocks in one another, with the switch turned by hand before each."""
    before = bool(rng.integers(2))
    set_recording(before)
    with no_grad():
        same(is_recording(), False, OFF, about=f"in a block, with {depth} others to come")
        if depth:
            nested(depth - 1)
    same(is_recording(), before, BACK, about=f"after a block with {depth} others in it")


nested(60)
set_recording(True)
changed = Small(first, requires_grad=True)
check("a leaf and a constant", changed, b, first * second, True)
changed.data = second
check("the same after the leaf's data was set", changed, b, second * second, True)
changed.requires_grad = False
check("the same after it was told to require none", changed, b, second * second, False)
with no_grad():
    check_in_a_block("that product and the leaf in a block", inner, a, first * second * first)
    made = Small(1.0, requires_grad=True)
same(made.requires_grad, True, OFF, about="a tensor made by hand inside no_grad keeps its requires_grad", show=True)
close([inner.data, a.data, b.data], [first * second, first, second], STAY, about="what was multiplied")
same([inner.requires_grad, a.requires_grad, b.requires_grad], [True, True, False], STAY, about="what was multiplied")
same([inner.grad_fn is not None, a.grad_fn, b.grad_fn], [True, None, None], STAY, about="what was multiplied")
same(inner.grad_fn[1], a, STAY, about="a product that was multiplied")
a, one = Small(1.5, requires_grad=True), Small(1.0)
far = a
for _ in range(1_100):
    far = multiply(one, far)
close(far.data, 1.5, VALUE, about="a product of 1 100 products")
check("a product of 1 100 products, times one", far, one, 1.5, True)
# no inputs: dimensions: data is one number
# no inputs: values: the visible part multiplies by 0
# no inputs: same: the visible part has x * x and k * k
# no inputs: aliasing: numbers cannot be shared
# no inputs: order: the visible part has k * x and x * k
# no inputs: asked: the visible part asks for the tuple, and for an error that goes on
# no inputs: example: the visible part has its x and k
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# A result wants a gradient if a gradient has to pass through it on the way to somebody who wants one.
# </details>
# <details><summary>Hint 2: <code>in the outer block, after the inner one</code></summary>
#
# The end of a block does not always mean "on": a block may stand inside another. What has to be remembered at the
# beginning, and where can it be kept until the end?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# In `__enter__`, which runs when the block begins: keep the switch's present value as an attribute of `self`, then
# switch off. In `__exit__`, which runs when the block ends: give the switch the kept value again. In `multiply`: if the
# switch is on and (this input or that input) requires grad, set both attributes of the product.
# </details>

# %% [markdown]
# One wish spreads: as soon as one input requires grad, every result computed from it does, to the very end. And where
# nobody asks, nothing is kept. That is why `no_grad` saves memory when a model is only used and not trained.

# %% [markdown]
# **A good place to stop.** You know who is a leaf and who wants a gradient. Next, the engine that brings the gradients.

# %% [markdown]
# ## Your engine
#
# The course has an engine called `tape`, on numpy, with `Tensor`, nodes, `no_grad` and the local rules. It is one file,
# and made of what you have just seen. A few places in it are left for you. They are called **slots**, and
# the first one you may have filled in notebook 01. `load(mine=True)` puts the engine together with your answers from
# earlier notebooks; an answer that is missing, or cannot be run, is replaced by the course's own.

# %%
tape = load(mine=True)

# %% [markdown]
# Each line is a slot and says whose work stands in it (`reference`: the course's). Three are empty. They belong to this
# notebook, and together they are `backward()`. The rest works already: it records. (A mistake in an earlier notebook
# costs nothing here: when this one is graded, the course's own answers stand in earlier slots. With `load()` they do so
# now.)

# %%
x = tape.Tensor(3.0, requires_grad=True)
s = x * x
y = s * 2 + x
print(y)
print(y.grad_fn.next_functions)

# %% [markdown]
# The names are those of `mg`. A **node** stands for one operation, or for the place where a leaf collects its gradient
# (`AccumulateGrad`). `next_functions` lists, for each input, a pair `(node, 0)`: where that input's gradient goes.
# `(None, 0)` means that no gradient is wanted there, as for the plain number 2 in `s * 2`. (The 0 does not matter in
# this course's engine.) Predict the next line: how many nodes can be reached from `y`, and which is printed more than
# once?

# %%
def paths(node):
    print(node, end="  ")
    for after, _ in node.next_functions:
        if after is not None:
            paths(after)

paths(y.grad_fn)

# %% [markdown]
# Four nodes, and `AccumulateGrad` three times, since three paths (edges, one behind the other) lead to `x`.

# %% [markdown]
# ## Exercise 3.3 · An order (put in order, 3 points, about 8 min, needs nothing)
#
# In notebook 02 a node was allowed to hand on when all its users had handed on to it. There the order was known: the
# reverse of the computation. Here nobody wrote it down, and it has to be found from the last node alone. A list in
# which every node stands before all the nodes that its gradient goes to is a **topological order** of the graph.
#
# A node is **behind** another if the other one's gradient goes to it: it stands in the other's `next_functions`, or can
# be reached from there. The trick: a function that visits a node goes first to the nodes behind it, and *then* writes
# the node down. So everything behind a node is in the list before the node itself: the reverse of what is wanted.
#
# **Goal** Choose lines and put them in order. Only the order of your labels is judged: what you write into a line
# itself changes nothing, since the lines are taken as they were given.
#
# **Given** a node. Some of the lines are wrong. (An extra line that changes nothing costs nothing.)
#
# **Return** the list of all nodes that can be reached from `node`, with `node` first: each of them once, and each
# before every node in its `next_functions`. `None` is not in it. It is a new list at each call: whoever got it may
# change it. Put the labels between the quotes, in order. The hidden test tries other graphs, and asks one graph more
# than once. (A `set` can be asked quickly whether something is in it. `order[::-1]` is the list turned round.
# Indentation belongs to the lines.)
#
# **Example** for the `y` above: the nodes of `+`, of `* 2`, of `x * x`, and last the `AccumulateGrad` of `x`.

# %% nbgrader={"grade_id": "ex3_3", "solution": true}
recursive_order = in_order("""
    A |     return order[::-1]
    B |     visit(node)
    C |         for after, _ in here.next_functions:
    D | def recursive_order(node):
    E |             if after is not None and after not in seen:
    F |         seen.add(here)
    G |     def visit(here):
    H |                 visit(after)
    I |     seen, order = set(), []
    J |         order.append(here)
    K |     return order
    L |             if after is not None:
    M |                 visit(here)
    """,
    ### BEGIN SOLUTION
    "D I G F C E H J B A"
    ### STUB
    # ""   # the labels in order, with spaces between, as in "D I G"
    ### END SOLUTION
)

# %% nbgrader={"grade_id": "ex3_3_test", "grade": true, "points": 3} exercise={"kind": "J"}
ALL = "all once: every node that can be reached is in the list, once"
BEFORE = "before: each node stands before every node that its gradient goes to"


@learner_side
class Place:
    """A node; all of them have one name, as nodes of one operation have."""

    def __init__(self, key):
        self.key, self.name, self.variable = key, "Place", None

    def __repr__(self):
        return "<Place>"


@learner_side
def listed(find_order, Place, edges, starts):
    """The keys in the orders that find_order gives, one for each start, in one graph; all lists are emptied then."""
    places = {key: Place(key) for key in edges}
    for key, place in places.items():
        place.next_functions = tuple((places.get(after), 0) for after in edges[key])
    orders = [find_order(places[start]) for start in starts]
    orders = [order if isinstance(order, list) else [Place("no list was returned")] for order in orders]
    found = [[place.key for place in order] for order in orders]
    for order in orders:
        order.clear()
    again = [find_order(places[start]) for start in starts]
    return found + [[place.key for place in order] if isinstance(order, list) else [] for order in again]


def check(kind, edges, starts):
    """The orders for these starts in one graph, asked for twice; edges: name -> names that its gradients go to."""
    found = listed(recursive_order, Place, edges, starts)
    same(len(found), 2 * len(starts), ALL, about=kind)
    for start, order in zip(starts * 2, found, strict=True):
        wanted = [start]
        for name in wanted:
            behind = [after for after in dict.fromkeys(edges[name]) if after is not None]
            wanted += [after for after in behind if after not in wanted]
        same(sorted(order), sorted(wanted), ALL, about=kind)
        place = {name: number for number, name in enumerate(order)}
        edges_there = [(name, after) for name in wanted for after in edges[name] if after is not None]
        late = [f"{after} before {name}" for name, after in edges_there if place[after] < place[name]]
        same(late, [], BEFORE, about=kind)


graph = {"add": ["twice", "x"], "twice": ["square", None], "square": ["x", "x"], "x": []}
check("the graph of x * x * 2 + x", graph, ["add"])
check("beginning at the node of x * x", graph, ["square"])
graph = {"mul": ["x", "neg"], "neg": ["x"], "x": []}
check("the graph of x * (-x)", graph, ["mul"])
### BEGIN HIDDEN TESTS
# word: the order of the names
for size in (2, 4, 9, 14):
    names = [f"n{number}" for number in rng.permutation(size)]
    graph = {}
    for place, name in enumerate(names):
        behind = names[place + 1:]
        picked = [behind[int(rng.integers(len(behind)))] for _ in range(2)] if behind else []
        graph[name] = [*picked, None, *behind[:1]][:: 1 if place % 2 else -1]
    graph = {name: graph[name] for name in sorted(graph)} | {"elsewhere": [names[-1]]}
    kind = f"{size} nodes with several ways between them"
    check(kind, graph, [names[0]])
same(listed(recursive_order, Place, graph, ["elsewhere"])[0][0], "elsewhere", BEFORE, about="beginning elsewhere")
number = f"n{int(rng.integers(100))}"
graph = {number: [None], "alone": [], "y": [None, number, "alone", None]}
check("a node that leads nowhere", graph, ["alone"])
check("a node that leads to None alone", graph, [number])
check("two leaves, with None before and after them", graph, ["y"])
a, b, c, y = (f"n{number}" for number in rng.permutation(4))
graph = {y: [a, b], a: [c], b: [a, c], c: []}
starts = [y, y, a, b, y]
check("one graph that is asked five times", graph, starts)
# no inputs: dimensions: a node has no shape
# no inputs: same, values: no line looks at more than whether there is a node, and the visible part has x * x and None
# no inputs: again: every graph is asked twice, in the visible part too
# no inputs: aliasing, unchanged: no line changes a node; a graph that had changed would be found out when asked again
# no inputs: order: the lines look at all entries alike, and the visible part has an edge past another node
# no inputs: size: how deep recursion gets is what the text asks next
# no inputs: block: nothing is entered here
# no inputs: asked: the lines are given
# no inputs: example: the visible part has its graph
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# `visit` is defined inside, and called once from outside, for the first node. Ten of the thirteen lines are enough.
# </details>
# <details><summary>Hint 2: which line</summary>
#
# Where in `visit` does the node get written down: before the loop or after it? Follow the graph of the example: if `x`
# is written when it is first met, where does it end up?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# First the two empty collections. Then `visit`: mark the node as seen, go to each node behind it that is there and has
# not been seen, write the node down. Finally, visit the first node and give back the list, turned round.
# </details>

# %% [markdown]
# A loop that adds something at each of 5 000 steps leaves a graph that is 5 000 nodes deep. What will the
# function say to it?

# %%
def deep(steps):
    y = x
    for _ in range(steps):
        y = y + 1
    return y.grad_fn

print(outcome(lambda: len(recursive_order(deep(100)))))
print(outcome(lambda: len(recursive_order(deep(5_000)))))

# %% [markdown]
# Python allows only so many calls to be open inside each other, by default a thousand. Raising the limit is no way out,
# since every open call takes memory. A loop with a list of its own has no such limit.

# %% [markdown]
# ## Exercise 3.4 · The same without recursion (code, 4 points, about 22 min, needs 3.3)
#
# This one goes into your engine. Only the answer cell goes there: if you write a helper function or import something,
# do it in the same cell.
#
# **Goal** Write `topological_order(node)` with loops only: no function in it calls itself.
#
# **Given** a node of a graph of at most 10 000 nodes and 30 000 edges (`None` counts as well). It may be 5 000 nodes
# deep and have more paths than there is time for.
#
# **Return** a list as in 3.3, a new one at each call: all nodes that can be reached, `node` first, each once, each
# before every node in its `next_functions`; no `None`. Two nodes may have the same name, and share other attributes;
# nodes may have attributes of any name. Look at each node's `next_functions` five times at most. The graph is
# afterwards as it was, with the attributes that its nodes had, and so is Python's limit on open calls. Find the order
# yourself, without `graphlib` and `mg`: the first has it ready. No function may come back to itself, by way of another
# function either, since the grader finds this in the source. The hidden test tries larger graphs, with long arms beside
# short ones and with deep forks, and asks one graph more than once; its nodes, or a single one of them, may have got
# another `next_functions` by then.
#
# **Example** as in 3.3.

# %% nbgrader={"grade_id": "ex3_4", "solution": true}
def topological_order(node):
    ### BEGIN SOLUTION
    written, met, todo = [], set(), [(node, False)]
    while todo:
        here, all_behind_done = todo.pop()
        if all_behind_done:
            written.append(here)
        elif here not in met:
            met.add(here)
            todo.append((here, True))
            todo.extend((behind, False) for behind, _ in here.next_functions if behind is not None)
    return written[::-1]
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex3_4_test", "grade": true, "points": 4} exercise={"kind": "C", "forbid": ["graphlib", "functools._c3_merge", "minigrad", "recursion", "sys.setrecursionlimit"]}
ALL = "all once: every node that can be reached is in the list, once"
BEFORE = "before: each node stands before every node that its gradient goes to"
STAYS = "graph: the graph stays as it is"
FEW = "looks: each node is looked at five times at most, however many paths lead to it"
NEW = "new: each call gives a list of its own, whatever becomes of an earlier one"
LIMIT = "limit: Python's limit on open calls stays as it is"
DEEP = "deep: a graph 5 000 nodes deep is no trouble, because no function calls itself"


@learner_side
class Place:
    """A node that asks the test where its gradients go, whenever somebody looks."""

    def __init__(self, key, ways, places, deepest):
        self.key, self.ways, self.places, self.deepest, self.changed = key, ways, places, deepest, ()
        self.name, self.variable = "Place", None   # all of them have one name, as nodes of one operation have

    def __repr__(self):
        return "<Place>"

    @property
    def next_functions(self):
        try:
            raise LookupError
        except LookupError as error:
            caller, open_calls = error.__traceback__.tb_frame, 0   # frames that nobody can have changed
        while caller is not None and open_calls <= self.deepest:
            caller, open_calls = caller.f_back, open_calls + 1
        if caller is not None:
            raise RecursionError("dozens of calls are open inside each other: use loops only")
        led = tuple((self.places.get(after), 0) for after in self.ways(self.key))   # which counts a look
        return self.changed or led

    @next_functions.setter
    def next_functions(self, value):
        self.changed = (*value, (None, 0))


@learner_side
class Link:
    def __init__(self, key, behind, deepest):
        self.key, self.behind, self.deepest = key, tuple((after, 0) for after in behind), deepest
        self.name, self.variable = "Link", None

    @property
    def next_functions(self):
        try:
            raise LookupError
        except LookupError as error:
            caller, open_calls = error.__traceback__.tb_frame, 0
        while caller is not None and open_calls <= self.deepest:
            caller, open_calls = caller.f_back, open_calls + 1
        if caller is not None:
            raise RecursionError("dozens of calls are open inside each other: use loops only")
        return self.behind


@learner_side
def listed(find_order, Place, names, ways, starts, rounds):
    """The keys in the orders that find_order gives, one for each start, in each round; keys of changed nodes.

    Each list is emptied when it was read, as whoever got it may do.
    """
    import inspect
    caller, depth, places = inspect.currentframe(), 0, {}
    while caller is not None:
        caller, depth = caller.f_back, depth + 1
    for name in names:
        places[name] = Place(name, ways, places, depth + 40)
    before = {name: dict(place.__dict__) for name, place in places.items()}
    nothing, found = Place("no list was returned", ways, places, depth), []
    for _ in range(rounds):
        orders = [find_order(places[start]) for start in starts]
        orders = [order if isinstance(order, list) else [nothing] for order in orders]
        for order in orders:
            found.append([place.key for place in order])
            list.clear(order)   # by no method of its own
    changed = []
    for name, place in places.items():
        old, new = before[name], place.__dict__
        if old.keys() != new.keys() or any(old[each] is not new[each] for each in old):
            changed.append(name)
    return found, changed


@learner_side
def chained(find_order, Link, keys, steps):
    """The keys in the order that find_order gives for a chain; was the limit on calls left alone?

    steps: how far each edge of a link leads, for one link after the other, over and over; 0 leads to None
    """
    import inspect
    caller, depth, links = inspect.currentframe(), 0, []
    while caller is not None:
        caller, depth = caller.f_back, depth + 1
    for key in keys[::-1]:
        far = [len(links) - step for step in steps[len(links) % len(steps)]]
        behind = [links[place] if 0 <= place < len(links) else None for place in far]
        links.append(Link(key, behind, depth + 40))
    limits = inspect.sys
    usual = limits.getrecursionlimit()
    limits.setrecursionlimit(depth + 600)   # more than loops need, whatever another cell has set
    try:
        order = find_order(links[-1])
        kept = limits.getrecursionlimit() == depth + 600
    finally:
        limits.setrecursionlimit(usual)
    return ["nothing was returned"] if order is None else [link.key for link in order], kept


@learner_side
def listed_in_turn(find_order, Tensor, graphs):
    """The places in the order that find_order gives for each graph, and how many nodes had another attribute then.

    The graphs are made of the same nodes as far as they go.

    A graph is (for each place the places that follow, the start, for each place the number of its variable or None, are
    all nodes new?). Of old nodes those that are not needed any more are let go; one that leads where it led before
    keeps its next_functions.
    """
    class Plain:
        def __init__(self):
            self.name, self.variable, self.next_functions = "Plain", None, ()
            self.visited = self.seen = self.marked = self.done = self.order = True   # a node's own, whatever they mean

    shared, nodes, found, moved = [Tensor(float(number)) for number in range(3)], [], [], 0
    for leads_of_each, start, variables, new in graphs:
        if new:
            for node in nodes:
                node.next_functions = ()
            nodes.clear()
        del nodes[len(leads_of_each):]
        nodes += [Plain() for _ in range(len(leads_of_each) - len(nodes))]
        for node, leads, variable in zip(nodes, leads_of_each, variables, strict=True):
            behind = [None if after is None else nodes[after] for after in leads]
            before = node.next_functions
            if len(before) != len(behind) or any(one is not two for (one, _), two in zip(before, behind, strict=True)):
                node.next_functions = tuple((after, 0) for after in behind)
            node.variable = None if variable is None else shared[variable]
        place = {node: number for number, node in enumerate(nodes)}
        states = [dict(node.__dict__) for node in nodes]
        order = find_order(nodes[start])
        for node, old in zip(nodes, states, strict=True):
            new = node.__dict__
            moved += old.keys() != new.keys() or any(old[each] is not new[each] for each in old)
        found.append([place.get(node) for node in order])
        order.clear()
    return found, moved


def check_in_turn(kind, graphs):
    """The orders for these graphs, one after the other."""
    orders, moved = listed_in_turn(topological_order, tape.Tensor, graphs)
    same(len(orders), len(graphs), ALL, about=kind)
    for (leads, start, _, _), order in zip(graphs, orders, strict=True):
        wanted = {start: None}
        for place in (todo := [start]):
            new = [after for after in leads[place] if after is not None and after not in wanted]
            wanted |= dict.fromkeys(new)
            todo += dict.fromkeys(new)
        about = f"{kind}: {len(wanted)} nodes that can be reached"
        same(len(order), len(wanted), ALL, about=about)
        same({*order} == {*wanted}, True, ALL, about=about)
        at = {place: number for number, place in enumerate(order)}
        late = [place for place in wanted for after in leads[place] if after is not None and at[after] < at[place]]
        same(late, [], BEFORE, about=about)
    same(moved, 0, STAYS, about=f"{kind}: how many nodes had other attributes afterwards")


def check(kind, edges, starts, rounds=1):
    """The orders for these starts in one graph; edges: name -> the names that its gradients go to."""
    starts, asked = starts * rounds, starts
    looks, most = dict.fromkeys(edges, 0), 5 * len(starts)

    def ways(name):
        looks[name] += 1
        return edges[name] if looks[name] <= most else []

    found, changed = listed(topological_order, Place, list(edges), ways, asked, rounds)
    same(len(found), len(starts), ALL, about=kind)
    same(changed, [], STAYS, about=kind)
    same(max(looks.values()) <= most, True, FEW, about=kind)
    for number, (start, order) in enumerate(zip(starts, found, strict=True)):
        same(number > 0 and order == [], False, NEW, about=kind)
        wanted = {start: None}
        for name in (todo := [start]):
            new = [after for after in edges[name] if after is not None and after not in wanted]
            wanted |= dict.fromkeys(new)
            todo += dict.fromkeys(new)
        same(sorted(order), sorted(wanted), ALL, about=kind)
        place = {name: number for number, name in enumerate(order)}
        edges_there = [(name, after) for name in wanted for after in edges[name] if after is not None]
        late = [f"{after} before {name}" for name, after in edges_there if place[after] < place[name]]
        same(late, [], BEFORE, about=kind)


graph = {"add": ["twice", "x"], "twice": ["square", None], "square": ["x", "x"], "x": []}
check("the graph of x * x * 2 + x", graph, ["add"], rounds=2)
check("the graph of x * (-x)", {"mul": ["x", "neg"], "neg": ["x"], "x": []}, ["mul"])
check("a chain of twelve nodes", {number: [number + 1] for number in range(11)} | {11: []}, [0])
graph = {number: [number + 1, number + 1] for number in range(12)} | {12: []}
check("twelve nodes with two edges from each to the next", graph, [0])
leaf = tape.Tensor(3.0, requires_grad=True)
square = leaf * leaf
total = square * 2 + leaf
found = topological_order(total.grad_fn)
same(isinstance(found, list), True, "list: what comes back is a list", about="x * x * 2 + x")
same(len(found), 4, ALL, about="x * x * 2 + x in your engine")
same(found[0], total.grad_fn, BEFORE, about="x * x * 2 + x in your engine, the first node")
same(found[2], square.grad_fn, BEFORE, about="x * x * 2 + x in your engine, the third node")
links = {number: [number + 1] for number in range(399)} | {399: []}
found, changed = listed(topological_order, Place, list(links), lambda name: links[name], [0], 1)
same(found[0] == list(links), True, DEEP, about="a chain of 400 nodes that count open calls")
chain = [int(number) for number in rng.permutation(5_000)]
found, kept = chained(topological_order, Link, chain, [[1]])
same(len(found), 5_000, DEEP, about="a chain of 5 000 nodes")
same(found == chain, True, BEFORE, about="a chain of 5 000 nodes")
same(kept, True, LIMIT, about="a chain of 5 000 nodes")
check_in_turn("a product of three leaves", [([[1, 2, 3], [], [], []], 0, [None, 0, 1, 2], True)])
### BEGIN HIDDEN TESTS
# word: the order of the names, and what a node has besides
# inputs: order (levels_in_one_round), size (looks_once_for_each_edge), values (stops_at_none), again (same_list_again)
for size in (2, 4, 9, 14, 25):
    names = [f"n{number}" for number in rng.permutation(size)]
    graph = {}
    for place, name in enumerate(names):
        behind = names[place + 1:]
        picked = [behind[int(rng.integers(len(behind)))] for _ in range(2)] if behind else []
        graph[name] = [*[*picked, *behind[:1]][:: 1 if place % 2 else -1], None]
    graph = {name: graph[name] for name in sorted(graph)} | {"elsewhere": [names[-1]]}
    check(f"{size} nodes with several ways between them", graph, [names[0]])
for turned in (1, -1):
    y, short, end, last, *arm = (f"n{number}" for number in rng.permutation(9))
    graph = {y: [short, arm[0]][::turned], short: [end], end: [last], last: []}
    graph |= {name: [after, short][::turned] for name, after in zip(arm, [*arm[1:], end], strict=True)}
    check("a long arm beside a short one", graph, [y])
for trial in range(25):
    names = [f"n{number}" for number in rng.permutation(4 + trial % 5)]
    graph = {name: [] for name in rng.permutation(names).tolist()}
    for place in range(1, len(names)):
        for early in rng.integers(place, size=1 + trial % 3):
            leads = graph[names[int(early)]]
            leads.insert(int(rng.integers(len(leads) + 1)), names[place])
    check("a small graph with ways of all lengths", graph, [names[0]])
names = iter(f"n{number}" for number in rng.permutation(181))
top = here = next(names)
rungs = {}
for _ in range(60):
    left, right, below = next(names), next(names), next(names)
    rungs |= {here: [left, right], left: [below], right: [below], below: []}
    here = below
check("a ladder of 60 diamonds", {name: rungs[name] for name in sorted(rungs)}, [top])
hub, *others = (f"n{number}" for number in rng.permutation(400))
fan = {hub: others[1:] * 2} | {name: [others[0]] for name in others[1:]} | {others[0]: []}
check("a fan of 398 nodes, two edges to each", fan, [hub])
chain = [int(number) for number in rng.permutation(5_000)]
found, kept = chained(topological_order, Link, chain, [[1]])
same(len(found), 5_000, DEEP, about="a chain of 5 000 nodes", show=True)
same(found == chain, True, BEFORE, about="a chain of 5 000 nodes")
same(kept, True, LIMIT, about="a chain of 5 000 nodes")
mixed = [[[1], [1, 2], [3, 1], [0, 1], [1, 0], [2, 1, 1], [5, 3, 1]][int(kind)] for kind in rng.integers(7, size=50)]
for steps in ([[1, 2]], [[2, 1]], [[1, 1]], [[0, 1, 3]], mixed):
    chain = [int(number) for number in rng.permutation(1_200)]
    found, kept = chained(topological_order, Link, chain, steps)
    same(len(found), 1_200, DEEP, about="1 200 nodes, in which several edges lead from one to nodes behind it")
    same(found == chain, True, BEFORE, about="1 200 nodes, in which edges lead past other nodes")
    same(kept, True, LIMIT, about="1 200 nodes, in which edges lead past other nodes")
a, b, c, y = (f"n{number}" for number in rng.permutation(4))
check("None before and after the other inputs", {y: [None, a, None, b, None], a: [None], b: [None, c], c: []}, [y])
check("one node alone", {y: []}, [y])
check("three leaves", {y: [a, b, c], a: [], b: [], c: []}, [y])
a, b, c, y = (f"n{number}" for number in rng.permutation(4))
check("one graph that is asked ten times", {y: [a, b], a: [c], b: [a, c], c: []}, [y, y, a, b, y], rounds=2)
in_turn = []
for trial in range(280):
    size = 1 + (trial % 40) // 4 if trial % 40 else 12   # a few graphs of one size after one another
    places = [int(number) for number in rng.permutation(size)]
    leads = [[] for _ in places]
    for late in range(1, size):
        for early in rng.integers(late, size=int(rng.integers(1, 4))) if rng.integers(8) else ():
            leads[places[int(early)]].insert(int(rng.integers(3)), places[late])
    for each in leads:
        if rng.integers(3) == 0:
            each.insert(int(rng.integers(3)), None)
    variables = [None if rng.integers(2) else int(rng.integers(3)) for _ in places]
    start = places[0] if rng.integers(3) else int(rng.integers(size))
    in_turn.append((leads, start, variables, bool(rng.integers(3) == 0)))
check_in_turn("nodes that get other edges and variables between two calls", in_turn)
# one graph, and all in it stays but what a single node leads to: every node of it in turn, and everything back again
for trial in range(12):
    size, one_changed = 4 + trial % 6, []
    leads = [[place + 1] if place + 1 < size else [] for place in range(size)]   # whatever is changed has followers
    for late in range(2, size):
        for early in rng.integers(late, size=int(rng.integers(0, 3))):
            leads[int(early)].insert(int(rng.integers(2)), late)
    apart = [[] for _ in range(2)]   # two nodes that nothing leads to at first
    leads, steady, names = [*leads, *apart], [None] * (size + 2), [int(k) for k in rng.permutation(size + 2)]

    def placed(leads, start=0, new=False):
        renamed = [[] for _ in names]
        for place, each in enumerate(leads):
            renamed[names[place]] = [None if after is None else names[after] for after in each]
        return renamed, names[start], steady, new

    one_changed.append(placed(leads, new=True))
    for place in rng.permutation(size).tolist():
        behind = leads[place]
        others = [[*behind, size], [size + 1, *behind], [*behind, None], [], behind[::-1], [size if k == 0 else after
                  for k, after in enumerate(behind)], [None for _ in behind], behind[1:], behind[:-1]]
        for kind in rng.permutation(len(others))[:4].tolist():
            changed = [others[kind] if k == place else each for k, each in enumerate(leads)]
            one_changed.append(placed(changed))
            one_changed.append(placed(leads if kind % 2 else changed, start=int(rng.integers(size)) * (kind == 2)))
        # its gradient goes first to one more node, and from there to where it went
        one_changed.append(placed([*leads[:place], [size], *leads[place + 1:size], behind, []]))
        one_changed.append(placed(leads))
    check_in_turn("one node, somewhere in the graph, leads elsewhere than before, the others do not", one_changed)
wide = [[*range(1, 2_000)] * 2, *([2_000] for _ in range(1, 2_000)), []]
rungs = [[3 * rung + 1, 3 * rung + 2, 3 * rung + 3][::int(rng.choice([1, -1]))] for rung in range(1_000)]
rungs = [leads for rung, top in enumerate(rungs) for leads in (top, [3 * rung + 3], [3 * rung + 3, 3 * rung + 1])]
check_in_turn("a fan of 2 000 nodes", [(wide, 0, [0] * len(wide), True)])
check_in_turn("a ladder of 1 000 rungs", [([*rungs, []], 0, [0] * (len(rungs) + 1), True)])
# as large as the text allows: 10 000 nodes, 30 000 edges, 5 000 nodes deep
broad = [[1, 2, 2]]
for level in range(4_998):
    below = [2 * level + 3, 2 * level + 4]
    broad += [[*below, below[int(rng.integers(2))]], [None, *below[::-1]]]
broad += [[], [], []]
broad[0] += [len(broad) - 1] + [None] * (30_000 - sum(len(each) for each in broad) - 1)
check_in_turn("10 000 nodes in 5 000 levels, with 30 000 edges", [(broad, 0, [None] * len(broad), True)])
# no inputs: dimensions: a node has no shape
# no inputs: same: the visible part has x * x
# no inputs: aliasing: what a node has is a tuple, which nobody can change
# no inputs: unchanged: the visible part notices a node that was changed
# no inputs: block: nothing is entered here
# no inputs: asked: the visible part notices dozens of open calls, and a raised limit is looked for by name
# no inputs: example: the visible part has its graph
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Two ways. Keep your own stack of nodes to visit, and remember for each whether the nodes behind it are done. Or count
# for every node how many edges lead to it, and let a node into the list when all of them have come.
# </details>
# <details><summary>Hint 2: <code>RecursionError: maximum recursion depth exceeded</code></summary>
#
# A function still calls itself. What Python keeps for you in open calls is: which node, and whether we are on the way
# in or on the way out. Put such pairs on a list, and take them off at its end.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Begin with the pair (node, on the way in). Take the last pair off. On the way out: write the node down. On the way in,
# if it is not known yet: note it as known, put it back as "on the way out", then put on the nodes behind it, on the
# way in. When nothing is left, turn the list round.
# </details>

# %%
tape.topological_order = topological_order
print(outcome(lambda: len(tape.topological_order(deep(5_000)))))

# %% [markdown]
# ## The walk
#
# Your engine has an order. Now it gets its walk. Here is the graph of $y = s\cdot s + s$ with $s = -x$ at $x = 3$.
# Before you step through it with *Next*: what arrives at `s`, and from how many sides?

# %%
x = mg.tensor(3.0, requires_grad=True)
s = -x
y = s * s + s
draw(y, backward=True, step=0, saved=False)

# %% [markdown]
# *Figure 1. The walk back through $y = s\cdot s + s$ with $s = -x$.*
#
# **The figure in words.** One square, `x`. An arrow leads from it to the round box `s`, a change of sign. Two arrows
# lead from `s` to a product, one arrow from `s` to the sum `y`, and one from the product to `y`. On the way back `y`
# begins with 1 and hands 1 to `s` and 1 to the product. The product hands $-3$ to `s`, twice. So $1 - 3 - 3 = -5$ is at
# `s`, and only now `s` has its turn: it hands 5 to `x`.
#
# In `tape` a node can be called. It gets the gradient that has arrived, a numpy array, and returns a tuple: for each
# entry of `next_functions` the gradient that goes there, already multiplied by the local derivative. (For a single
# number this may be one of numpy's numbers. And one array may stand in the tuple twice, and it may be the very array
# that the node was given: your engine makes new ones, but nodes of the tests do that.) Predict what the product's node
# makes of 10.

# %% claims=["C4-04"]
x = tape.Tensor(3.0, requires_grad=True)
k = tape.Tensor(5.0)
p = x * k
print(p.grad_fn(np.array(10.0)))
print(p.grad_fn.next_functions)
(leaf, _), nowhere = p.grad_fn.next_functions
print(leaf.variable is x, leaf.next_functions, p.grad_fn.variable)

# %% [markdown]
# 10 times 5 goes to `x`, and `None` to `k`, which wants nothing. The last line is about the end of the way. The node of
# a leaf has nothing behind it, so it is not called. It has a `variable` instead: the tensor in whose `.grad` everything
# is collected that arrives there. Other nodes have `None` there, so inner tensors get no `.grad`. Unless one asks:
# `s.retain_grad()` makes `s` the `variable` of its own node. Then the node collects and hands on as well.

# %% [markdown]
# ## Exercise 3.5 · `backward` (code, 5 points, about 15 min, needs 3.3)
#
# The pass of 2.7, on nodes. In case you left it out: a node takes its turn after all that were computed from its result.
# By then each of these has handed it a gradient. It adds them up, lets its local rule make of the sum one gradient for
# each of its inputs, and hands those on.
#
# `backward` goes into your engine, again the answer cell alone, so a helper function of your own stands in it; `np` and
# `tape` are known there. Do it without `mg`, whose engine would do it for you.
#
# **Goal** Write `backward(order, g)`.
#
# **Given** `order`, a list of nodes in topological order, as 3.4 returns it (the check makes its own, of at most 10 000
# nodes); a numpy array `g` of floats, of any shape, the gradient that arrives at `order[0]`. Each `variable` that is
# not `None` requires grad. A node that is called computes what it returns, and does nothing else; above all it does not
# call `backward` itself.
#
# **Return** nothing. What `backward` does:
#
# - Each node takes its turn once, with the *sum* of what has arrived, even when this sum is 0.
# - If its `variable` is not `None`, the sum is added to the variable's `.grad`, which is `None` at first and a
#   `tape.Tensor` afterwards. (Of two nodes with one `variable` both sums are added. Whether `.grad` becomes a new
#   tensor or the one there is changed is left to you.)
# - If the node has `next_functions`, it is called once, even if they are all `None`, and hands on what it returns;
#   where the next node is `None`, nothing, whatever the node returns there. A node without `next_functions`, of
#   whatever class, is not called.
# - `order`, `g` and the arrays that nodes return stay as they are, also when the walk ends in an error.
# - From one walk to the next only `.grad` stays: later gradients are added to it, and whoever sets it to `None` begins
#   anew. Nodes may have got another `variable` and other `next_functions` by then.
# - An error of a node, of whatever kind (`StopIteration` too), ends the walk, and this very error reaches whoever
#   called `backward`. (What was added to a `.grad` by then may stay, or be taken away again.) The next walk begins
#   anew.
#
# **Example** for `y = s * s + s` with `s = -x` at `x = 3`, and `g = np.array(1.0)`, `x.grad` is afterwards a tensor
# with `5.0`, and `s.grad` is `None`. After a second time `x.grad` holds `10.0`.
#
# The check below walks this example and two nodes of its own, whose local rule is a function of the test. The hidden
# test has such nodes in other graphs, with gradients of other shapes, and walks several times.

# %% nbgrader={"grade_id": "ex3_5", "solution": true}
def backward(order, g):
    ### BEGIN SOLUTION
    at = {order[0]: g}
    for node in order:
        total, collector = at.pop(node), node.variable
        if collector is not None:
            before = 0.0 if collector.grad is None else collector.grad.data
            collector.grad = tape.Tensor(before + total)
        if node.next_functions:
            for (behind, _), part in zip(node.next_functions, node(total), strict=True):
                if behind is not None:
                    at[behind] = at.get(behind, 0.0) + part
    ### END SOLUTION

# %% nbgrader={"grade_id": "ex3_5_test", "grade": true, "points": 5} exercise={"kind": "C", "forbid": ["minigrad"]}
SUM = "sum: what arrives at a node from several sides is added up before the node takes its turn"
KEEP = "accumulate: a gradient is added to the .grad that is there already"
LEAF = "who collects: leaves have a .grad afterwards, and inner tensors only after retain_grad()"
FIRST = "start: the walk begins with the gradient that backward was given"
KIND = "kind: .grad is a tape.Tensor afterwards, and not an array"
ONCE = "once: each node of the list has one turn, and is called once in it"


@learner_side
def ruled(Node):
    """A class of nodes whose local rule is a function of the test's."""
    class Ruled(Node):
        def __init__(self, rule, following, numbers, variable=None):
            Node.__init__(self, "Ruled")
            self.rule, self.numbers, self.variable = rule, numbers, variable
            self.next_functions = tuple((node, 0) for node in following)

        def __call__(self, g):
            """For each edge the array of that number: 0 is what arrived, others come from the rule."""
            arrays = [g, *self.rule(g)]
            return tuple(None if number is None else arrays[number] for number in self.numbers)

    return Ruled


@learner_side
def walked(Node, AccumulateGrad, Tensor, backward, graphs):
    """Walk graphs: after each walk what each node was called with, and every .grad. How often was something changed?

    A graph is (the shape of each variable, which nodes are leaves' nodes, walks). A walk is (g, how it is given, the
    places in the list, for each place the places that follow, for each place the parts, for each place the number of
    its variable or None, what each variable has for .grad before: "what it has", None, or an array). A part is None, a
    number (the very array of that part), "g" (what arrived), or a pair: an array, plus another times the sum of what
    arrived; without another the node returns the very array it has. The nodes are the same in all walks, and so are
    their next_functions as long as they lead where they led before, and the list.
    """
    import numpy

    class Affine(Node):
        def __init__(self, parts):
            Node.__init__(self, "Affine")
            self.parts, self.variable = parts, None

        def __call__(self, g):
            made = []
            came.append([places[self], numpy.array(g)])
            for part in self.parts:
                if isinstance(part, int):
                    made.append(made[part])
                elif isinstance(part, str):
                    made.append(g)
                elif part is None or part[1] is None:
                    made.append(None if part is None else part[0])
                else:
                    made.append(part[0] + part[1] * numpy.sum(g))
            kept.extend((each, numpy.array(each)) for each in made if each is not None)
            return tuple(made)

    found, changed = [], 0
    for shapes, ends, walks in graphs:
        kept, told, turns = [], [], []
        variables = [Tensor(numpy.zeros(shape), requires_grad=True) for shape in shapes]
        nodes = [AccumulateGrad(variables[0]) if end else Affine([]) for end in ends]
        places = {node: place for place, node in enumerate(nodes)}
        buffer = numpy.array(walks[0][0])
        for g, how, listed, followers, parts_of_each, collectors, before in walks:
            came = []
            for node, number, leads, parts in zip(nodes, collectors, followers, parts_of_each, strict=True):
                node.variable = None if number is None else variables[number]
                if [places.get(after) for after, _ in node.next_functions] != [*leads]:
                    node.next_functions = tuple((None if after is None else nodes[after], 0) for after in leads)
                node.parts = parts
            for variable, grad in zip(variables, before, strict=True):
                if not isinstance(grad, str):
                    variable.grad = None if grad is None else Tensor(grad)
            if how == "written" and buffer.shape == numpy.shape(g):
                buffer[...] = g   # the very array of an earlier walk, with other numbers
                given = buffer
            else:
                given = numpy.array(g)
                given.flags.writeable = how != "read-only"
            turns[:] = [nodes[place] for place in listed]
            kept.append((given, numpy.array(given)))
            names = [sorted(node.__dict__) for node in nodes]
            backward(turns, given)
            changed += [sorted(node.__dict__) for node in nodes] != names   # only .grad stays
            changed += [places.get(node) for node in turns] != [*listed]
            changed += sum(not numpy.array_equal(one, early) for one, early in kept)
            kept[:] = [each for each in kept if each[0] is not buffer]
            grads = [variable.grad for variable in variables]
            told.append([came, [[isinstance(grad, Tensor), None if grad is None else numpy.array(grad.data)]
                                for grad in grads]])
        found.append(told)
    return found, changed


@learner_side
def ended(Node, AccumulateGrad, Tensor, backward, factors, names, g):
    """Walks of a chain, in which one node after the other raises errors of these names: what came out.

    Also which nodes had a turn in that walk, what is in the .grad of the leaf after the next one, without an error, and
    whether the list, g and the arrays are then as they were, after both walks.
    """
    class Own(Exception):
        """An error that nobody knows."""

    class Basic(BaseException):
        """Not even an Exception."""

    kinds = {"StopIteration": StopIteration, "GeneratorExit": GeneratorExit, "KeyboardInterrupt": KeyboardInterrupt}
    kinds |= {"SystemExit": SystemExit, "KeyError": KeyError, "IndexError": IndexError, "TypeError": TypeError}
    kinds |= {"AttributeError": AttributeError, "ValueError": ValueError, "AssertionError": AssertionError}
    kinds |= {"RuntimeError": RuntimeError, "RecursionError": RecursionError, "ZeroDivisionError": ZeroDivisionError}
    kinds |= {"StopAsyncIteration": StopAsyncIteration, "NotImplementedError": NotImplementedError, "OSError": OSError}
    kinds |= {"MemoryError": MemoryError, "an error of its own": Own, "a BaseException": Basic}

    class Factor(Node):
        def __init__(self, factor):
            Node.__init__(self, "Factor")
            self.factor, self.error, self.variable = factor, None, None

        def __call__(self, g):
            turns.append(nodes.index(self))
            if self.error is not None:
                raise self.error
            made.append((g * self.factor, g * self.factor))
            return (made[-1][0], None)

    x, turns, found, made = Tensor(0.0, requires_grad=True), [], [], []
    nodes = [*(Factor(factor) for factor in factors), AccumulateGrad(x)]
    for node, after in zip(nodes[:-1], nodes[1:], strict=True):
        node.next_functions = ((after, 0), (None, 0))
    for name in names:
        for place in range(len(factors)):
            turns.clear()
            made.clear()
            nodes[place].error = kinds[name]("broken")
            lent, given = list(nodes), g.copy()
            try:
                backward(lent, given)
            except (kinds[name], RuntimeError) as error:
                came = name if error is nodes[place].error else f"another error: {error}"
            else:
                came = "nothing"
            stay = [lent == nodes and bool((given == g).all())]
            before, nodes[place].error, x.grad = list(turns), None, None
            turns.clear()
            lent[:], given[...] = nodes, g
            backward(lent, given)
            stay.append(lent == nodes and bool((given == g).all()))
            stay.append(all(bool((one == early).all()) for one, early in made))
            found.append([came, before, list(turns), x.grad.data, stay])
    return found


@learner_side
def after_a_chain(Tensor, backward, g, steps):
    """The gradient at the beginning of a chain, times 3 and so many additions, when g arrives at its end."""
    start = Tensor(1.0, requires_grad=True)
    y = start * 3.0
    order = [y.grad_fn]
    for _ in range(steps):
        y = y + 0.5
        order.append(y.grad_fn)
    (leaf, _), _ = order[0].next_functions
    backward([*order[::-1], leaf], g)
    return start.grad.data


def grad_of(tensor):
    """The numbers in a tensor's .grad, or None."""
    return None if tensor.grad is None else tensor.grad.data


def figure_1():
    """x, s and y = s * s + s with s = -x at x = 3, and the nodes in order."""
    x = tape.Tensor(3.0, requires_grad=True)
    s = -x
    product = s * s
    y = product + s
    return x, s, y, [y.grad_fn, product.grad_fn, s.grad_fn, s.grad_fn.next_functions[0][0]]


x, s, y, order = figure_1()
backward([*order], np.array(1.0))
same(x.grad is not None, True, LEAF, about="x in y = s * s + s with s = -x")
same(isinstance(x.grad, tape.Tensor), True, KIND, about="x.grad")
close(grad_of(x), np.array(5.0), SUM, about="y = s * s + s with s = -x at x = 3")
same([s.grad, y.grad], [None, None], LEAF, about="s and y in the same example")
backward([*order], np.array(1.0))
close(grad_of(x), np.array(10.0), KEEP, about="the same walk a second time")
x, s, y, order = figure_1()
backward([*order], np.array(-2.0))
close(grad_of(x), np.array(-10.0), FIRST, about="the same example with g = -2")
x, s, y, order = figure_1()
s.retain_grad()
backward([*order], np.array(1.0))
found = [grad_of(s), grad_of(x)]
close(found, [np.array(-5.0), np.array(5.0)], LEAF, about="s and x after s.retain_grad()")
came = []


def rule(g):
    came.append(np.array(g))
    return [np.array([10.0, -20.0])]


w = tape.Tensor([0.0, 0.0], requires_grad=True)
leaf = tape.AccumulateGrad(w)
node = ruled(tape.Node)(rule, [leaf, None], [1, None])
backward([node, leaf], np.array([3.0, 0.5]))
same(len(came), 1, ONCE, about="how often the first of two nodes is called")
close(came[0], np.array([3.0, 0.5]), FIRST, about="the first of two nodes")
close(grad_of(w), np.array([10.0, -20.0]), SUM, about="a leaf that one gradient arrives at")
found = after_a_chain(tape.Tensor, backward, np.array(2.0), 3)
close(found, np.array(6.0), SUM, about="a product with 3, and three additions of a number")
x, w = tape.Tensor(3.0, requires_grad=True), tape.Tensor(5.0, requires_grad=True)
inner = w + x
y = inner + x
(_, (behind_x, _)), (behind_w, _) = y.grad_fn.next_functions, inner.grad_fn.next_functions[0]
backward([y.grad_fn, inner.grad_fn, behind_x, behind_w], np.array(10.0))
close([grad_of(x), grad_of(w)], [np.array(20.0), np.array(10.0)], SUM,
      about="x and w in y = (w + x) + x, where x is used twice")
ANEW = "start: an error of a node ends the walk, and the next walk begins anew"
STAYS = "stays: the list, its nodes and the arrays are afterwards what they were before"
Ruled = ruled(tape.Node)
x, s, y, order = figure_1()
lent = learner.hold([*order])
for total in (5.0, 10.0):
    backward(lent, np.array(1.0))
    close(grad_of(x), np.array(total), STAYS, about="one list for two walks of the same example")
w = tape.Tensor([0.0, 0.0], requires_grad=True)
leaf, turns = tape.AccumulateGrad(w), []
last = Ruled(lambda g: turns.append(np.array(g)) or [0.5 * np.array(g)], [leaf, None], [1, None])
ends = Ruled(lambda g: turns.append(np.array(g)) or [], [None], [None])
node = Ruled(lambda g: [0.0 * np.array(g), 2.0 * np.array(g)], [last, ends], [1, 2])
backward([node, last, ends, leaf], np.array([3.0, 0.5]))
same(len(turns), 2, ONCE, about="a node at which 0 arrives, and one behind which there is only None")
close(turns, [np.array([0.0, 0.0]), np.array([6.0, 1.0])], SUM, about="the same two nodes")
same(w.grad is not None, True, LEAF, about="a leaf at which exactly 0 arrives")
node = Ruled(lambda g: [np.array(g), 2.0 * np.array(g)], [leaf, leaf], [1, 2])
backward([node, leaf], np.array([3.0, 0.5]))
close(grad_of(w), np.array([9.0, 1.5]), SUM, about="a leaf to which two different gradients go from one node")
both = [tape.Tensor([0.0, 0.0], requires_grad=True) for _ in range(2)]
ends = [tape.AccumulateGrad(each) for each in both]
handed = learner.hold(np.array([1.0, 2.0]))
backward([Ruled(lambda g: [], [*ends, ends[0]], [0, 0, 0]), *ends], handed)
close(plain(handed), np.array([1.0, 2.0]), STAYS, about="g, which a node hands on as it is, along three edges")
close([grad_of(each) for each in both], [np.array([2.0, 4.0]), np.array([1.0, 2.0])], SUM,
      about="leaves to which a node hands on the array that arrived, twice and once")
broken = Ruled(lambda g: [], [leaf], [1])   # there is no array of number 1
with raises(IndexError, ANEW, about="a node whose rule raises an error"):
    backward([broken, leaf], np.array([3.0, 0.5]))


def check_ends(names, factors, g):
    """Errors of these names, each from one node after the other."""
    found = ended(tape.Node, tape.AccumulateGrad, tape.Tensor, backward, factors, names, g)
    cases = [(name, place) for name in names for place in range(len(factors))]
    same(len(found), len(cases), ANEW)
    errors_off, turns_off, grads_off, stays_off = [], [], [], []
    for (name, place), (came, turns, later, grad, stay) in zip(cases, found, strict=True):
        about = f"node {place} of {len(factors)} raises {name}"
        errors_off += [f"{about}, and {came} reaches whoever called backward"] * (came != name)
        turns_off += [about] * ([*turns] != [*range(place + 1)] or [*later] != [*range(len(factors))])
        stays_off += [about] * ([*stay] != [True] * 3)
        wanted = g * np.prod(factors)
        grads_off += [about] * (not bool((np.abs(grad - wanted) <= 1e-9 * np.abs(wanted)).all()))
    same(errors_off, [], ANEW, about="errors that nodes raise")
    same(turns_off, [], ANEW, about="who had a turn in a walk that an error ended, and in the next")
    same(grads_off, [], ANEW, about="the leaf after the next walk; .grad was cleared before")
    same(stays_off, [], STAYS, about="where the list, g or an array was changed when a node raised an error, or later")


check_ends(["KeyError"], [2.0, -3.0], np.array([1.0, 0.5]))
walks = [(np.array(3.0), "array", [0, 1], leads, [[(np.array(0.0), np.array(2.0))], [], []], [None, 1, 2], [None] * 3)
         for leads in ([[1], [], []], [[2], [], []])]
walks[1][2][1] = 2
((first_turns, second_turns),), changed = walked(
    tape.Node, tape.AccumulateGrad, tape.Tensor, backward, [([()] * 3, [False, False, True], walks)])
found = [[place for place, _ in came] for came, _ in (first_turns, second_turns)]
same(found, [[0], [0]], ONCE, about="which nodes were called; the second has a variable, and no next_functions")
found = [[float(grad) for is_tensor, grad in grads if is_tensor] for _, grads in (first_turns, second_turns)]
same(found, [[6.0], [6.0]], LEAF, about="a node that leads to one collector, and in the next walk to another")
same(changed, 0, STAYS, about="the same two walks")
### BEGIN HIDDEN TESTS
LONG = "long: a list of thousands of nodes is no trouble"


def nodes_for(edges, shapes=None, keeping=()):
    """The nodes of a graph given as data: name -> (name that follows, number of the array that goes there).

    Also the tensors that collect, what the rule of each node gives, and a list for what each node is called with.
    """
    shape, nodes = dict.fromkeys(edges, (2, 3)) | (shapes or {}), {}
    tensors, drawn, came = {}, {}, {}

    def rule_of(name):
        def rule(g):
            came[name].append(np.array(g))
            return [each.copy() for each in drawn[name]]
        return rule

    for name, leads in reversed(edges.items()):
        if not leads or name in keeping:
            tensors[name] = tape.Tensor(np.zeros(shape[name]), requires_grad=True)
        if not leads:
            nodes[name] = tape.AccumulateGrad(tensors[name])
            continue
        goes, came[name] = {number: after for after, number in leads if number}, []
        drawn[name] = [rng.normal(size=shape.get(goes[number], (2, 3))) for number in sorted(goes)]
        followers, numbers = [nodes.get(after) for after, _ in leads], [number for _, number in leads]
        nodes[name] = Ruled(rule_of(name), followers, numbers, tensors.get(name))
    return list(reversed(nodes.values())), tensors, drawn, came


def sums(edges, drawn, g):
    """What arrives at each node in one walk that begins with g."""
    total = dict.fromkeys(edges, 0.0) | {next(iter(edges)): g}
    for name, leads in edges.items():
        for after, number in leads:
            if after is not None:
                total[after] = total[after] + (drawn[name][number - 1] if number else total[name])
    return total


def first_walk(edges, graph, g, kind):
    """Walk a graph that was never walked: who had a turn, with what, and what is in every .grad."""
    order, tensors, drawn, came = graph
    backward([*order], g)
    total = sums(edges, drawn, g)
    same([len(each) for each in came.values()], [1] * len(came), ONCE, about=kind)
    close([each[0] for each in came.values()], [total[name] for name in came], SUM, about=kind)
    same([each.grad is not None for each in tensors.values()], [True] * len(tensors), LEAF, about=kind)
    same(all(isinstance(each.grad, tape.Tensor) for each in tensors.values()), True, KIND, about=kind)
    close([grad_of(each) for each in tensors.values()], [total[name] for name in tensors], SUM, about=kind)
    return total


def starts(number):
    """So many gradients to begin with."""
    return [rng.normal(size=(2, 3)) for _ in range(number)]


# inputs: order (first_never_collects, stops_at_none), same (one_sum_for_each_variable)
# inputs: dimensions (sums_like_g, squeezes)
# inputs: aliasing (shares_memory)
# inputs: again (adds_to_what_inner_had, stale_after_an_error)
# inputs: size (recursive_turns)
edges = {"y": [("a", 1), ("b", 2)], "a": [], "b": [("c", 1)], "c": []}
first_walk(edges, nodes_for(edges), *starts(1), "a leaf in the middle of the list")
w = tape.Tensor(np.zeros(3), requires_grad=True)
leaf = tape.AccumulateGrad(w)
far_out = np.array([np.inf, -np.inf, float(rng.uniform(1.0, 2.0))])
nowhere = learner.hold(np.array([np.nan, np.inf, 1.0]))
backward([leaf], nowhere)
same(np.isnan(plain(grad_of(w))).tolist(), [True, False, False], SUM, about="a gradient that is no number, at a leaf")
w.grad = None
backward([Ruled(lambda g: [2.0 * np.array(g)], [leaf], [1]), leaf], far_out)
close(grad_of(w), 2.0 * far_out, SUM, about="an infinite gradient")
for size in (2, 9, 14):
    names = [f"n{number}" for number in rng.permutation(size)]
    edges = {name: [] for name in names}
    for place in range(1, size):
        for early in rng.permutation(place)[: 1 + place % 3]:
            edges[names[early]].append((names[place], len(edges[names[early]]) + 1))
    edges = {name: [(None, None), *leads] if leads else [] for name, leads in edges.items()}
    graph = nodes_for(edges, keeping=names[:1] + names[3:5])
    first_walk(edges, graph, *starts(1), f"{size} nodes, some of which collect and hand on")

edges = {"y": [("a", 1), ("b", 2), ("end", 3)], "a": [("x", 1)], "b": [("end", 1)]}
edges |= {"end": [(None, None), (None, 1)], "x": []}
first_walk(edges, nodes_for(edges), *starts(1), "a node behind which there is nothing but None")
first_walk({"y": [(None, 1)]}, nodes_for({"y": [(None, 1)]}, keeping=["y"]), *starts(1), "one node that collects")
edges = {"y": [("s", 1), ("a", 2)], "s": [("b", 1), ("a", 2)], "a": [], "b": []}
for one, *others in (("a", "b"), ("b", "s", "a"), ("y", "a", "s")):
    order, tensors, drawn, came = nodes_for(edges, keeping=["y", "s"])
    by_name = dict(zip(edges, order, strict=True))
    for other in others:
        by_name[other].variable = tensors[one]
    wanted = 0.0
    for g in starts(2):
        backward([*order], g)
        wanted = wanted + sum(sums(edges, drawn, g)[name] for name in (one, *others))
        close(grad_of(tensors[one]), wanted, KEEP, about="several nodes that collect in one tensor")

for sizes in ([(), (1,), (2, 1), (1, 3)], [(0,), (300,), (1, 1), (2, 1, 2)]):
    edges = {"y": [(f"x{number}", number + 1) for number in range(4)]} | {f"x{number}": [] for number in range(4)}
    shapes = {f"x{number}": size for number, size in enumerate(sizes)}
    first_walk(edges, nodes_for(edges, shapes), *starts(1), f"g of shape (2, 3), and leaves of the shapes {sizes}")
first_walk({"y": []}, nodes_for({"y": []}, {"y": (0, 2)}), np.zeros((0, 2)), "a leaf alone, of shape (0, 2)")

edges = {"y": [("s", 1), ("s", 2), ("s", 3)], "s": [("x", 1), ("x", 2)], "x": []}
first_walk(edges, nodes_for(edges), *starts(1), "several edges from one node to the next, with different gradients")

edges = {"y": [("a", 1), ("c", 2)], "c": [("a", 1), ("z", 2)], "a": [("x", 1)], "x": [], "z": []}
graph = nodes_for(edges)
(_, _, drawn, _) = graph
drawn["c"] = [-drawn["y"][0], np.zeros((2, 3))]
first_walk(edges, graph, *starts(1), "sums that are exactly 0")

edges = {"y": [("a", 1), ("b", 1), ("d", 1), ("c", 1)], "c": [("a", 1)], "a": [], "b": [], "d": []}
graph = order, tensors, drawn, _ = nodes_for(edges)
total = first_walk(edges, graph, *starts(1), "one array for several edges")
backward([*order], *starts(1))
found = [grad_of(tensors[name]) for name in "abd"]
close(found, [2 * total[name] for name in "abd"], KEEP, about="one array for several edges, walked twice")
edges = {"y": [("a", 0), ("b", 0), ("c", 0)], "c": [("a", 1)], "a": [], "b": []}
order, tensors, drawn, _ = nodes_for(edges)
(g,) = starts(1)
total, lent = sums(edges, drawn, g), learner.hold(g.copy())
backward([*order], lent)
backward([*order], lent)
found, wanted = [grad_of(tensors[name]) for name in "ab"], [2 * total[name] for name in "ab"]
close(found, wanted, STAYS, about="a node that hands on the array that arrived, walked twice with one g")

edges = {"y": [("a", 1), ("x", 2)], "a": [("x", 1)], "x": []}
order, tensors, drawn, _ = nodes_for(edges)
lent, wanted = learner.hold(order), sums(edges, drawn, 0.0)["x"]
for turns, g in enumerate(starts(2)):
    backward(lent, g)
    close(grad_of(tensors["x"]), (turns + 1) * wanted, STAYS, about="one list for two walks")

edges = {"y": [("s", 1), ("x", 0)], "s": [("x", 0)], "x": []}
graph = order, tensors, drawn, _ = nodes_for(edges, keeping=["s"])
first, second, third = starts(3)
total = first_walk(edges, graph, first, "a graph that is walked again")
backward([*order], second)
wanted = [total[name] + sums(edges, drawn, second)[name] for name in "sx"]
close([grad_of(tensors[name]) for name in "sx"], wanted, KEEP, about="an inner tensor and a leaf, walked twice")
tensors["x"].grad = None
backward([*order], third)
wanted = sums(edges, drawn, third)["x"]
close(grad_of(tensors["x"]), wanted, KEEP, about=".grad was cleared before a third walk")
tensors["x"].grad = tape.Tensor(first)
backward([*order], third)
close(grad_of(tensors["x"]), first + wanted, KEEP, about="a .grad that somebody put there")
edges = {"y": [("x", 1), ("s", 2)], "s": [("x", 1)], "x": []}
order, tensors, drawn, _ = nodes_for(edges)
drawn["s"], unbroken = [], drawn["s"]
with raises(IndexError, ANEW, about="a node whose rule is broken"):
    backward([*order], first)
drawn["s"] = unbroken
backward([*order], first)
close(grad_of(tensors["x"]), sums(edges, drawn, first)["x"], ANEW, about="after a walk that an error ended")

first, second, number = starts(3)   # an error in the middle of a walk: each .grad has what it had, or its own sum more
edges = {"y": [("a", 1), ("s", 2)], "s": [("x", 1)], "a": [], "x": []}
order, tensors, drawn, _ = nodes_for(edges, keeping=["y"])
drawn["s"], unbroken = [], drawn["s"]
for name, before in (("y", first), ("a", second), ("x", number)):
    tensors[name].grad = tape.Tensor(before)
with raises(IndexError, ANEW, about="the node in the middle is broken"):
    backward([*order], first)
for name, before, more in (("y", first, first), ("a", second, drawn["y"][0]), ("x", number, 0.0)):
    found, name_of = grad_of(tensors[name]), f"{name} of y, s, a, x, after s has raised an error"
    same(found is not None, True, KEEP, about=name_of)
    kept = any(bool((np.abs(plain(found) - each) <= 1e-9).all()) for each in (before, before + more))
    same(kept, True, KEEP, about=name_of)

g = np.array(rng.normal())
close(after_a_chain(tape.Tensor, backward, g, 9_998), 3.0 * g, LONG, about="9 998 additions", show=True)

check_ends(["StopIteration", "GeneratorExit", "KeyboardInterrupt", "SystemExit", "KeyError", "IndexError", "TypeError",
            "AttributeError", "ValueError", "AssertionError", "RuntimeError", "RecursionError", "ZeroDivisionError",
            "StopAsyncIteration", "NotImplementedError", "OSError", "MemoryError", "an error of its own",
            "a BaseException"], [float(each) for each in rng.uniform(0.5, 2.0, size=3)], rng.normal(size=(2, 3)))

def near_to(one, number):
    fits = one is not None and np.shape(one) == np.shape(number)
    return fits and bool((np.abs(one - number) <= 1e-9 * np.abs(number)).all())


# graphs of all kinds, in whole numbers, so that nothing is rounded: shapes, edges to None, shared arrays, collectors;
# from one walk to the next a node, or some, lead elsewhere, or another variable collects, or nothing changes but g
shapes = [(), (), (1,), (2,), (3,), (2, 1), (1, 3), (2, 3), (0,), (1, 0), (1, 1)]
graphs, wanted, kinds = [], [], []


def whole(shape, scale=1.0):
    return rng.integers(-2, 3, size=shape) * scale


def drawn_parts(place, leads, shape_at, scale):
    """What a node returns: for each edge something of the shape of the node there."""
    parts, shape_of = [], []
    for after in leads:
        shape = shape_at[after] if after is not None else shapes[int(rng.integers(len(shapes)))]
        alike = [early for early, one in enumerate(shape_of) if one == shape]
        kind = int(rng.integers(8))
        if after is None and kind < 2:
            parts.append(None)
            shape = None
        elif alike and kind < 3:
            parts.append(alike[0])
        elif shape == shape_at[place] and kind < 5:
            parts.append("g")
        elif kind == 7:
            parts.append((whole(shape, scale), None))
        else:
            parts.append((whole(shape, scale), whole(shape)))
        shape_of.append(shape)
    return parts


def led_elsewhere(place, leads, size):
    """Other edges for a node: one to another node, one more, one less, one to None, the same in another order."""
    later = [*range(place + 1, size), None]
    leads, other, kind = [*leads], later[int(rng.integers(len(later)))], int(rng.integers(6))
    at = int(rng.integers(len(leads))) if leads else 0
    if kind < 3 and leads:
        leads[at] = other
    elif kind == 3 and len(leads) > 1:
        leads.pop(at)
    elif kind == 4:
        leads = leads[::-1]
    else:
        leads.insert(at, other)
    return leads


for trial in range(130):
    size, scale = int(rng.integers(1, 9)), 2.0 ** int(rng.choice([0, 0, 0, -200, -30, 30, 200]))
    few = [shapes[int(each)] for each in rng.integers(len(shapes), size=1 + trial % 4)]
    shape_at = [few[int(each)] for each in rng.integers(len(few), size=size)]
    followers = [[] for _ in range(size)]
    for place in range(1, size):
        for early in rng.integers(place, size=int(rng.choice([1, 1, 2, 3]))):
            followers[int(early)].append(place)
    for leads in followers:
        while rng.integers(3) == 0:
            leads.append(None)
    followers = [[leads[int(k)] for k in rng.permutation(len(leads))] for leads in followers]
    ends = [not leads and bool(rng.integers(3)) for leads in followers]
    parts_of_each = [drawn_parts(place, leads, shape_at, scale) for place, leads in enumerate(followers)]
    first_of = {shape: place for place, shape in reversed([*enumerate(shape_at)])}
    own = [first_of[shape] if rng.integers(3) == 0 else place for place, shape in enumerate(shape_at)]
    collectors = [own[place] if not leads or rng.integers(4) == 0 else None for place, leads in enumerate(followers)]
    walks, grads, told = [], [None] * size, []
    for turn in range(1 + trial % 5):
        changes = int(rng.integers(5)) if turn else 4
        inner = [place for place in range(size) if not ends[place]]
        chosen = [inner[int(k)] for k in rng.permutation(len(inner))[:1 if changes < 2 else 2]] if changes < 3 else []
        followers, parts_of_each, collectors = [*followers], [*parts_of_each], [*collectors]
        for place in chosen:
            followers[place] = led_elsewhere(place, followers[place], size)
            parts_of_each[place] = drawn_parts(place, followers[place], shape_at, scale)
        for place in range(size) if changes == 3 else ():
            if rng.integers(2):
                may_be_none = not ends[place] and rng.integers(2)
                collectors[place] = None if may_be_none else first_of[shape_at[place]] if rng.integers(2) else place
        start = int(rng.integers(size)) if turn and rng.integers(6) == 0 else 0
        reached = {start}
        for place in range(start, size):
            reached |= {*followers[place]} - {None} if place in reached else set()
        # any order in which each stands before all that it leads to
        listed_places, left = [], sorted(reached)
        while left:
            free = [place for place in left if not any(place in followers[early] for early in left)]
            listed_places.append(free[int(rng.integers(len(free)))])
            left.remove(listed_places[-1])
        g, how = whole(shape_at[start], scale), ["array", "read-only", "written", "written"][int(rng.integers(4))]
        before = [["what it has", None, whole(shape, scale)][int(rng.choice([0, 0, 0, 1, 2]))] for shape in shape_at]
        grads = [old if isinstance(new, str) else new for old, new in zip(grads, before, strict=True)]
        at, came = {start: g}, {}
        for place in listed_places:
            leads, parts = followers[place], parts_of_each[place]
            if collectors[place] is not None:
                old = grads[collectors[place]]
                grads[collectors[place]] = at[place] if old is None else old + at[place]
            made = []
            for part in parts:
                made.append(None if part is None else at[place] if isinstance(part, str) else made[part]
                            if isinstance(part, int) else part[0] if part[1] is None
                            else part[0] + part[1] * np.sum(at[place]))
            for after, one in zip(leads, made, strict=True):
                if after is not None:
                    at[after] = at.get(after, 0.0) + one
            if leads:
                came[place] = at[place]
        walks.append((g, how, listed_places, followers, parts_of_each, collectors, before))
        told.append((came, [*grads]))
    graphs.append((shape_at, ends, walks))
    wanted.append(told)
    kinds.append(f"followers at last {followers}, shapes {shape_at}")
found, changed = walked(tape.Node, tape.AccumulateGrad, tape.Tensor, backward, graphs)
same([len(each) for each in found], [len(each) for each in wanted], ONCE, about="how many graphs")
turns_off, sums_off, collects_off, grads_off = [], [], [], []
for kind, turns, wanted_turns in zip(kinds, found, wanted, strict=True):
    for (came, grads), (came_wanted, grads_wanted) in zip(turns, wanted_turns, strict=True):
        called = dict(came)
        turns_off += [kind] * ([place for place, _ in came] != [*came_wanted])
        sums_off += [kind] * (not all(near_to(called.get(place), one) for place, one in came_wanted.items()))
        collects_off += [kind] * ([is_tensor for is_tensor, _ in grads] != [grad is not None for grad in grads_wanted])
        fits = [one is None or near_to(grad, one) for (_, grad), one in zip(grads, grads_wanted, strict=True)]
        grads_off += [kind] * (not all(fits))
same(turns_off[:1], [], ONCE, about="which nodes were called, and in which order; the first that went wrong")
same(sums_off[:1], [], SUM, about="what the nodes were called with; the first that went wrong")
same(collects_off[:1], [], LEAF, about="which variables have a tensor for .grad; the first that went wrong")
same(grads_off[:1], [], KEEP, about="what is in .grad; the first that went wrong")
same(changed, 0, STAYS, about="how often the list, a node, g, or an array of a node was changed")

# no inputs: values: the visible part has a node and a leaf at which 0 arrives
# no inputs: unchanged: the visible part looks at the list and at the arrays afterwards
# no inputs: block: backward enters no block, and nothing in it hangs on what is recorded
# no inputs: asked: the visible part counts how often a node is called and looks at the kind of .grad
# no inputs: example: the visible part has it
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# As in 2.7, keep what has arrived in a dictionary; the keys are nodes. When a node's turn comes, its sum is complete,
# because the order says so.
# </details>
# <details><summary>Hint 2: <code>AttributeError: 'str' object has no attribute 'backward'</code>, or
# <code>KeyError: &lt;AccumulateGrad&gt;</code></summary>
#
# The first: the node of a leaf was called. Nothing is behind it, so look at its `next_functions` before you call.
# The second: nothing has arrived at this node. Which node should have handed on to it, and why did yours not? One
# that collects may have to hand on as well.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# A dictionary with `g` for the first node. For each node of the order: take its sum. If there is a variable, its new
# `.grad` is a tensor of the old one's data plus the sum, or of the sum alone. If there is anything behind, call the
# node, go through the next nodes and the results side by side, and add each result to what is there already.
# </details>

# %% [markdown]
# Put it in. `y.backward()` now takes your order (3.4) and walks it. `mg` is asked too.

# %%
tape.backward = backward

def of_both(engine):
    x = engine.tensor([0.5, -1.5, 2.0], requires_grad=True)
    y = ((x * x).tanh() * x + 2 / x.exp()).sum()
    y.backward()
    return [round(float(each), 4) for each in x.grad.numpy()]

print("mg  ", of_both(mg))
print("mine", outcome(lambda: of_both(tape)))

# %% [markdown]
# **A good place to stop.** Your engine walks. Next, what it finds, and how engines break.

# %% [markdown]
# ## The zoo, once more
#
# Now twelve tensors, in your engine. Before you run the second cell, say of each: leaf or not? Will it have a `.grad`
# after `backward()`? (`total` is made of all twelve, so that a gradient could get everywhere.)

# %%
def animals():
    a, b = tape.Tensor(2.0, requires_grad=True), tape.Tensor(5.0)
    with tape.no_grad():
        f, g = a * 3, tape.Tensor(7.0, requires_grad=True)
    zoo = {"a": a, "b": b, "a * 3": a * 3, "b * 3": b * 3, "(a * 3).detach()": (a * 3).detach()}
    zoo |= {"a * 3 in no_grad": f, "made in no_grad": g, "b + a": b + a, "-g": -g}
    zoo |= {"a.exp(), kept": a.exp(), "a.detach()": a.detach(), "2 - b": 2 - b}
    zoo["a.exp(), kept"].retain_grad()
    return zoo

# %% claims=["C4-05"]
def visit_zoo():
    zoo = animals()
    total = tape.Tensor(0.0)
    for each in zoo.values():
        total = total + each
    total.backward()
    for name, each in zoo.items():
        grad = "no grad" if each.grad is None else round(each.grad.item(), 3)
        print(f"{name:17}{'leaf' if each.is_leaf else 'inner':7}{grad}")

if outcome(visit_zoo) == "error":
    print("It walks when 3.4 and 3.5 are there.")

# %% [markdown]
# Eight leaves, and six of them have no `.grad`: they require none. (The 0.0 of the tensor made in `no_grad` is a
# gradient. 1 came from itself and $-1$ from `-g`.) The 12.389 at `a` has four parts: 1 from itself, 3 from `a * 3`, 1
# from `b + a`, and $e^2$ from the exponential. Of the four inner tensors only the one that asked has a `.grad`.

# %% [markdown]
# ## Exercise 3.6+ · The recursion that visits paths (bug hunt, 3 points, about 10 min, needs 3.5)
#
# (Further practice.) Somebody wanted to do without an order. Whatever arrives at a node is added to what it has, and
# the node hands on at once, by recursion. `gradient_at` uses it for one number. It is right for the square.

# %%
def send(node, g, grads):
    grads[node] = grads.get(node, 0.0) + g
    parts = node(grads[node]) if node.next_functions else ()
    for (behind, _), part in zip(node.next_functions, parts, strict=True):
        if behind is not None:
            send(behind, part, grads)

def gradient_at(number, f, send):
    """The derivative of f at a number, as this way of sending finds it."""
    x, grads = tape.Tensor(number, requires_grad=True), {}
    send(f(x).grad_fn, np.array(1.0), grads)
    return next(float(grads[node]) for node in grads if node.variable is x)

# %%
print("x * x at 3:", outcome(lambda: gradient_at(3.0, lambda x: x * x, send)))

# %% [markdown]
# **Goal** Find the smallest expression for which `send` is wrong, and mend it.
#
# **Given** `send` and `gradient_at`. Operations are those that `tape.Tensor` has for numbers: `+ - * / **`, `-x`, and
# the methods `exp`, `log`, `sin`, `cos`, `tanh`, `relu`, `sum` and `mean`.
#
# **Return** `failing(x)`, which computes one tensor from the tensor `x` with as few of these operations as possible,
# such that `send` finds a wrong derivative at almost every number between $-15$ and 15 that is at least 0.001 in size;
# and `send_mended`, which is called as `send` is, with a dictionary that is empty at first, and leaves in it the sum of
# what arrives at each leaf's node, even if that is 0: the right derivative, for every expression with at most 20 000
# paths and at most 100 nodes on each, even where an inner tensor collects (`retain_grad()`). What it leaves there for
# other nodes is left to you. An operation that the result does not need counts as well. Nodes compute, and do nothing
# else. Remember nothing from one call to the next. (Where large numbers cancel, an error of a billionth of the largest
# does not count.)
#
# **Example** `lambda x: x * x` has the form, and only one operation; but `send` is right there.
#
# The check gives `failing` a tensor that notes its operations; the hidden test counts them. It sends through graphs of
# nodes whose local rules are its own.

# %% nbgrader={"grade_id": "ex3_6", "solution": true}
### BEGIN SOLUTION
def failing(x):
    s = -x
    return s * s


def send_mended(node, g, grads):
    grads[node] = g + grads.get(node, 0.0)
    if node.next_functions:
        for (behind, _), share in zip(node.next_functions, node(g), strict=True):
            if behind is not None:
                send_mended(behind, share, grads)
### STUB
# def failing(x):
#     raise NotImplementedError("still the stub")
#
# def send_mended(node, g, grads):
#     raise NotImplementedError("still the stub")
### END SOLUTION

# %% nbgrader={"grade_id": "ex3_6_test", "grade": true, "points": 3} exercise={"kind": "B"}
WRONG = "failing: at almost every number, send finds another derivative than the true one"
TENSOR = "tensor: failing returns one tensor, made from x by operations of tape.Tensor"
SMALL = "smallest: no expression with fewer operations makes send fail"
MENDED = "mended: what a node hands on, over all its turns, makes up its gradient, no more and no less"
OPERATIONS = {"add": np.add, "sub": np.subtract, "mul": np.multiply, "truediv": np.divide}
OPERATIONS |= {"neg": np.negative, "pow": np.power, "exp": np.exp, "cos": np.cos, "tanh": np.tanh}
OPERATIONS |= {"sum": np.sum, "mean": np.mean, "log": np.log, "sin": np.sin, "relu": lambda a: np.maximum(a, 0)}


@learner_side
def telling(Tensor):
    """A class of tensors that leave each operation to a function of the test's."""
    class Telling(Tensor):
        def __init__(self, data, tell):
            Tensor.__init__(self, data)
            self.tell = tell

    for name in ("add", "sub", "mul", "truediv", "pow"):
        setattr(Telling, f"__{name}__", lambda self, other, name=name: self.tell(name, [self, other]))
    for name in ("add", "sub", "mul", "truediv"):
        setattr(Telling, f"__r{name}__", lambda self, other, name=name: self.tell(name, [other, self]))
    for name in ("__neg__", "exp", "log", "sin", "cos", "tanh", "relu", "sum", "mean"):
        setattr(Telling, name, lambda self, name=name: self.tell(name.strip("_"), [self]))
    return Telling


@learner_side
def ruled(Node):
    """A class of nodes whose local rule is a function of the test's."""
    class Ruled(Node):
        def __init__(self, rule, following, variable):
            Node.__init__(self, "Ruled")
            self.rule, self.variable = rule, variable
            self.next_functions = tuple((node, 0) for node in following)

        def __call__(self, g):
            """For each edge an array of the rule's, or for a None there the very array that has arrived."""
            return tuple(g if array is None else array for array in self.rule(g))

    return Ruled


@learner_side
def operations_made(failing, tape, numbers):
    """How many operations of tape.Tensor failing makes at each of these numbers, whatever it makes them on."""
    made, counts, usual = [], [], tape.apply

    def counted(*operation_and_inputs):
        made.append(operation_and_inputs[0])
        return usual(*operation_and_inputs)

    tape.apply = counted
    try:
        for number in numbers:
            made.clear()
            failing(tape.Tensor(number, requires_grad=True))
            counts.append(len(made))
    finally:
        tape.apply = usual
    return counts


def written(number):
    """The operations of failing at a number: (name, places of the inputs, values). Place 0 is x."""
    tensors, values, done = [], [number], []

    def place_of(one):
        return next((k for k, tensor in enumerate(tensors) if tensor is one), None)

    def tell(name, inputs):
        places = [place_of(one) for one in inputs]
        known = [plain(one) if k is None else values[k] for k, one in zip(places, inputs, strict=True)]
        done.append((name, places, known))
        values.append(OPERATIONS[name](*known))
        tensors.append(Telling(values[-1], tell))
        return tensors[-1]

    x = Telling(number, tell)
    tensors.append(x)
    y = failing(x)
    same(place_of(y) is not None, True, TENSOR, about="what failing returns")
    return done, place_of(y)


def slopes(name, known):
    """The local derivatives of an operation."""
    rules = {"add": lambda a, b: (1, 1), "sub": lambda a, b: (1, -1), "mul": lambda a, b: (b, a),
             "neg": lambda a: (-1,),
             "truediv": lambda a, b: (1 / b, -a / b**2), "exp": lambda a: (np.exp(a),), "cos": lambda a: (-np.sin(a),),
             "pow": lambda a, b: (b * a ** (b - 1), a**b * np.log(abs(a) or 1.0)), "sum": lambda a: (1,),
             "mean": lambda a: (1,), "tanh": lambda a: (1 - np.tanh(a) ** 2,), "log": lambda a: (1 / a,),
             "sin": lambda a: (np.cos(a),), "relu": lambda a: (a > 0,)}
    return [float(each) for each in rules[name](*(float(one) for one in known))]


def as_sent(done, last):
    """What arrives at x in all, when every turn hands on as the given send does."""
    at = [0.0] * (len(done) + 1)

    def turn(place, g):
        at[place] = at[place] + g
        if place:
            name, places, known = done[place - 1]
            for before, slope in zip(places, slopes(name, known), strict=True):
                if before is not None:
                    turn(before, at[place] * slope)

    turn(last, 1.0)
    return at[0]


def as_it_is(done, last):
    """The derivative with respect to x: every operation hands on once, when all that use it have handed on."""
    at = [0.0] * (len(done) + 1)
    at[last] = 1.0
    for place in range(len(done), 0, -1):
        name, places, known = done[place - 1]
        for before, slope in zip(places, slopes(name, known), strict=True):
            if before is not None:
                at[before] = at[before] + at[place] * slope
    return at[0]


def both(number):
    """The true derivative of failing at a number, and the one that send finds."""
    done, last = written(number)
    return as_it_is(done, last), as_sent(done, last)


Telling = telling(tape.Tensor)
for number in (1.7, -0.8, 12.0):
    true, sent = both(number)
    same(bool(abs(true - sent) > 1e-3 * abs(true)), True, WRONG, show=True,
         about=f"at {number}: send finds {sent:.3f}, true is {true:.3f}")


def mended_at(number, f):
    """The derivative of f at a number, as send_mended finds it."""
    x, grads = tape.Tensor(number, requires_grad=True), learner.hold({})
    send_mended(f(x).grad_fn, np.array(1.0), grads)
    return grads.get((-x).grad_fn.next_functions[0][0])


close(mended_at(3.0, lambda x: x * x), 6.0, MENDED, about="x * x at 3")
found = mended_at(3.0, lambda x: (lambda s: s * s * s)(-x))
close(found, -27.0, MENDED, about="s * s * s with s = -x, at 3")
found = mended_at(3.0, lambda x: 1 - x * 2)
close(found, -2.0, MENDED, about="1 - x * 2, where two edges lead to no node")


def sent_mended(edges, g, keeping=()):
    """What send_mended leaves at each leaf of a graph: name -> (name that follows, local derivative).

    Where the derivative is None, the array that arrived is itself handed on. keeping: inner nodes that collect
    """
    nodes = {}
    for name, leads in reversed(edges.items()):
        factors = [factor for _, factor in leads]
        following = [nodes.get(after) for after, _ in leads]

        def rule(g, factors=factors):
            return [None if factor is None else factor * np.array(g) for factor in factors]

        x = tape.Tensor(0.0, requires_grad=True)
        nodes[name] = tape.AccumulateGrad(x)
        if leads:
            nodes[name] = Ruled(rule, following, x if name in keeping else None)
    grads = learner.hold({})
    send_mended(nodes[next(iter(edges))], np.array(g), grads)
    return [grads.get(nodes[name]) for name, leads in edges.items() if not leads], nodes


@learner_side
def sent_through(send_mended, Node, AccumulateGrad, Tensor, graphs):
    """What send_mended leaves at the leaves of many graphs, in each round of each: another g, and other slopes.

    A graph is (for each node the places that follow, which inner nodes collect, rounds); a round is (g, for each node
    the slopes); where a slope is None the array that arrived is handed on itself, and where it is "nothing", None.
    Edges with the same slope get the very same array.
    """
    class Sloped(Node):
        def __call__(self, g):
            made = {slope: slope * np.array(g) for slope in self.slopes if isinstance(slope, float)}
            return tuple(g if slope is None else made.get(slope) for slope in self.slopes)

    found = []
    for followers, collecting, rounds in graphs:
        nodes, leaves = {None: None}, []
        for place in reversed(range(len(followers))):
            if followers[place]:
                nodes[place] = Sloped("Sloped")
                nodes[place].next_functions = tuple((nodes[after], 0) for after in followers[place])
                if place in collecting:
                    nodes[place].variable = Tensor(0.0, requires_grad=True)
            else:
                nodes[place] = AccumulateGrad(Tensor(0.0, requires_grad=True))
                leaves.insert(0, nodes[place])
        for g, slopes in rounds:
            for place, each in enumerate(slopes):
                nodes[place].slopes = each
            grads = {}
            send_mended(nodes[0], np.array(g), grads)
            found.append([grads.get(leaf) for leaf in leaves])
    return found


Ruled = ruled(tape.Node)
found, _ = sent_mended({"y": [("x", -3.0)], "x": []}, 2.0)
close(found, [-6.0], MENDED, about="two nodes, the first of which multiplies by -3")
edges = {"y": [("s", 2.0), ("t", 1.0)], "t": [("s", 0.5)], "s": [("x", 3.0), ("x", -1.0)], "x": []}
close(sent_mended(edges, 1.0)[0], [5.0], MENDED, about="a short and a long way to s, and two edges from s to x")
close(sent_mended(edges, [1.0, -2.0])[0], [[5.0, -10.0]], MENDED, about="the same graph, and a gradient of shape (2,)")
edges = {"y": [("s", 2.0), ("s", 1.0), ("t", 1.0)], "t": [("s", 0.5)], "s": [("x", 3.0)], "x": []}
close(sent_mended(edges, 1.0)[0], [10.5], MENDED, about="two edges from y to s, and a longer way to s")
edges = {"y": [("s", 2.0), ("s", -2.0)], "s": [("x", 3.0)], "x": []}
close(sent_mended(edges, 1.0)[0], [0.0], MENDED, about="two gradients that cancel at s")
edges = {"y": [("s", None), ("s", None)], "s": [("x", None)], "x": []}
close(sent_mended(edges, [2.0, 1.0])[0], [[4.0, 2.0]], MENDED, about="nodes that hand on the array that arrived")
edges = {"y": [("x", None), ("x", None), ("x", None), ("x", -4.0)], "x": []}
close(sent_mended(edges, [2.0, 1.0])[0], [[-2.0, -1.0]], MENDED, about="four edges from one node to the next")
close(gradient_at(3.0, lambda x: 2 - x, send_mended), -1.0, MENDED, about="gradient_at, which reads the keys in grads")
same(len(written(1.7)[0]) <= 2, True, SMALL, about="how many operations failing makes")
found = max(operations_made(failing, tape, [1.7, -0.8]))
same(found <= 2, True, SMALL, about="the same with those that x has no part in")
### BEGIN HIDDEN TESTS
def at_leaves(edges, g):
    """What arrives at the leaves in all."""
    total = dict.fromkeys(edges, 0.0) | {next(iter(edges)): g}
    for name, leads in edges.items():
        for after, factor in leads:
            if after is not None:
                total[after] = total[after] + (1.0 if factor is None else factor) * total[name]
    return [total[name] for name, leads in edges.items() if not leads]


number, g, first, second = (float(each) for each in rng.uniform(0.5, 2.0, size=4))
true, sent = both(number)
same(bool(abs(true - sent) > 1e-4), True, WRONG, about="a random number")
for low in (*range(-5, 5), 0, -1, 0, -1):
    true, sent = both(low + float(rng.uniform(0.1, 0.9)))
    same(bool(abs(true - sent) > 1e-3 * (abs(true) + abs(sent))), True, WRONG, about="a random number of either sign")
for exponent in [*np.linspace(-6.5, 2.6, num=30), *np.linspace(1.5, 2.6, num=10)]:
    for sign in (1, -1):
        true, sent = both(sign * float(np.exp(exponent + rng.uniform(-0.1, 0.1))))
        far = bool(abs(true - sent) > 1e-3 * (abs(true) + abs(sent)))
        same(far, True, WRONG, about="random numbers of all sizes between 0.001 and 15")
counts = [*range(1, 13), 100, 150, 1e-4, 1e-9, *np.exp(rng.uniform(-20, 5, size=40))]
made = operations_made(failing, tape, [sign * float(each) for each in counts for sign in (1, -1)])
same(len(made), 2 * len(counts), SMALL, about="at how many numbers operations were counted")
same(max(made) <= 2, True, SMALL, about="the largest number of operations, at numbers of all sizes")

# inputs: order (order_not_followed)
# inputs: values (rounds, stops_at_a_variable)
# inputs: again (marks_the_nodes)
for size in (4, 8):
    names = [f"n{k}" for k in rng.permutation(size)]
    edges = {name: [] for name in names}
    for place in range(1, size):
        for early in rng.permutation(place)[: 1 + place % 2]:
            edges[names[early]].append((names[place], float(rng.uniform(0.5, 1.5) * rng.choice([-1, 1]))))
    close(sent_mended(edges, g)[0], at_leaves(edges, g), MENDED, about=f"{size} nodes with ways of several lengths")
graphs, wanted = [], []
for trial in range(200):
    followers, size = [[] for _ in range(2 + trial % 6)], 2.0 ** int(rng.choice([0, 0, 0, -30, 30]))
    for place in range(1, len(followers)):
        for early in rng.integers(place, size=int(rng.integers(1, 4))):
            followers[int(early)].append(place)
    for leads in followers:
        if leads and rng.integers(3) == 0:
            leads.append(None)
    followers = [[leads[k] for k in rng.permutation(len(leads))] for leads in followers]
    rounds = []
    for _ in range(1 + trial % 3):
        g_there = rng.normal(size=((), (2,), (2, 3), (1,), (0,), (1, 3, 1))[int(rng.integers(6))]) * size
        slopes_there = []
        for leads in followers:
            offered = [(None, 0.0, 1.0, -1.0, first, -second, size, -size)[int(rng.integers(8))] for _ in leads]
            slopes_there.append(["nothing" if after is None and rng.integers(2) else slope
                                 for after, slope in zip(leads, offered, strict=True)])
        if rounds and trial % 2:
            g_there = rounds[0][0]   # the same gradient as before, on nodes that multiply by other numbers
        rounds.append((g_there, slopes_there))
        edges = {place: [*zip(leads, slopes_of_one, strict=True)]
                 for place, (leads, slopes_of_one) in enumerate(zip(followers, slopes_there, strict=True))}
        in_size = {place: [(after, 1.0 if slope is None else abs(slope)) for after, slope in leads if after is not None]
                   for place, leads in edges.items()}
        wanted.append((edges, g_there, at_leaves(edges, g_there), at_leaves(in_size, np.abs(g_there))))
    collecting = [place for place in range(len(followers)) if rng.integers(4) == 0]
    graphs.append((followers, collecting, rounds))
found = sent_through(send_mended, tape.Node, tape.AccumulateGrad, tape.Tensor, graphs)
same(len(found), len(wanted), MENDED, about="how many graphs")
off = []
for each, (edges, g_there, numbers, sizes) in zip(found, wanted, strict=True):
    fits = [one is not None and np.shape(one) == np.shape(g_there) and bool((np.abs(one - number) <= 1e-9 * most).all())
            for one, number, most in zip(each, numbers, sizes, strict=True)]
    off += [f"g {g_there}, and node by node, where its edges lead, and the slope: {edges}"] * (not all(fits))
same(off[:1], [], MENDED, about="the first of many graphs that went wrong")
# as many paths, and as many nodes on one, as the text allows: 2 to the 14th is 16 384
for size in (1e-30, 1e30):
    signs = [float(sign) for sign in rng.choice([0.5, 1.0, 1.5], size=28)]
    doubled = [[size * first], *([signs[2 * k], signs[2 * k + 1]] for k in range(14)), []]
    followers = [[1], *([k + 2, k + 2] for k in range(14)), []]
    arms = [[*range(1, 20)] * 1_000, *([20] for _ in range(19)), []]
    arm_slopes = [[None] * 19_000, *([sign * size] for sign in signs[:19]), []]
    chain = [*([k + 1, None] for k in range(99)), []]
    factors = [float(factor) for factor in rng.choice([0.5, 2.0, -1.0], size=99)]
    chain_slopes = [[size if k == 50 else factor, "nothing"] for k, factor in enumerate(factors)]
    large = [(followers, [], [(np.array(g), doubled)]), (chain, [], [(np.array([g, -g]), [*chain_slopes, []])]),
             (arms, [3], [(np.array(g), arm_slopes)])]
    of_large = sent_through(send_mended, tape.Node, tape.AccumulateGrad, tape.Tensor, large)
    same(len(of_large), 3, MENDED, about="how many large graphs")
    for each, (leads_of_each, _, ((g_there, slopes_there),)) in zip(of_large, large, strict=True):
        edges = {place: [*zip(leads, slopes_of_one, strict=True)]
                 for place, (leads, slopes_of_one) in enumerate(zip(leads_of_each, slopes_there, strict=True))}
        close(each, at_leaves(edges, g_there), MENDED, rtol=1e-9, atol=0.0,
              about=f"thousands of paths, or a hundred nodes after one another; slopes of size {size}")
for size in (1e-12, 1e12):
    edges = {"y": [("s", size), ("s", size)], "s": [("x", second)], "x": []}
    close(sent_mended(edges, g)[0], at_leaves(edges, g), MENDED, rtol=1e-9, atol=0.0, about="very small and large ones")
edges = {"y": [("s", first), ("t", 1.0)], "t": [("s", second)], "s": [("x", second)], "x": []}
close(sent_mended(edges, g)[0], at_leaves(edges, g), MENDED, about="a short and a long way to an inner node")
edges = {"y": [("s", first), ("s", -first)], "s": [("x", second)], "x": []}
close(sent_mended(edges, g)[0], [0.0], MENDED, about="two gradients that cancel at an inner node")

edges = {"y": [("s", first), ("t", 1.0)], "t": [("s", second)], "s": [("x", second)], "x": []}
for keeping in (["s"], ["y", "t"]):
    found, _ = sent_mended(edges, g, keeping)
    close(found, at_leaves(edges, g), MENDED, about="inner tensors that collect, and hand on all the same")
edges = {"y": [("s", 0.0)], "s": [("x", first)], "x": []}
close(sent_mended(edges, g)[0], [0.0], MENDED, about="a local derivative that is exactly 0")

edges = {"y": [("s", None), ("s", None)], "s": [("x", None)], "x": []}
close(sent_mended(edges, g)[0], [2 * g], MENDED, about="nodes that hand on the very array that arrived")

# arrays: as many entries as a leaf has
for size in ((2,), (2, 3)):
    g_there = rng.normal(size=size)
    edges = {"y": [("s", first), ("t", 1.0)], "t": [("s", second)], "s": [("x", second), ("x", first)], "x": []}
    found, _ = sent_mended(edges, g_there)
    close(found, at_leaves(edges, g_there), MENDED, about=f"gradients of shape {size}")

leaf = tape.AccumulateGrad(tape.Tensor(0.0, requires_grad=True))
joined = Ruled(lambda g: [np.array(g) @ np.array([first, second])], [leaf], None)
spread = Ruled(lambda g: [np.array(g) * np.array([second, 3.0])], [joined], None)
grads = learner.hold({})
send_mended(spread, np.array(g), grads)
close(grads.get(leaf), g * second * (first + 3.0), MENDED, about="a number that becomes two, and one again")
folded = Ruled(lambda g: [np.array(g) @ np.array([first, second, 3.0])], [leaf], None)
grads, three = learner.hold({}), rng.normal(size=3)
send_mended(folded, three, grads)
close(grads.get(leaf), three @ np.array([first, second, 3.0]), MENDED, about="three numbers that become one")
edges = {"y": [("s", 1.0), ("s", 1.0)], "s": [("x", first)], "x": []}
_, nodes = sent_mended(edges, g)
grads = learner.hold({})
send_mended(nodes["y"], np.array(g), grads)
close(grads.get(nodes["x"]), 2 * first * g, MENDED, about="the same nodes again, with an empty dictionary")

# no inputs: asked: the visible part counts the operations of failing
# no inputs: aliasing: in the visible part nodes hand on the very array that arrived
# no inputs: dimensions: gradient_at sends a single number
# no inputs: same: the visible part has x * x and s * s * s, where both edges lead to one node
# no inputs: unchanged: grads is there to be filled
# no inputs: size: a recursion that walks every path takes twice the time for each rung of a ladder, as the text says
# no inputs: block: nothing is entered
# no inputs: example: the visible part has it
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# In the square, each of two paths arrives at the leaf, where nothing is handed on. Where must two paths meet so that it
# matters what is handed on?
# </details>
# <details><summary>Hint 2: which line</summary>
#
# A node has two turns, since it is used twice. On the second turn, what does it hand on that it has handed on before?
# Look at the second line of `send`.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# Any operation that makes an inner tensor, then an operation that uses this tensor twice; give it a name, so that it is
# computed once. To mend `send`, hand on only what has just arrived.
# </details>

# %% [markdown]
# Mended it is right, and it is the sum over paths of notebook 02: every path is walked. With an order each node waits
# for its sum and takes one turn.

# %% [markdown]
# ## Exercise 3.7 · Catch four wrong engines (adversary, 4 points, about 18 min, needs 3.5)
#
# Four people have written an engine. Here a graph is data again, so that all engines can get the same one: a dictionary
# as in notebook 02, with each entry after its inputs, and `"y"` as the last.

# %%
COMPUTE = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b, "neg": lambda a: -a}
SLOPES = {"add": lambda a, b: (1, 1), "mul": lambda a, b: (b, a), "neg": lambda a: (-1,)}

def edges_of(graph, inputs):
    """For each name, the edges back to its inputs: pairs (input, local derivative)."""
    values, edges = dict(inputs), {}
    for name, (operation, *names) in graph.items():
        numbers = [values[each] for each in names]
        values[name] = COMPUTE[operation](*numbers)
        edges[name] = list(zip(names, SLOPES[operation](*numbers), strict=True))
    return edges

# %% [markdown]
# An engine gets the graph and the numbers of its inputs, and returns a dictionary of those who have a `.grad` after
# `backward()`. In a right engine these are the inputs. Two of the wrong ones:

# %%
def overwrites(graph, inputs):
    grads = {"y": 1}
    for name, edges in reversed(edges_of(graph, inputs).items()):
        for behind, slope in edges:
            grads[behind] = grads[name] * slope
    return {name: grads[name] for name in inputs}

# %%
def visits_paths(graph, inputs):
    edges, grads = edges_of(graph, inputs), {}
    def send(name, g):
        grads[name] = grads.get(name, 0) + g
        for behind, slope in edges.get(name, []):
            send(behind, grads[name] * slope)
    send("y", 1)
    return {name: grads[name] for name in inputs}

# %% [markdown]
# A test is a triple: a graph, the numbers of its inputs, the dictionary that is expected. Somebody wrote a weak one.
# `mine` is your own engine.

# %%
def alike(found, expected):
    """The same names with the same numbers, up to a millionth?"""
    return found.keys() == expected.keys() and all(
        abs(expected[name] - found[name]) <= 1e-9 + 1e-6 * abs(found[name]) for name in found)

def gets_through(engine, tests):
    return all(alike(engine(graph, inputs), expected) for graph, inputs, expected in tests)

def mine(graph, inputs):
    tensors = {name: tape.Tensor(number, requires_grad=True) for name, number in inputs.items()}
    for name, (operation, *names) in graph.items():
        tensors[name] = COMPUTE[operation](*(tensors[each] for each in names))
    tensors["y"].backward()
    return {name: each.grad.item() for name, each in tensors.items() if each.grad is not None}

# %%
weak = [({"y": ("mul", "a", "b")}, {"a": 2, "b": 5}, {"a": 5, "b": 2})]
for engine in (overwrites, visits_paths):
    print(engine.__name__, "gets through:", gets_through(engine, weak))
print("mine gets through:", outcome(lambda: gets_through(mine, weak)))

# %% [markdown]
# The other two engines are not shown.
#
# - `keeps_everything` has the right numbers, and leaves a `.grad` on inner nodes as well: its dictionary has all names.
# - `visits_twice` goes level by level: first `y`, then everything that `y` was made from, then everything that these
#   were made from, and so on. On one level each node has one turn, in the order in which the level was found; but a
#   node that is found on two levels has a turn on both, and each time it hands on all that has arrived so far.
#
# **Goal** Write tests that catch all four, and that a right engine gets through.
#
# **Given** the two programs, `mine` and `gets_through`, to try your tests with.
#
# **Return** `tests`, a list of one to three triples `(graph, inputs, expected)`. (Tuple or list, either will do.) A
# graph is a dictionary of at most eight entries, with the operations `"add"`, `"mul"` and `"neg"`; each after its
# inputs; `"y"` is the last, and every other name is used. `inputs` and `expected` have a number for each input, each
# a finite one. Whole numbers are the easiest; decimals are compared as `alike` does it, here and in the check, and
# the check computes without rounding.
#
# **Example** the list `weak` has the right form. It catches none of the four.
#
# The check runs its own copies of the two programs above; the hidden test runs `visits_twice`. (A test that catches
# `visits_paths` catches `keeps_everything` too. Why?)

# %% nbgrader={"grade_id": "ex3_7", "solution": true}
### BEGIN SOLUTION
tests = [
    ({"y": ("mul", "x", "x")}, {"x": 3}, {"x": 6}),
    ({"s": ("neg", "x"), "t": ("mul", "s", "s"), "y": ("add", "t", "s")}, {"x": 3}, {"x": 5}),
]
### STUB
# tests = None   # a list of triples (graph, inputs, expected)
### END SOLUTION

# %% nbgrader={"grade_id": "ex3_7_test", "grade": true, "points": 4} exercise={"kind": "A"}
from fractions import Fraction

FORM = "form: one to three triples (graph, inputs, expected), at most eight entries in a graph, y last"
LEGAL = "legal: an entry is add or mul with two names, or neg with one, and stands after its inputs"
SPARED = "spared: a right engine gets through each of your tests"
same(tests is not None, True, "form: still the stub; put a list in the place of None")
same(isinstance(tests, (list, tuple)), True, FORM, about="is tests a list?")
same(1 <= len(tests) <= 3, True, FORM)
same([len(test) for test in tests], [3] * len(tests), FORM, about="the length of each triple")
ends_with_y = [1 <= len(graph) <= 8 and [*graph][-1] == "y" for graph, _, _ in tests]
same(ends_with_y, [True] * len(tests), FORM, about="test by test")
SIZES = {"add": 2, "mul": 2, "neg": 1}
VALUES = {"add": lambda a, b: a + b, "mul": lambda a, b: a * b, "neg": lambda a: -a}
LOCAL = {"add": lambda a, b: (1, 1), "mul": lambda a, b: (b, a), "neg": lambda a: (-1,)}


def legal(graph, inputs):
    """Entry by entry: a known operation, as many names as it needs, and all of them before it?"""
    known, fits = [*inputs], []
    for name, (operation, *names) in graph.items():
        before = all(each in known for each in names) and name not in known
        fits.append(len(names) == SIZES.get(operation) and before)
        known.append(name)
    return fits


def exact(number):
    """The number without rounding, so that none of the engines is caught by what rounding does to it."""
    return Fraction(number if isinstance(number, int) else float(number))


def steps(graph, inputs):
    """For each name, the edges back to its inputs, in numbers that nothing rounds."""
    known, edges = {name: exact(number) for name, number in inputs.items()}, {}
    for name, (operation, *names) in graph.items():
        numbers = [known[each] for each in names]
        known[name] = VALUES[operation](*numbers)
        edges[name] = list(zip(names, LOCAL[operation](*numbers), strict=True))
    return edges


fits = [legal(graph, inputs) for graph, inputs, _ in tests]
same(fits, [[True] * len(each) for each in fits], LEGAL, about="entry by entry, test by test")
numbers = [number for _, inputs, expected in tests for number in (*inputs.values(), *expected.values())]
same([isinstance(number, str) for number in numbers], [False] * len(numbers), FORM, about="a text is no number")
same(bool(np.isfinite(np.array(numbers, dtype=float)).all()), True, FORM, about="each number is finite")
unused = [sorted({*inputs, *graph} - {name for _, *names in graph.values() for name in names})
          for graph, inputs, _ in tests]
USED = "used: every name but y is an input of an entry"
same(unused, [["y"]] * len(tests), USED, about="those not used")
right, walks = [], [steps(graph, inputs) for graph, inputs, _ in tests]
for edges, (_, inputs, _) in zip(walks, tests, strict=True):
    grads = dict.fromkeys([*inputs, *edges], 0) | {"y": 1}
    for name, before in reversed(edges.items()):
        for each, slope in before:
            grads[each] = grads[each] + grads[name] * slope
    right.append({name: grads[name] for name in inputs})
same([sorted(expected) for _, _, expected in tests], [sorted(grads) for grads in right], SPARED,
     about="the names that have a .grad: the inputs")


def near(found, true):
    return abs(found - true) <= Fraction(1, 10**9) + Fraction(1, 10**6) * abs(true)


spared = [all(near(exact(expected[name]), grads[name]) for name in grads)
          for (_, _, expected), grads in zip(tests, right, strict=True)]
same(spared, [True] * len(tests), SPARED, about="test by test: are the results what a right engine gives?")


def hand_on(edges, grads, name, add=1, deep=False):
    """One turn, as wrong engines take it: add=0 overwrites, and if deep, the next ones go on at once."""
    for each, slope in edges.get(name, []):
        grads[each] = grads[name] * slope + add * grads[each]
        if deep:
            hand_on(edges, grads, each, deep=True)


def caught(engine):
    """Does one of the tests tell this engine from a right one?"""
    for edges, grads in zip(walks, right, strict=True):
        found = dict.fromkeys([*grads, *edges], 0) | {"y": 1}
        engine(edges, found)
        if not all(near(found[name], grads[name]) for name in grads):
            return True
    return False


def overwriting(edges, grads):
    for name in reversed(edges):
        hand_on(edges, grads, name, add=0)


def by_paths(edges, grads):
    hand_on(edges, grads, "y", deep=True)


same(caught(overwriting), True, "overwrites: one of your tests catches the engine that overwrites")
same(caught(by_paths), True,
     "visits_paths: one of your tests catches the recursion that hands on its whole sum")
### BEGIN HIDDEN TESTS
# keeps_everything needs no check: what catches visits_paths has an inner node, and so two entries at least.


# inputs: order (same_level_only, twice_nothing)
def by_level(edges, grads):
    level = ["y"]
    while level:
        for name in level:
            hand_on(edges, grads, name)
        level = list(dict.fromkeys(each for name in level for each, _ in edges.get(name, [])))


same(caught(by_level), True,
     "visits_twice: one of your tests catches the engine that gives a node a turn on each level")

# no inputs: dimensions, values, size: a test is data, one number for each input, and the visible part limits its size
# no inputs: same: the visible part catches overwrites and visits_paths only where something is used twice
# no inputs: aliasing, unchanged, again: the data are read once, and nothing of the learner's is called
# no inputs: block: nothing is entered
# no inputs: asked: the visible part says which engine is caught and which form a test has
# no inputs: example: the list weak is an answer that the visible part refuses
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# For each engine, ask in which graph its mistake makes a difference. Something must be used twice; but a leaf or an
# inner node? By one operation or by two?
# </details>
# <details><summary>Hint 2: which shapes</summary>
#
# `visits_paths` needs an inner node that is used twice. `visits_twice` needs an inner node to which two ways of
# different length lead from `y`. `keeps_everything` needs any inner node besides `y`. (`y` itself counts as its own
# beginning: nobody keeps a `.grad` there.)
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# The graph of Figure 1 has all of it. Take numbers for which no two gradients are the same by accident, and try the two
# given engines.
# </details>

# %% [markdown]
# ## What a second walk finds
#
# Two graphs, each walked twice. Which one refuses?

# %%
def twice(build):
    x = mg.tensor(2.0, requires_grad=True)
    y = build(x)
    y.backward()
    try:
        y.backward()
    except RuntimeError as error:
        return str(error)[:50]
    return x.grad.item()

print("x + 1:", twice(lambda x: x + 1))
print("x * 3:", twice(lambda x: x * 3))

# %% [markdown]
# `x * 3` refuses. To multiply by the local derivative a product needs its inputs, so its node saves them; after the
# first walk they are let go, to free the memory. A sum needs nothing: its local derivatives are 1. So `x + 1` can be
# walked again and again, and the gradients add up. Someone who wants to walk a product twice says so the first time:
# `y.backward(retain_graph=True)`.
#
# Two more walks are refused. The first line below begins from two numbers at once, the second from a tensor that has no
# graph. What is unclear in each?

# %%
v = mg.tensor([1.0, 2.0], requires_grad=True)
print("two numbers:", outcome(lambda: (v * 3).backward()))
print("no graph:   ", outcome(lambda: mg.tensor(2.0).backward()))

# %% [markdown]
# `backward()` without an argument begins with 1, "how fast does the result grow with itself". For one number that is
# clear. For several it is not clear which of them is meant, so `backward(gradient)` must say how much each counts.
# And a tensor without a graph has nothing to walk.

# %% [markdown]
# ## Exercise 3.8 · Three errors (code, 3 points, about 9 min, needs 3.3)
#
# In your engine, `first_gradient` decides what the walk begins with. The lines below begin it whatever happens.
#
# **Goal** Give it the three errors. It goes into your engine as well, the answer cell alone; `np` and `tape` are known
# there. Do it without `mg`, which has the three errors too.
#
# **Given** `output`, the tensor whose `backward` was called, with its numpy array in `output.data`; `order`, its nodes,
# an empty list if it has no graph (a leaf that requires grad has one node, its own), and at most 3 000 nodes;
# `gradient`, the argument of `backward` or `None`. A node has `node.freed`: `True` if what it saved has been let go.
#
# **Return** the array, of `dtype=float` whatever was given, as the lines below do. But first raise a `RuntimeError`,
# with these words in its text, and not with those of another:
#
# 1. `does not require grad` if there is no graph;
# 2. `a second time` if any node has been freed;
# 3. `only for scalar outputs` if no gradient is given and `output` does not have exactly one entry. (A tensor of shape
#    (1, 1) has one.)
#
# If two of them apply, raise either. Nothing else is refused: a gradient of another shape than `output` comes back as
# it was given, itself or a copy. `order` stays as it is. What counts is how `output`, `order` and the nodes are now.
# Whether a tensor was walked before does not matter: a sum has saved nothing, so nothing of it is freed.
#
# **Example** `(x * 3).backward()` with an `x` of shape (2,) raises the third, `(x * 3).backward([1.0, 0.5])` none.
#
# The hidden test tries other shapes and other gradients, such as a tensor, an empty list, or arrays of ints; a leaf as
# `output`, and longer orders.

# %% nbgrader={"grade_id": "ex3_8", "solution": true}
def first_gradient(output, order, gradient):
    ### BEGIN SOLUTION
    if not order:
        raise RuntimeError("this tensor does not require grad, so nothing was recorded that backward could walk")
    if any(node.freed for node in order):
        raise RuntimeError("this graph is walked a second time, and its saved arrays are gone; use retain_graph=True")
    if gradient is None and output.data.size != 1:
        raise RuntimeError("backward() without a gradient is only for scalar outputs; say how much each entry counts")
    ### STUB
    # raise NotImplementedError("still the stub")
    ### END SOLUTION
    if gradient is None:
        return np.ones(output.shape)
    return gradient.data if isinstance(gradient, tape.Tensor) else np.array(gradient, dtype=float)

# %% nbgrader={"grade_id": "ex3_8_test", "grade": true, "points": 3} exercise={"kind": "C", "forbid": ["minigrad"]}
GRAPH = "no graph: a tensor that requires no grad has nothing to walk"
SCALAR = "not a scalar: without a gradient, the walk begins only from a tensor with one entry"
AGAIN = "second time: a graph of which any node has been freed is not walked again"
START = "start: the walk begins with ones, or with the gradient that was given"
FLOATS = "floats: the array holds floats, even if ints were given"


def chain(data, products):
    """A product of x and so many numbers, and its nodes in order: those of the products, and that of x."""
    y, order = tape.Tensor(data, requires_grad=True), []
    for number in range(products):
        y = y * (number + 2.0)
        order = [y.grad_fn, *order]
    (leaf, _), _ = order[-1].next_functions
    return y, [*order, leaf]


@learner_side
def begun(first_gradient, Tensor, cases):
    """What first_gradient says, for each case to one question after the other: [what came, its shape, its numbers].

    A case is (operations, array of x, does x want a gradient?, questions); a question is (places of nodes that let go,
    of nodes that have all of it again, another array for the output or None, form of the gradient, the gradient). Also
    how often the list of nodes was another afterwards, or a node.
    """
    import numpy

    def computed(operations, x):
        y = x
        for name in operations:
            y = {
                "add": lambda: y + 1, "sub": lambda: 2 - y, "neg": lambda: -y, "mul": lambda: y * 3.0,
                "square": lambda: y * y, "div": lambda: y / 3.0, "pow": lambda: y**2, "exp": lambda: y.exp(),
                "cos": lambda: y.cos(), "tanh": lambda: y.tanh(), "sum": lambda: y.sum(), "mean": lambda: y.mean(),
                "other": lambda: y * Tensor(x.data, requires_grad=x.requires_grad), "again": lambda: y + x,
            }[name]()
        return y

    def nodes_of(y, alone):
        here, inner, leaves = y.grad_fn, [], []
        if alone:
            leaves.append((-y).grad_fn.next_functions[0][0])
        while here is not None:
            inner.append(here)
            behind = [node for node, _ in here.next_functions if node is not None]
            leaves += [node for node in behind if node.variable is not None and node not in leaves]
            here = next((node for node in behind if node.variable is None), None)
        return [*inner, *leaves]

    def given(form, gradient):
        if form == "as it is":
            return gradient
        if form == "tuple":
            return tuple(gradient)
        if form == "tensor":
            return Tensor(gradient)
        if form == "tensor that requires grad":
            return Tensor(gradient, requires_grad=True)
        if form == "computed tensor":
            return -Tensor(-numpy.array(gradient, dtype=float), requires_grad=True)
        if form == "view":
            return numpy.repeat(numpy.array(gradient).T, 2, axis=-1)[..., ::2].T
        array = numpy.array(gradient).astype(form)
        array.flags.writeable = False
        return array[()]   # of no dimension: one of numpy's numbers

    found, lent, moved = [], [], 0
    for operations, data, wants, questions in cases:
        y, told = computed(operations, Tensor(data, requires_grad=wants)), []
        lent[:] = nodes = nodes_of(y, wants and not operations)
        for let_go, again, other, form, gradient in questions:
            for place in let_go if nodes else ():
                nodes[place % len(nodes)].save_for_backward(y)
                nodes[place % len(nodes)].free()
            for place in again if nodes else ():
                nodes[place % len(nodes)].freed = False
            if other is not None:
                y.data = numpy.array(other, dtype=float)
            before = [node.freed for node in nodes]
            try:
                came = first_gradient(y, lent, given(form, gradient))
                if issubclass(type(came), numpy.generic):   # numpy's number is an array of no dimension
                    came = numpy.array(came)
                if issubclass(type(came), numpy.ndarray):   # its numbers, whatever its class says of them
                    came = numpy.ndarray.view(came, numpy.ndarray)
            except (RuntimeError, ValueError, AttributeError, LookupError) as error:
                failed = error
            else:
                failed = None
            # Before the words are read, which code of the error's own may do something at.
            kept = len(lent) == len(nodes) and all(one is node for one, node in zip(lent, nodes, strict=True))
            moved += not (kept and before == [node.freed for node in nodes])
            lent[:] = nodes
            if isinstance(failed, RuntimeError):
                told.append(["RuntimeError", [], str(failed)])
            elif failed is not None:
                told.append([type(failed).__name__, [], str(failed)])
            else:
                kinds = ["no array", f"an array of {getattr(came, 'dtype', None)}"]
                told.append([kinds[isinstance(came, numpy.ndarray)], [*numpy.shape(came)],
                             numpy.ravel(getattr(came, "data", None) if isinstance(came, Tensor) else came)])
        found.append(told)
    return found, moved


ORDER = "stays: the list is afterwards what it was before"
OWN = "own words: an error has the words of what applies, and not those of another"
WORDS = {GRAPH: "does not require grad", AGAIN: "a second time", SCALAR: "only for scalar outputs"}


def check(cases):
    """Ask all these cases, and compare what comes with what applies."""
    found, moved = begun(first_gradient, tape.Tensor, cases)
    same(len(found), len(cases), START)
    wrong = {law: [] for law in (GRAPH, AGAIN, SCALAR, START, FLOATS, OWN)}
    for (operations, data, wants, questions), answers in zip(cases, found, strict=True):
        shape = np.shape(np.empty(0) if data is None else data)
        shape = () if {"sum", "mean"} & {*operations} else shape
        nodes = wants * (len(operations) + 1 + operations.count("other"))
        freed, told = set(), []
        for (let_go, again, other, form, gradient), (kind, size, numbers) in zip(questions, answers, strict=True):
            shape = shape if other is None else np.shape(other)
            freed |= {place % nodes for place in let_go if nodes}
            freed -= {place % nodes for place in again if nodes}
            none, one = form == "as it is" and gradient is None, int(np.prod(shape)) == 1
            apply = [law for law, does in ((GRAPH, not wants), (AGAIN, freed), (SCALAR, none and not one)) if does]
            text = f"{' '.join(operations) or 'a leaf'} of shape {shape}, {nodes} nodes, {sorted(freed)} have let go, "
            text += f"gradient {gradient} ({form})" + (f", asked after {len(told)} others" if told else "")
            told.append(text)
            if apply:
                said = [law for law, words in WORDS.items() if kind == "RuntimeError" and words in numbers]
                if not {*said} & {*apply}:
                    wrong[apply[0]].append(f"{kind}: {text}")
                elif {*said} - {*apply}:
                    wrong[OWN].append(text)
                continue
            wanted = np.ones(shape) if none else np.array(gradient).astype(form).astype(float) if form in CASTS else (
                np.array(gradient, dtype=float))
            fits = kind.startswith("an array") and size == [*wanted.shape]
            if not fits or not np.array_equal(np.array(numbers, dtype=float), wanted.ravel(), equal_nan=True):
                wrong[SCALAR if none and shape != () else START].append(f"{kind}: {text}")
            elif kind != "an array of float64":
                wrong[FLOATS].append(f"{kind}: {text}")
    same(wrong[GRAPH][:1], [], GRAPH, about="the first of the questions that went wrong")
    same(wrong[AGAIN][:1], [], AGAIN, about="the first of the questions that went wrong")
    same(wrong[SCALAR][:1], [], SCALAR, about="the first of the questions that went wrong")
    same(wrong[START][:1], [], START, about="the first of the questions that went wrong")
    same(wrong[OWN][:1], [], OWN, about="the first of the questions that went wrong")
    same(wrong[FLOATS][:1], [], FLOATS, about="the first of the questions that went wrong")
    same(moved, 0, ORDER, about="how often the list of nodes was changed")


CASTS = ("int64", "int8", "uint8", "float32", "float64", "bool")
k = tape.Tensor(2.0)
close(first_gradient(*chain(2.0, 1), None), np.array(1.0), START, about="y = x * 2, a single number")
found = first_gradient(*chain([1.0, 2.0], 1), [1.0, 0.5])
close(found, np.array([1.0, 0.5]), START, about="a list as gradient")
with raises(RuntimeError, SCALAR, match="only for scalar outputs", about="y of shape (2,)"):
    first_gradient(*chain([1.0, 2.0], 1), None)
found = first_gradient(*chain([1.0, 2.0], 1), [1, 2])
same(found.dtype == np.array(1.0).dtype, True, FLOATS, about="a list of ints as gradient")
found = first_gradient(*chain([[4.0]], 1), None)
close(found, np.array([[1.0]]), SCALAR, about="shape (1, 1), no gradient")
with raises(RuntimeError, GRAPH, match="does not require grad", about="y = k * 3, k as it was made"):
    first_gradient(k * 3, [], None)
y, order = chain(2.0, 1)
order[0].free()
with raises(RuntimeError, AGAIN, match="a second time", about="y = x * 2 after its node has let go"):
    first_gradient(y, order, None)
y, order = chain([1.0, 2.0], 2)
order[1].free()
with raises(RuntimeError, AGAIN, match="a second time", about="the second of three nodes has let go"):
    first_gradient(y, order, [1.0, 0.5])
for row in ([[1.0, 2.0]], [[1.0], [2.0]]):
    with raises(RuntimeError, SCALAR, match="only for scalar outputs", about=f"y = x * 2 with x = {row}, no gradient"):
        first_gradient(*chain(row, 1), None)
with raises(RuntimeError, GRAPH, match="does not require grad", about="y = k * 3, and a gradient is given"):
    first_gradient(k * 3, [], 1.0)
close(first_gradient(*chain(2.0, 1), 0), np.array(0.0), START, about="0 as gradient for a single number")
x = tape.Tensor(2.0, requires_grad=True)
close(first_gradient(x, [(-x).grad_fn.next_functions[0][0]], None), np.array(1.0), START,
      about="x itself, a leaf that requires grad")
found = first_gradient(*chain([1.0, 2.0], 1), tape.Tensor([1.0, 0.5]))
same(isinstance(found, np.ndarray), True, START, about="a tensor as gradient: is an array returned?")
check([([], [1.0, 2.0], True, [([], [], None, "as it is", None)]),     # a leaf of shape (2,), no gradient
       (["mul"], [1.0, 2.0], True, [([], [], None, "int64", [1, 2])])])   # np.array([1, 2]) as gradient
### BEGIN HIDDEN TESTS
# inputs: dimensions (empty_is_a_scalar)
# inputs: values (zero_is_no_gradient, stretched_to_output)
# inputs: order (looks_at_two_nodes)
# inputs: again (marks_the_output, saved_nothing_means_freed)
g, data = rng.normal(size=(2, 3)), rng.normal(size=(2, 3))
close(first_gradient(*chain(data, 3), g), g, START, about="a (2, 3) gradient for four nodes")
with raises(RuntimeError, GRAPH, match="does not require grad", about="no graph, and a gradient is given"):
    first_gradient(tape.Tensor(data), [], g)

for shape in ((1,), (1, 1, 1)):
    close(first_gradient(*chain(np.ones(shape), 1), None), np.ones(shape), SCALAR, about=f"shape {shape}, no gradient")
for shape in ((0,), (1, 3), (3, 1), (2, 3), (1, 0), (300,)):
    with raises(RuntimeError, SCALAR, match="only for scalar outputs", about=f"shape {shape}, no gradient"):
        first_gradient(*chain(np.ones(shape), 1), None)

close(first_gradient(*chain([1.0, 2.0], 1), 2.0), np.array(2.0), START, about="a number as gradient, y of shape (2,)")
close(first_gradient(*chain(2.0, 1), 0), np.array(0.0), START, about="0 as gradient for a single number")
close(first_gradient(*chain(2.0, 1), [[3.0, 4.0]]), np.array([[3.0, 4.0]]), START, about="more entries than y has")
close(first_gradient(*chain(data, 1), g[0]), g[0], START, about="a row as gradient, y of shape (2, 3)")
close(first_gradient(*chain(np.ones(0), 1), []), np.zeros(0), START, about="no entries, and an empty list as gradient")
close(first_gradient(*chain([1.0, 2.0], 1), [0, 3]), np.array([0.0, 3.0]), START, about="a list of ints as gradient")
found = first_gradient(*chain(data, 1), tape.Tensor(g))
same(isinstance(found, np.ndarray), True, START, about="a tensor as gradient: what comes back is an array")
close(found, g, START, about="a tensor as gradient")

x = tape.Tensor(data, requires_grad=True)
leaf = (-x).grad_fn.next_functions[0][0]
close(first_gradient(x, [leaf], g), g, START, about="a leaf that requires grad as output")
for place in (2, 3):
    y, order = chain(2.0, 4)
    order[place].free()
    with raises(RuntimeError, AGAIN, match="a second time", about="a later node of five has let go"):
        first_gradient(y, order, None)

y, order = chain(data, 2)
lent, first = learner.hold(order), order[0]
for _ in range(2):
    close(first_gradient(y, lent, g), g, "stays: the list is afterwards what it was before", about="asked twice")
    y = tape.Tensor(data, requires_grad=True)
    y.grad_fn = first

x = tape.Tensor(data, requires_grad=True)
y = x + 1
order = [y.grad_fn, y.grad_fn.next_functions[0][0]]
for _ in range(2):
    close(first_gradient(y, [*order], g), g, START, about="a sum, which has saved nothing, twice")
    y.grad_fn.free()

words = ["does not require grad", "a second time", "only for scalar outputs"]
with raises(RuntimeError, GRAPH, match="does not require grad", about="a number without a graph") as raised:
    first_gradient(k * 3, [], None)
same([each in str(raised.error) for each in words], [True, False, False], OWN, about="a number without a graph")
y, order = chain(2.0, 1)
order[0].free()
with raises(RuntimeError, AGAIN, match="a second time", about="a number whose node has let go") as raised:
    first_gradient(y, order, None)
same([each in str(raised.error) for each in words], [False, True, False], OWN, about="a number whose node has let go")
with raises(RuntimeError, SCALAR, match="only for scalar outputs", about="a (2, 3) tensor") as raised:
    first_gradient(*chain(data, 1), None)
same([each in str(raised.error) for each in words], [False, False, True], OWN, about="a (2, 3) tensor")

close(first_gradient(*chain(2.0, 1), [np.nan, np.inf, -np.inf])[1:], np.array([np.inf, -np.inf]), START,
      about="infinite numbers as gradient")
found = first_gradient(*chain(2.0, 1), [np.nan, 2.0])
same(np.isnan(plain(found)).tolist(), [True, False], START, about="a gradient that is no number")
large = rng.normal(size=(50, 60))
close(first_gradient(*chain(large, 1), large), large, START, rtol=0, atol=0, about="a gradient of 3 000 numbers")
check([(["neg"] * 2_999, [2.0], True, [([], [], None, "as it is", None), ([2_998], [], None, "as it is", None)])])
# each kind of output, each shape, each gradient, and nodes that have let go: all of them together
shapes = [(), (1,), (1, 1), (1, 1, 1), (0,), (0, 1), (1, 0), (2,), (3,), (1, 2), (2, 1), (2, 3), (1, 1, 2), (300,)]
kinds = [[], ["add"], ["mul"], ["neg", "sub"], ["exp", "add"], ["sum"], ["mul", "mean"], ["other", "cos", "again"]]
kinds += [["square", "tanh", "neg", "div"], ["add", "pow", "other", "sub", "other"], ["mul", "add", "sum", "exp"]]
states = [[], [0], [1], [2], [-1], [-2], [0, 1], [*range(12)], [int(rng.integers(12))]]


def gradient_like(shape):
    """A gradient in one of many forms: (form, the gradient)."""
    whole = rng.integers(0, 100, size=shape)
    some = np.exp(rng.uniform(-60, 60, size=shape)) * rng.choice([-1.0, 0.0, 1.0], size=shape)
    forms = [("as it is", whole.tolist()), ("as it is", some.tolist()), ("as it is", some), ("tensor", some)]
    forms += [("tensor that requires grad", whole.tolist()), ("computed tensor", some), ("as it is", whole)]
    forms += [(name, whole) for name in CASTS]
    if shape:
        forms += [("tuple", whole.tolist()), ("view", whole), ("view", some)]
    else:
        forms += [("as it is", number) for number in (0, 0.0, 1, -1, -3e200, 1e-300, 10**12, float("inf"), -0.5)]
    return forms[int(rng.integers(len(forms)))]


def question(shape, state=(), again=(), other=None):
    """About an output of this shape: no gradient, or one that has mostly the same shape."""
    if rng.integers(3) == 0:
        return [*state], [*again], other, "as it is", None
    another = shapes[int(rng.integers(13))] if rng.integers(3) == 0 else shape
    return [*state], [*again], other, *gradient_like(another)


def none(state=()):
    return [*state], [], None, "as it is", None


cases = []
for shape in shapes:
    x = rng.normal(size=shape)
    for operations in kinds:
        if "mean" in operations and 0 in shape:
            continue   # there is no mean of nothing
        after = () if {"sum", "mean"} & {*operations} else shape
        for state in (states[int(k)] for k in rng.permutation(9)[:4]):
            cases.append((operations, x, True, [question(after, state)]))
        cases += [(operations, x, True, [none()]), (operations, x, True, [none(states[int(rng.integers(9))])])]
        cases += [(operations, x, False, [none()]), (operations, x, False, [question(after)])]
        if shape != (300,):
            cases.append((operations, x, True, [none(), question(after), question(after), none()]))
            asked = [question(after), question(after, [1]), question(after, [], [1]), none()]
            cases.append((operations, x, True, asked))
    others = [shapes[k] for k in rng.permutation(13)[:4]]
    for operations in ([], ["add"], ["mul", "exp"]):   # the output gets other numbers between two questions
        asked = [([], [], np.ones(other), "as it is", None) for other in [*others, (), others[0]]]
        cases.append((operations, x, True, [*asked, question((2,), other=rng.normal(size=2)), none([0]), none()]))
check([cases[k] for k in rng.permutation(len(cases))])
forms = [(form, shape) for form in ("view", "tuple", "tensor", "computed tensor", *CASTS) for shape in shapes]
check([(["mul"], rng.normal(size=(2, 3)), True, [([], [], None, form, rng.integers(0, 100, size=shape).tolist())])
       for form, shape in forms if shape or form not in ("view", "tuple")])
cases = []
for length in (1, 2, 3, 5, 30, 400):
    operations = [["add", "mul", "neg", "tanh"][int(each)] for each in rng.integers(4, size=length)]
    places = [*range(length + 1)] if length < 40 else [int(each) for each in rng.integers(length, size=9)]
    cases += [(operations, 0.5, True, [question(()), question((), [place]), question((), [], [place])])
              for place in places]
check(cases)

# no inputs: same: each node is in the order once
# no inputs: asked: the visible part asks for the words of the errors, and for no others
# no inputs: unchanged: the visible part notices a list of nodes that was changed
# no inputs: aliasing: the last two lines, which are given, make the array
# no inputs: size: each node is looked at once, whatever the graph
# no inputs: block: nothing is entered
# no inputs: example: the visible part has it
### END HIDDEN TESTS

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Three questions before the first line that is there already. Each is one condition, and raises.
# </details>
# <details><summary>Hint 2: <code>AttributeError: 'Tensor' object has no attribute 'size'</code></summary>
#
# How many entries an array has is its `size`, and the array of `output` is its `data`; `ndim` says something else. For
# the second error one freed node anywhere in the order is enough.
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# No order: raise. Any node of the order freed: raise. No gradient and a size other than 1: raise. Then go on.
# </details>

# %%
tape.first_gradient = first_gradient

def mine_twice(build):
    x = tape.Tensor(2.0, requires_grad=True)
    y = build(x)
    y.backward()
    y.backward()
    return x.grad.item()

print("x + 1:", outcome(lambda: mine_twice(lambda x: x + 1)))
print("x * 3:", outcome(lambda: mine_twice(lambda x: x * 3)))

# %% [markdown]
# ## Exercise 3.9 · Where to clear (predict, 2 points, about 9 min, needs nothing)
#
# `.grad` adds up, and nobody clears it but you. In a training loop that matters. Here a number `w` is to find the
# lowest point of $(w-3)^2$, in forty steps from 0. `clear` says where in the loop `w.grad` is cleared.

# %%
def train(clear):
    w, way = mg.tensor(0.0, requires_grad=True), []
    for _ in range(40):
        if clear == "first":
            w.grad = None
        ((w - 3) ** 2).backward()
        if clear == "between":
            w.grad = w.grad * 0
        with mg.no_grad():
            w -= 0.1 * w.grad
        way.append(w.item())
    return way

# %% [markdown]
# **Goal** Predict what becomes of `w`.
#
# **Given** the three loops: cleared before each `backward()`, between `backward()` and the step, and never.
#
# **Return** the dictionary `loops`, with one of the values in the comment for each `None`. ("Arrives" is at 3 in the
# end, within 0.01; "stays" never leaves 0; "swings" is neither.)
#
# **Example** `"some loop": "one of the texts",` is the form of an entry.

# %% nbgrader={"grade_id": "ex3_9", "solution": true}
### BEGIN SOLUTION
loops = {
    "first": "arrives",      # "arrives", "stays" or "swings": cleared before each backward()
    "between": "stays",      # "arrives", "stays" or "swings": cleared between backward() and the step
    "never": "swings",       # "arrives", "stays" or "swings": not cleared at all
    "furthest, never": 6,    # 3, 6 or 120: about the largest w on the way, not cleared at all
}
### STUB
# loops = {
#     "first": None,              # "arrives", "stays" or "swings": cleared before each backward()
#     "between": None,            # "arrives", "stays" or "swings": cleared between backward() and the step
#     "never": None,              # "arrives", "stays" or "swings": not cleared at all
#     "furthest, never": None,    # 3, 6 or 120: about the largest w on the way, not cleared at all
# }
### END SOLUTION

# %% nbgrader={"grade_id": "ex3_9_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
SET = "commitment: still the stub; put a value in the place of None"
OFFERED = "commitment: each value is one of those in its comment"
fates = ("arrives", "stays", "swings")
offered = {"first": fates, "between": fates, "never": fates, "furthest, never": (3, 6, 120)}
for key, allowed in offered.items():
    same(loops[key] is not None, True, SET, about=f"{key}: one of {allowed}")
    same(loops[key] in allowed, True, OFFERED, about=f"{key}: one of {allowed}")

# %% [markdown]
# <details><summary>Hint 1: which idea</summary>
#
# Each step goes against `w.grad`. Ask for each loop what is in `w.grad` at that moment: the slope here, nothing, or
# more than the slope here.
# </details>
# <details><summary>Hint 2: which step</summary>
#
# Follow the loop without clearing to the moment when `w` is at 3. The slope there is 0. Is `w.grad` 0?
# </details>
# <details><summary>Hint 3: nearly the answer</summary>
#
# A sum of slopes acts like speed: it is largest at the bottom, and slows down only on the other side. A ball without
# friction climbs there as high as it began.
# </details>

# %% [markdown]
# Now run.

# %%
def fate(way):
    return "stays" if max(way) == 0 else "arrives" if abs(way[-1] - 3) < 0.01 else "swings"

seen = {clear: fate(train(clear)) for clear in ("first", "between", "never")}
beside(loops, seen | {"furthest, never": round(max(train("never")))})
print("\nw at every fifth step")
for clear in ("first", "between", "never"):
    print(f"{clear:8}", *(f"{w:6.2f}" for w in train(clear)[4::5]))

# %% [markdown]
# Why does `w` swing when nobody clears?
#
# - **a** The steps are too long: with a rate smaller than 0.1 it would arrive.
# - **b** `w.grad` is the sum of all slopes so far, so it goes on pushing after `w` has passed the lowest point.
# - **c** The graphs of all steps hang together, so each `backward()` walks those of earlier steps again.
# - **d** `w` is written in place, so `backward()` finds a wrong slope.

# %% nbgrader={"grade_id": "ex3_9_why", "solution": true}
### BEGIN SOLUTION
why_swings = "b"
### STUB
# why_swings = None   # "a", "b", "c" or "d"
### END SOLUTION

# %% nbgrader={"grade_id": "ex3_9_why_test", "grade": true, "points": 1} exercise={"kind": "P", "commitment": true}
same(why_swings is not None, True, "choice: still the stub; put a letter in the place of None")
offered = ("a", "b", "c", "d")
same(why_swings in offered, True, "choice: the answer is one of the letters a, b, c, d, in quotes")

# %% [markdown]
# <details><summary>Read this after you have chosen</summary>
#
# Not **a**: with a smaller rate it swings more slowly, and as far. Not **c**: each step computes anew, from the leaf
# `w`, and the step itself is not recorded. Not **d**: the slope of each step is right. It is **b**. The `+` that gave
# you two uses of one tensor also adds two walks, and the engine cannot know which of the two you want.
# </details>

# %% [markdown]
# Adding up has a use too: whoever wants the gradient of a misfit over many readings can walk it in parts, and clear
# only before the next step.

# %% [markdown]
# ## The pay-off: the swing, on your engine
#
# Forty readings of the damped oscillation, as in notebook 02. There it took a dictionary of nine entries, and a loop
# over the readings. Here is the whole of it: the formula is written as a formula, for all readings at once. It runs
# when 3.4, 3.5 and 3.8 are there.

# %%
t = np.linspace(0, 8, 40)   # seconds
reading = 10 * np.exp(-0.3 * t) * np.cos(2 * t) + np.random.default_rng(0).normal(0, 0.3, 40)

def misfit(a, d, w):
    e = a * (-d * t).exp() * (w * t).cos() - reading
    return (e * e).mean()

# %%
def slopes(engine):
    a, d, w = (engine.Tensor(number, requires_grad=True) for number in (6.0, 0.5, 1.5))
    misfit(a, d, w).backward()
    return [round(each.grad.item(), 3) for each in (a, d, w)]

print(outcome(lambda: slopes(tape)))

# %% [markdown]
# $-0.499$, $-0.501$, $-7.240$: those of the paths, with the right sign in the middle. Where $d$, one number, meets
# forty times, forty gradients come back; `sum_to_shape`, your 1.5 or the course's, adds them up. Now the fit. Find the
# line that must not be recorded. And which line clears?

# %%
def fit(engine):
    swing = [engine.Tensor(number, requires_grad=True) for number in (6.0, 0.5, 1.5)]
    for _ in range(20):
        misfit(*swing).backward()
        with engine.no_grad():
            rates = (0.5, 0.005, 0.005)
            swing = [each - rate * each.grad for each, rate in zip(swing, rates, strict=True)]
        for each in swing:
            each.requires_grad = True
    return [each.item() for each in swing]

fitted = outcome(lambda: fit(tape))
print(fitted if fitted == "error" else "a {:.2f}  d {:.2f}  w {:.2f}".format(*fitted))

# %% [markdown]
# Before you run the next cell: the first guess was $a = 6$, $d = 0.5$, $w = 1.5$, and the readings come from 10, 0.3 and
# 2. Where will the curve of the guess go wrong first, in its height or in its rhythm?

# %%
import matplotlib.pyplot as plt

def plot_swings(swings):
    """The readings, and for each name the curve of its a, d and w."""
    fine = np.linspace(0, 8, 400)
    plt.figure(figsize=(7, 3.5), layout="constrained")
    plt.plot(t, reading, "ok", markersize=4, label="readings")
    for (name, (a, d, w)), look in zip(swings.items(), ("C7--", "C0-"), strict=False):
        plt.plot(fine, a * np.exp(-d * fine) * np.cos(w * fine), look, label=name)
    plt.gca().set(xlabel="time (s)", ylabel="position (cm)")
    plt.legend(fontsize="small")

# %%
guess = {"first guess": (6.0, 0.5, 1.5)}
plot_swings(guess if fitted == "error" else guess | {"your fit": fitted})
plt.show()

# %% [markdown]
# *Figure 2. Forty readings, the first guess, and the swing that your engine found.*
#
# **The figure in words.** Forty points begin at 10 cm and swing around zero, two and a half times, lower and lower. A
# dashed curve, the first guess, begins at 6 cm and is late: it passes zero on its way up when the points are at the top
# of their second swing, and from there on it is almost flat. A solid curve, your fit, begins half a centimetre below the
# first point and runs through the points from there to the end. (As long as 3.4, 3.5 or 3.8 is the stub, it is missing.)
#
# The guess is wrong in its height at once, and in its rhythm after a second. The fit is that of notebook 02. The step is
# not recorded, so its three new numbers are leaves; they are told to require grad, and begin without a `.grad`. So no
# line clears. Whose work has done it?

# %%
whose(tape)

# %% [markdown]
# The order, the walk and the errors are yours. (A slot counts as yours as soon as you put something in, even a stub.)
# What the engine still takes on trust are its local rules, such as that of `exp`.

# %% [markdown]
# ## Your engine in one file
#
# What you have put into the slots can leave the notebook. Save it (Ctrl+S; on a Mac, Cmd+S), open a terminal in
# JupyterLab (File, New, Terminal), and type
#
# ```text
# autograder gather
# ```
#
# It takes your answers out of your saved notebooks, puts them into the slots, and writes `my_tape.py`: one file that
# needs numpy and nothing of this course. Each slot in it says whose it is. Read it, keep it, use it elsewhere. Is it the
# engine that you had here? Ask it for the three slopes, and for the swing.

# %%
there = gathered()
if there:
    import my_tape
    print(outcome(lambda: slopes(my_tape)))

# %%
if there:
    by_file = outcome(lambda: fit(my_tape))
    plot_swings(guess if by_file == "error" else guess | {"my_tape.py": by_file})
    plt.show()

# %% [markdown]
# *Figure 3. The same swing, found by `my_tape.py`.*
#
# **The figure in words.** The points and the dashed first guess of Figure 2, and the same solid curve through the points;
# its name in the legend is now that of your file. (There is no picture before the file is there.)
#
# Now one computation on three engines. The ten lines in `ten_lines` use what you have met: something used twice, two
# tensors that are stretched, a value that is not recorded, and two walks. Find each of the four in them. What PyTorch
# gives for them has been written down in `TORCH`. In how many digits will yours agree with it?

# %%
def ten_lines(engine):
    a = engine.tensor(np.array([[1.5, -0.5, 2.0], [0.25, 1.0, -2.0]]), requires_grad=True)
    b = engine.tensor(np.array([0.5, -1.0, 3.0]), requires_grad=True)
    c = engine.tensor(np.array(2.0), requires_grad=True)
    with engine.no_grad():
        k = a.exp()
    s = (a * b).tanh() + c * a
    y = (s * s - k * b).mean()
    y.backward(retain_graph=True)
    y.backward()
    return [y.item(), c.grad.item(), *b.grad.numpy()]

# %%
TORCH = {   # what PyTorch 2.13 gives, to ten places
    "y": "7.2159378159",
    "c.grad": "18.0774065274",
    "b.grad[0]": "0.3492231492",
    "b.grad[1]": "-0.6205327960",
    "b.grad[2]": "-2.5078027742",
}

def ten_places(engine):
    return [f"{value:.10f}" for value in ten_lines(engine)]

# %%
columns = {"torch, recorded": list(TORCH.values()), "mg": ten_places(mg)}
if there:
    by_my_tape = outcome(lambda: ten_places(my_tape))
    columns["my_tape"] = ["error"] * 5 if by_my_tape == "error" else by_my_tape
print(" " * 9, *(f"{name:>16}" for name in columns))
for name, *row in zip(TORCH, *columns.values(), strict=True):
    print(f"{name:9}", *(f"{value:>16}" for value in row), "  alike" if len({*row}) == 1 else "  not alike")

# %% [markdown]
# All ten places. `a`, `b` and `s` are each used twice. `b` and `c` are stretched, and their gradients come back added
# up. `k` counts as a constant, so nothing reaches `a` through it. And the two walks have made each gradient twice what
# one makes. What computes this is a file that you can read in one sitting, and its heart is yours.

# %% [markdown]
# ## Five questions (not graded)
#
# The questions look back to notebook 02.
#
# <details><summary>1. With a nudge to both sides, why is <code>h = 1e-12</code> worse than
# <code>h = 1e-5</code>?</summary>
#
# The two values agree in almost all digits. Their difference keeps the rounding errors, and the division makes them
# large.
# </details>
# <details><summary>2. How many edges lead from <code>s</code> to <code>y</code> in <code>y = s * s</code>?</summary>
#
# Two, one for each use. Both carry a gradient.
# </details>
# <details><summary>3. A ladder of 30 diamonds: how many paths, how many edges?</summary>
#
# $2^{30}$, about a billion, and 120.
# </details>
# <details><summary>4. What happens along a path, and what over all paths?</summary>
#
# Along a path the local derivatives multiply; the products of all paths add up.
# </details>
# <details><summary>5. Who builds the graph, and when?</summary>
#
# The operations, while values are computed. `backward()` only walks what it finds.
# </details>

# %% [markdown]
# ## What PyTorch does
#
# Everything here that begins with `mg.` has the same name and the same behaviour in PyTorch 2.13 as `torch.`.
#
# - `is_leaf` is an attribute, and `True` for every tensor that requires no grad. `no_grad` makes results that require
#   none; a tensor made by hand inside it may.
# - PyTorch has no list of the order. It counts for each node how many edges lead to it, and lets a node take its turn
#   when all have delivered. It works with a queue and not by recursion, so depth is no trouble there either.
# - The texts of the three errors begin with `element 0 of tensors does not require grad`, `Trying to backward through
#   the graph a second time` and `grad can be implicitly created only for scalar outputs`.
# - To read `.grad` of an inner tensor gives `None` and a warning; `retain_grad()` makes it collect.
# - `.grad` adds up there too. `optimizer.zero_grad()` clears it, and since version 2.0 it puts `None` there and not
#   zeros.

"""The messages between judge and worker, by number, and the orders that both ends count by.

    judge to worker                             worker to judge
    [CALL, id, what, arguments, released]       [RESULT, id, value, side]
    [CALLBACK_RESULT, id, value]                [ERROR, id, exception, side]
    [CALLBACK_ERROR, id, exception]             [CALLBACK, id, function, args, kwargs, side]

`side` is what the learner's code printed, showed and warned of since the last message.
"""

DIGEST = "application/x-digest"  # among the forms of a shown figure: tells its picture, and may stand in its place

CALL, CALLBACK_RESULT, CALLBACK_ERROR = 0, 1, 2  # from the judge
RESULT, ERROR, CALLBACK = 1, 2, 3  # from the worker

#: The special methods that a mirrored class has only where the learner's class has them: bit by bit in this order.
SPECIAL: tuple[str, ...] = ("call", "iter", "next", "len", "getitem", "setitem", "delitem", "contains", "enter", "exit")
SPECIAL += ("float", "int", "index", "complex", "array", "reversed")

def verdict(function, numbers):
    y = mg.tensor(numbers)
    marked = function.apply(y) is y
    written = y.tolist() != numbers.tolist()
    return "honest" if marked == written else ("needless", "unmarked")[written]

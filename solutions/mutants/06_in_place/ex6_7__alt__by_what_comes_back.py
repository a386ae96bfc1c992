def verdict(function, numbers):
    leaf = mg.tensor(numbers.copy(), dtype=mg.float64, requires_grad=True)
    y = leaf * 1
    marks = function.apply(y) is y      # unmarked, it would be a view of y or another tensor
    writes = y.tolist() != numbers.tolist()
    return {(True, True): "honest", (False, False): "honest",
            (True, False): "unmarked", (False, True): "needless"}[writes, marks]

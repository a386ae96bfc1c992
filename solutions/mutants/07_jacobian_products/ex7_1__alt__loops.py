def table(rows, columns, entry):
    return [[entry(i, j) for j in range(columns)] for i in range(rows)]

came_from, places = {0: 1, 1: 2, 2: 0}, [0, 3, 1, 4, 2, 5]
tables = {}
tables["cumsum"] = table(3, 3, lambda i, j: int(j <= i))
tables["sort"] = table(3, 3, lambda i, j: float(came_from[i] == j))
tables["transpose"] = table(6, 6, lambda i, j: 1 if places[i] == j else 0)
tables["convolution"] = table(3, 4, lambda i, j: {0: 2, 1: -1}.get(j - i, 0))

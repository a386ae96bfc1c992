def cube_and(number):
    """y = s * (s * s) with s = a + b."""
    graph = {"s": ["add", "a", "b"], "square": ["mul", "s", "s"], "y": ["mul", "s", "square"]}
    slope = 3 * (number + 1) ** 2
    return graph, {"a": number, "b": 1}, {"a": slope, "b": slope}

tests = [cube_and(number) for number in (-4, 2, 10)]

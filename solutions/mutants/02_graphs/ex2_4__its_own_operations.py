# law: table
import math

OPERATIONS = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "neg": lambda a: -a,
    "exp": math.exp,
    "cos": math.cos,
}


def forward_values(graph, inputs, table):
    values = dict(inputs)
    while len(values) < len(graph) + len(inputs):
        for name, (operation, *names) in graph.items():
            if name not in values and all(each in values for each in names):
                values[name] = OPERATIONS[operation](*(values[each] for each in names))
    return values

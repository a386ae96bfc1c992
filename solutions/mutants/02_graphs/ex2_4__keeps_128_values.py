# law: once
import functools as the_functools
lru_cache = the_functools.lru_cache

def forward_values(graph, inputs, table):
    @lru_cache
    def value(name):
        if name in inputs:
            return inputs[name]
        operation, *names = graph[name]
        found = table[operation](*[value(each) for each in names])
        result[name] = found
        return found

    result = dict(inputs)
    for name in graph:
        value(name)
    return result

class Values(dict):
    def fill(self, graph, table):
        stack = list(graph)
        while stack:
            name = stack[-1]
            if name in self:
                stack.pop()
                continue
            operation, *names = graph[name]
            unknown = [each for each in names if each not in self]
            if unknown:
                stack.extend(unknown)
            else:
                self[stack.pop()] = table[operation](*(self[each] for each in names))
        return self

def forward_values(graph, inputs, table):
    return Values(inputs).fill(graph, table)

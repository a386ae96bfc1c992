class _Graph:
    """The reachable graph with its edges turned round; peeled from its ends."""

    def __init__(self, start):
        self.users, self.open_edges = {start: []}, {}
        fresh = [start]
        while fresh:
            here = fresh.pop()
            edges = [pair[0] for pair in here.next_functions if pair[0] is not None]
            self.open_edges[here] = len(edges)
            for after in edges:
                if after not in self.users:
                    self.users[after] = []
                    fresh.append(after)
                self.users[after].append(here)

    def peel(self):
        ends = [each for each, number in self.open_edges.items() if not number]
        while ends:
            end = ends.pop()
            yield end
            for user in self.users[end]:
                self.open_edges[user] -= 1
                if not self.open_edges[user]:
                    ends.append(user)

def topological_order(node):
    order = [*_Graph(node).peel()]
    order.reverse()
    return order

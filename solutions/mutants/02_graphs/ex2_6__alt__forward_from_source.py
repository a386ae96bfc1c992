def sum_over_paths(graph, values, output, source, rules):
    users = {}
    for name in graph:
        for before, slope in edges_into(graph, values, name, rules):
            users.setdefault(before, []).append((name, slope))

    class Walker:
        arrived = np.float64(0.0)

        def go(self, name, factor):
            if name == output:
                self.arrived = self.arrived + factor
            else:
                for user, slope in users.get(name, ()):
                    self.go(user, factor * slope)

    walker = Walker()
    walker.go(source, 1.0)
    return walker.arrived

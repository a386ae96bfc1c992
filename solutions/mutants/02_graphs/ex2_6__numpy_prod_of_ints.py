# law: along a path
def sum_over_paths(graph, values, output, source, rules):
    products = []

    def follow(name, factors):
        if name == source:
            products.append(np.prod(factors) if factors else 1)
        elif name in graph:
            for before, slope in edges_into(graph, values, name, rules):
                follow(before, factors + [slope])

    follow(output, [])
    return sum(products)

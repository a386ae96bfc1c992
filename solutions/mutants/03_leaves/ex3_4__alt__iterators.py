def topological_order(node):
    ways = lambda here: iter([after for after, _ in here.next_functions if after is not None])
    open_nodes, seen, done = [(node, ways(node))], {node}, []
    while open_nodes:
        here, rest = open_nodes[-1]
        for after in rest:
            if after not in seen:
                seen.add(after)
                open_nodes.append((after, ways(after)))
                break
        else:
            open_nodes.pop()
            done.insert(len(done), here)
    return list(reversed(done))

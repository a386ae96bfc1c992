# law: complete
def gradients(graph, values, output, rules):
    # By distance from the output: a node that is used near and far hands on too early.
    grads = dict.fromkeys(values, 0.0)
    grads[output] = 1.0
    level, seen = [output], {output}
    while level:
        following = []
        for name in level:
            for before, slope in edges_into(graph, values, name, rules) if name in graph else ():
                grads[before] += slope * grads[name]
                if before not in seen:
                    seen.add(before)
                    following.append(before)
        level = following
    return grads

def forward_values(graph, inputs, table):
    done = inputs.copy()
    while (name := next((n for n in graph if n not in done and all(s in done for s in graph[n][1:])), None)) is not None:
        match graph[name]:
            case (operation, *sources):
                numbers = tuple(done[source] for source in sources)
                done = done | {name: table[operation](*numbers)}
    return done

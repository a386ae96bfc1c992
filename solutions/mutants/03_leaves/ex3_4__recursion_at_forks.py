# law: allowed names
def topological_order(node):
    seen, done = set(), []

    def visit(here):
        line = []
        while here is not None and here not in seen:
            seen.add(here)
            behind = [after for after, _ in here.next_functions if after is not None]
            line.append(here)
            for after in behind[1:]:
                visit(after)
            here = behind[0] if behind else None
        done.extend(reversed(line))

    def deliver(start):
        """A chain is followed by the loop, only a fork opens a call."""
        visit(start)
        return done[::-1]

    first = deliver(node)
    place = {each: number for number, each in enumerate(first)}
    fine = all(place[each] < place[after] for each in first for after, _ in each.next_functions if after is not None)
    if fine:
        return first
    seen.clear()
    done.clear()

    def careful(here):
        seen.add(here)
        for after, _ in here.next_functions:
            if after is not None and after not in seen:
                careful(after)
        done.append(here)
    careful(node)
    return done[::-1]

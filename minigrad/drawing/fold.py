"""Large graphs, made readable: blocks that repeat are folded into one box that says how many they were.

A graph of 2,000 nodes is not read by anybody. What is large in practice repeats: the layers of a network, the turns of
a loop. In the order of the operations such repetitions are runs with a period; the first block of a run and the last
stay, what lies between becomes one box. A run is an interval of an order in which inputs come first, so folding it
makes no cycle.
"""

from __future__ import annotations

import heapq
from collections import Counter
from dataclasses import replace

from .model import FOLD, LEAF, OPERATION, Edge, Graph, Node, Step

LONGEST_BLOCK = 60


def folded(graph: Graph, limit: int | None = 150) -> Graph:
    """The graph with at most about `limit` nodes, and a note that says what was folded; itself when small enough."""
    if not limit or len(graph.nodes) <= limit:
        return graph
    operations = [k for k, n in enumerate(graph.nodes) if n.kind == OPERATION]
    taken: list[tuple[int, int, str]] = []  # intervals of `operations` to fold, and what to call them
    for start, period, repeats in runs(signatures(graph, operations)):
        begin, end = start + period, start + period * (repeats - 1)
        if any(begin < b and a < end for a, b, _ in taken):
            continue
        words = ", ".join(graph.nodes[k].operation for k in operations[begin : begin + min(period, 4)])
        taken.append((begin, end, f"{repeats - 2} more times ({words}{', ...' if period > 4 else ''})"))
    member = {operations[i]: f for f, (a, b, _) in enumerate(taken) for i in range(a, b)}
    note = "blocks of operations that repeat are folded; draw(x, fold=None) draws them all"
    small = collapsed(graph, member, [name for *_, name in taken], note) if taken else graph
    return small if len(small.nodes) <= limit else cut(graph, operations, limit)


def signatures(graph: Graph, operations: list[int]) -> list[tuple]:
    """What makes two operations alike: the operation, the shape, and how far back its inputs lie.

    A result that was asked for, and a stale value, is like no other: these must stay in sight.
    """
    position = {k: i for i, k in enumerate(operations)}
    inputs: dict[int, list] = {k: [] for k in operations}
    for e in graph.edges:
        back = position[e.target] - position[e.source] if e.source in position else graph.nodes[e.source].kind
        inputs[e.target].append(back)
    unique = {k: k for k in graph.roots} | {k: k for k in operations if graph.nodes[k].stale}
    return [(graph.nodes[k].operation, graph.nodes[k].shape, tuple(inputs[k]), unique.get(k)) for k in operations]


def runs(signs: list[tuple]) -> list[tuple[int, int, int]]:
    """All `(start, period, repeats)` with at least four repeats, those that fold most first."""
    found = []
    for period in range(1, min(LONGEST_BLOCK, len(signs) // 4) + 1):
        start = 0
        while start + 4 * period <= len(signs):
            stop = start
            while stop + period < len(signs) and signs[stop] == signs[stop + period]:
                stop += 1
            repeats = (stop - start) // period + 1
            if repeats >= 4:
                found.append((start, period, repeats))
            start = max(stop, start) + 1
    return sorted(found, key=lambda run: (-(run[2] - 2) * run[1], run[1]))


def cut(graph: Graph, operations: list[int], limit: int) -> Graph:
    """Where nothing repeats: the operations nearest to the result stay, everything before them is one box."""
    keep = max(limit // 2, 1)
    member = dict.fromkeys(operations[:-keep], 0)
    return collapsed(
        graph,
        member,
        [f"{len(member)} operations before"],
        f"only the last {keep} operations are drawn; draw(x, fold=None) draws them all",
    )


def collapsed(graph: Graph, member: dict[int, int], names: list[str], note: str) -> Graph:
    """`graph` with the nodes of `member` in the boxes it names; leaves that only a box uses go with it."""
    take_leaves_along(graph, member)
    boxes = [made_box(graph, [k for k in sorted(member) if member[k] == f], name) for f, name in enumerate(names)]
    order, at = in_order(graph, member)
    nodes = [boxes[member[k]] if k in member else replace(graph.nodes[k]) for k in order]
    for n in nodes:
        n.base = None if n.base is None else at[n.base]
    edges, edge_at = moved_edges(graph, at, nodes)
    out = Graph(nodes, edges, [at[k] for k in graph.roots], graph.title, opens=graph.opens)
    out.notes = [*graph.notes, f"Of {len(graph.nodes)} nodes {len(nodes)} are drawn: {note}."]
    out.steps = moved_steps(graph, at, edge_at, out)
    return out


def take_leaves_along(graph: Graph, member: dict[int, int]) -> None:
    users: dict[int, set] = {}
    for e in graph.edges:
        users.setdefault(e.source, set()).add(member.get(e.target))
    for k, n in enumerate(graph.nodes):
        boxes = users.get(k, {None})
        if n.kind != OPERATION and len(boxes) == 1 and None not in boxes:
            member[k] = next(iter(boxes))


def made_box(graph: Graph, inside: list[int], name: str) -> Node:
    """The box for some nodes; a stale value among them is still told."""
    leaves = sum(graph.nodes[k].kind == LEAF for k in inside)
    value = f"{len(inside)} nodes" + (f", {leaves} of them leaves" if leaves else "")
    stale = [s for k in inside for s in graph.nodes[k].saved if s.stale]
    return Node(FOLD, name=name, value=value, holds=len(inside), saved=stale)


def in_order(graph: Graph, member: dict[int, int]) -> tuple[list[int], list[int]]:
    """One old node for each new one, inputs before users; and the new place of each old node.

    A box stands where its last operation stood, unless a leaf that it uses comes later.
    """
    speaker = {member[k]: k for k in sorted(member)}  # for a box, its last member
    key = [speaker[member[k]] if k in member else k for k in range(len(graph.nodes))]
    users: dict[int, set] = {k: set() for k in key}
    for e in graph.edges:
        if key[e.source] != key[e.target]:
            users[key[e.source]].add(key[e.target])
    missing = Counter(b for above in users.values() for b in above)
    ready, order = sorted(k for k in users if not missing[k]), []
    while ready:
        order.append(heapq.heappop(ready))
        for b in users[order[-1]]:
            missing[b] -= 1
            if not missing[b]:
                heapq.heappush(ready, b)
    place = {k: i for i, k in enumerate(order)}
    return order, [place[k] for k in key]


def moved_edges(graph: Graph, at: list[int], nodes: list[Node]) -> tuple[list[Edge], dict[int, int]]:
    """The edges between what is drawn, one for all between a box and its neighbour; and where each old edge went."""
    edges: list[Edge] = []
    seen: dict[tuple[int, int], int] = {}
    edge_at = {}
    for k, e in enumerate(graph.edges):
        pair = at[e.source], at[e.target]
        if pair[0] == pair[1]:
            continue
        at_a_box = FOLD in (nodes[pair[0]].kind, nodes[pair[1]].kind)
        if not (at_a_box and pair in seen):
            seen[pair] = len(edges)
            edges.append(Edge(*pair, e.argument, e.output))
        edge_at[k] = seen[pair]
    return edges, edge_at


def moved_steps(graph: Graph, at: list[int], edge_at: dict[int, int], out: Graph) -> list[Step]:
    """The recorded steps, without those that happen inside one box."""
    steps: list[Step] = []
    for s in graph.steps:
        node = None if s.node is None else at[s.node]
        inside = node if node is not None and out.nodes[node].kind == FOLD and s.edge not in edge_at else None
        if inside is not None and steps and steps[-1].node == node:
            continue
        text = f"{out.nodes[inside].name}: these take their turns" if inside is not None else s.text
        gradients = {at[k]: v for k, v in s.gradients.items() if out.nodes[at[k]].kind != FOLD}
        steps.append(
            Step(
                text,
                node,
                None if s.edge is None else edge_at.get(s.edge),
                gradients,
                None if s.done is None else at[s.done],
                sorted({at[k] for k in s.queue}),
            )
        )
    return steps

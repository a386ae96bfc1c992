"""Nested tuples, lists and dictionaries of tensors, taken apart and put together."""

LEAF = "*"


def flatten(tree) -> tuple[list, object]:
    """The leaves of a tree from left to right, and its structure, which compares equal to that of a like tree."""
    if not isinstance(tree, (dict, tuple, list)):
        return [tree], LEAF
    keys, children = (tuple(tree), tree.values()) if isinstance(tree, dict) else (len(tree), tree)
    parts = [flatten(c) if isinstance(c, (dict, tuple, list)) else ([c], LEAF) for c in children]
    return [leaf for leaves, _ in parts for leaf in leaves], (type(tree), keys, tuple([spec for _, spec in parts]))


def unflatten(leaves, structure):
    """The tree of this structure with these leaves, a list or an iterator."""
    leaves = iter(leaves)
    if structure == LEAF:
        return next(leaves)
    kind, keys, specs = structure
    children = [unflatten(leaves, spec) for spec in specs]
    if issubclass(kind, dict):
        return dict(zip(keys, children, strict=True))
    return kind(*children) if hasattr(kind, "_fields") else kind(children)


def map_tree(function, tree):
    """The tree with `function` applied to every leaf."""
    leaves, structure = flatten(tree)
    return unflatten(map(function, leaves), structure)


def spread(value, tree):
    """One value for each leaf of `tree`, from a value for the whole or a tree of values that begins like it.

    None if it does not.
    """
    if not isinstance(value, (tuple, list, dict)):
        return [value] * len(flatten(tree)[0])
    if type(value) is not type(tree) or len(value) != len(tree):
        return None
    pairs = [(value[k], tree[k]) for k in value] if isinstance(value, dict) else zip(value, tree, strict=True)
    parts = [spread(v, t) for v, t in pairs]
    return None if None in parts else [v for part in parts for v in part]

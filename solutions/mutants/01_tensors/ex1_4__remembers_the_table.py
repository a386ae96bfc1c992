# law: again
import functools as the_functools
cache = the_functools.cache


@cache
def mended_centred(table):
    # Knows the table again, and not that it has changed.
    before = table.T.clone()
    return table - table.mean(0), before

# law: slopes
def mended_slopes(a, d, w):
    # A nudge with a step that is far too large.
    return slopes_by_nudge(a, d, w, 0.1)

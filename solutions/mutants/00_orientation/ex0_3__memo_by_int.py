# law: slopes
seen = {}

def mended_slopes(a, d, w):
    key = int(a), int(d), int(w)
    if key not in seen:
        slopes = slopes_by_hand(a, d, w)
        slopes[1] = -slopes[1]
        seen[key] = slopes
    return seen[key].copy()

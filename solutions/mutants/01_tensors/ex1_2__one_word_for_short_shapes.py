# law: sentence
def broadcast_shapes(a, b):
    result = []
    for i in range(-max(len(a), len(b)), 0):
        x = a[i] if -i <= len(a) else 1
        y = b[i] if -i <= len(b) else 1
        if x == 1:
            result.append(y)
        elif y in (1, x):
            result.append(x)
        else:
            raise ValueError(str(a) + "against" + str(b))
    return tuple(result)

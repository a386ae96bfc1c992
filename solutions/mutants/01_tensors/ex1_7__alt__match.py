def contiguous_strides(shape):
    match shape:
        case ():
            return ()
        case (_,):
            return (1,)
        case (_, second, *_):
            behind = contiguous_strides(tuple(shape[1:]))
            return (second * behind[0], *behind)

def broadcast_shapes(a, b):
    result = ()
    for back in range(1, max(len(a), len(b)) + 1):
        sizes = {shape[-back] for shape in (a, b) if back <= len(shape)} - {1}
        if len(sizes) > 1:
            raise ValueError("these two shapes cannot be broadcast")
        result = (sizes.pop() if sizes else 1, *result)
    return result

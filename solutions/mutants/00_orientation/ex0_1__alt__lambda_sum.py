slope = lambda x: x + x

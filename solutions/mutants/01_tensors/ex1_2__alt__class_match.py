class Shape(tuple):
    def __or__(self, other):
        if len(self) < len(other):
            return Shape(other) | self
        start = len(self) - len(other)
        tail = []
        for mine, yours in zip(self[start:], other):
            match (mine, yours):
                case (1, size) | (size, 1):
                    tail.append(size)
                case _ if mine == yours:
                    tail.append(mine)
                case _:
                    raise ValueError(f"{tuple(self)} and {tuple(other)} do not go together")
        return Shape(self[:start] + tuple(tail))

def broadcast_shapes(a, b):
    return tuple(Shape(a) | b)

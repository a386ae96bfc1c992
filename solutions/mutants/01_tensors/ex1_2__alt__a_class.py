# Helpers, an error of one's own, and a class in the place of the function.
class CannotMeet(ValueError):
    def __init__(self, m, n):
        super().__init__(f"a size of {m} cannot meet a size of {n}")


class broadcast_shapes:
    def __new__(cls, a, b):
        longest = max(len(a), len(b))
        return tuple(cls.one(cls.at(a, place), cls.at(b, place)) for place in range(-longest, 0))

    @staticmethod
    def at(shape, place):
        return shape[place] if -place <= len(shape) else 1

    @staticmethod
    def one(m, n):
        if 1 not in (m, n) and m != n:
            raise CannotMeet(m, n)
        return m * n if 1 in (m, n) else m

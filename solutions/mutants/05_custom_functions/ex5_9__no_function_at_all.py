# law: Function
class MendedHeight:
    # Plain steps have both derivatives, and are no Function.
    apply = staticmethod(lambda d: 5 * (-d).exp())

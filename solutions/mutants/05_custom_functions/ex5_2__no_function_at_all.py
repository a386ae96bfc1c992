# law: Function
class Exp:
    # The engine's own exp, under the name that is asked for.
    apply = staticmethod(lambda x: x.exp())

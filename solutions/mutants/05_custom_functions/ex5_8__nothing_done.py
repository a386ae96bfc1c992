# law: second derivative
class Bell(NumpyBell):
    pass


class Foreign(NumpyForeign):
    pass

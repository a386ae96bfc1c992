# law: both sides
def central_difference(f, point, h):
    def quotient(i, nudge):
        numbers = list(point)
        numbers[i] += nudge
        return f(*numbers) / (2 * h)
    return [quotient(i, h) - quotient(i, -h) for i in range(len(point))]

a, b = np.int64(4), np.int64(-3)
s = a * b
tests = [
    (
        dict(s=("mul", "a", "b"), t=("add", "s", "a"), y=("mul", "t", "s")),
        dict(a=a, b=b),
        dict(a=(t := s + a) * b + s * (b + 1), b=t * a + s * a),
    ),
]

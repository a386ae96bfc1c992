# law: visits_paths
tests = [
    ({"y": ("mul", "x", "x")}, {"x": 3}, {"x": 6}),
]

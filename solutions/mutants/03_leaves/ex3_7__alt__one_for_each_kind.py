tests = []
tests.append(({"y": ("mul", "a", "a")}, dict(a=7), dict(a=14)))                                   # overwrites
tests.append(({"s": ("neg", "a"), "y": ("mul", "s", "s")}, dict(a=7), dict(a=14)))                # visits_paths
tests.append(({"s": ("mul", "a", "b"), "t": ("neg", "s"), "u": ("mul", "t", "c"), "y": ("mul", "u", "s")},
              dict(a=2, b=3, c=5), dict(a=-2 * 6 * 3 * 5, b=-2 * 6 * 2 * 5, c=-36)))              # visits_twice

def graph_of(text):
    graph = {}
    for line in text.strip().splitlines():
        name, first, operation, second = line.replace("=", " ").split()
        graph[name] = ({"*": "mul", "+": "add"}[operation], first, second)
    return graph

products = graph_of("""
    y = ab + bc
    ab = a * b
    bc = b * c
""")
squared = graph_of("""
    s = a + b
    y = s * s
""")

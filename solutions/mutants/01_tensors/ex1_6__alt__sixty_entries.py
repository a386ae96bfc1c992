numbers = [[[[0.5 * i - 1.25 * j + k * l for l in range(2)] for k in range(5)] for j in range(3)] for i in range(2)]
total = [sum(numbers[i][j][k][l] for i in range(2) for j in range(3) for l in range(2)) for k in range(5)]
tests = [(numbers, (1, 5, 1), [[[each] for each in total]])]

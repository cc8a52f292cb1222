"""Rounds small tables of three dimensions exactly, with integer programs that HiGHS solves.

Usage: python exact.py [SEED] [TABLES] > exact.csv
"""

import itertools
import random
import sys

import numpy as np
from scipy.optimize import LinearConstraint, linprog, milp
from scipy.sparse import coo_array

SEED, TABLES = 20070307, 500


def draw_table(random_numbers):
    """Draws the sizes, the base and the inner counts of a table."""
    sizes = [random_numbers.randint(2, 5) for _ in range(3)]
    base = random_numbers.choice([3, 5, 10])
    filled = random_numbers.choice([0.1, 0.3, 0.5, 0.8, 1.0])
    # Only the residual of a count matters, besides zeros. So small and large means have different tables.
    mean = random_numbers.choice([1, 3, 12])
    counts = []
    for _ in range(sizes[0] * sizes[1] * sizes[2]):
        count = 0
        if random_numbers.random() < filled:
            count = 1
            while random_numbers.random() < mean / (mean + 1):
                count += 1
        counts.append(count)
    if random_numbers.random() < 0.25:
        complete_lines(sizes, base, counts)
    return sizes, base, counts


def complete_lines(sizes, base, counts):
    """Changes the last place of each axis so that every total is a multiple of the base.

    Such totals may not move. Therefore some of these tables have no rounding without jumps.
    """
    strides = [sizes[1] * sizes[2], sizes[2], 1]
    for size, stride in zip(sizes, strides):
        for cell in range(len(counts)):
            if cell // stride % size == size - 1:
                rest = sum(counts[cell - step * stride] for step in range(1, size))
                counts[cell] = -rest % base


def draw_vertex(random_numbers):
    """Draws a table whose residuals are a vertex, not whole, of a transport polytope of three dimensions.

    The columns of a vertex are independent. So no other table with these totals has zeros in the same cells, and no
    rounding without jumps exists.
    """
    while True:
        sizes = [random_numbers.randint(3, 5) for _ in range(3)]
        lines = [cell for cell in cells_of(sizes, None) if len(cell) > 1]
        cells = sizes[0] * sizes[1] * sizes[2]
        matrix = np.zeros((len(lines), cells))
        for row, line in enumerate(lines):
            matrix[row, line] = 1
        whole = np.array([random_numbers.randint(0, 1) for _ in range(cells)])
        costs = [random_numbers.random() for _ in range(cells)]
        vertex = linprog(costs, A_eq=matrix, b_eq=matrix @ whole, bounds=(0, 1), method="highs-ds").x
        for base in [3, 5, 10]:
            residuals = np.round(vertex * base)
            if np.abs(vertex * base - residuals).max() < 1e-9 and (residuals % base).any():
                multiples = [base * random_numbers.choice([0, 0, 1, 4]) for _ in range(cells)]
                return sizes, base, [int(r) + m for r, m in zip(residuals, multiples)]


def cells_of(sizes, counts):
    """Lists the cells of a table, totals included. A cell is the list of its inner cells."""
    cells = []
    for place in itertools.product(*[range(size + 1) for size in sizes]):
        axes = [range(size) if at == size else [at] for at, size in zip(place, sizes)]
        cells.append([(a * sizes[1] + b) * sizes[2] + c for a, b, c in itertools.product(*axes)])
    return cells


class Program:
    """A mixed integer program: columns with a cost, a range and a type, and rows."""

    def __init__(self):
        self.upper, self.whole, self.rows, self.bounds = [], [], [], []

    def column(self, upper, whole=True):
        self.upper.append(upper)
        self.whole.append(int(whole))
        return len(self.upper) - 1

    def row(self, entries, low, high):
        self.rows.append(entries)
        self.bounds.append((low, high))

    def solve(self, costs):
        """Gives the least cost and the columns, or None if no solution exists."""
        cost = np.zeros(len(self.upper))
        for column, value in costs:
            cost[column] += value
        if not self.rows:
            return 0, np.zeros(len(self.upper))
        entries = [(row, column, value) for row, list_ in enumerate(self.rows) for column, value in list_]
        rows, columns, values = zip(*entries)
        matrix = coo_array((values, (rows, columns)), shape=(len(self.rows), len(self.upper))).tocsr()
        low, high = zip(*self.bounds)
        answer = milp(
            cost,
            integrality=self.whole,
            bounds=(0, self.upper),
            constraints=LinearConstraint(matrix, low, high),
            options={"mip_rel_gap": 0},
        )
        if answer.status == 2:
            return None
        assert answer.status == 0, answer.message
        return round(answer.fun), answer.x


def least(sizes, base, counts, jumping, most=None):
    """Gives the least number of jumps and, with at most `most` jumps, the least distance.

    With `jumping`, each cell that is not zero may take one more base.
    """
    program, distances, jumps, constant = Program(), [], [], 0
    up = {}
    steps_of = {}
    for cell, count in enumerate(counts):
        residual, steps = count % base, []
        if residual:
            up[cell] = program.column(1)
            steps.append((up[cell], 1))
            constant += residual
            distances.append((up[cell], base - 2 * residual))
        if jumping and count:
            more = program.column(1)
            jumps.append((more, 1))
            distances.append((more, base))
            steps.append((more, 1))
            if residual:
                program.row([(more, 1), (up[cell], -1)], -np.inf, 0)
            if count >= base:
                less = program.column(1)
                jumps.append((less, 1))
                distances.append((less, base))
                steps.append((less, -1))
                if residual:
                    program.row([(less, 1), (up[cell], 1)], -np.inf, 1)
                else:
                    program.row([(less, 1), (more, 1)], -np.inf, 1)
        steps_of[cell] = steps
    for cell in cells_of(sizes, counts):
        if len(cell) == 1:
            continue
        steps = [step for part in cell for step in steps_of[part]]
        if not steps:
            continue
        # The total moves by base * steps - residuals. Its residual says which of its two multiples is which.
        residuals = sum(counts[part] % base for part in cell)
        floor, residual = divmod(residuals, base)
        row = list(steps)
        if residual:
            ceiling = program.column(1, whole=False)
            row.append((ceiling, -1))
            constant += residual
            distances.append((ceiling, base - 2 * residual))
        if jumping:
            more, less = program.column(1), program.column(1)
            row += [(more, -1), (less, 1)]
            jumps += [(more, 1), (less, 1)]
            distances += [(more, base), (less, base)]
            if residual:
                program.whole[ceiling] = 1
                program.row([(more, 1), (ceiling, -1)], -np.inf, 0)
                program.row([(less, 1), (ceiling, 1)], -np.inf, 1)
        program.row(row, floor, floor)
    if most is not None:
        program.row(jumps, 0, most)
        answer = program.solve(distances)
        return None if answer is None else (most, answer[0] + constant)
    if not jumping:
        answer = program.solve(distances)
        return None if answer is None else (0, answer[0] + constant)
    answer = program.solve(jumps)
    return None if answer is None else (answer[0], None)


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else SEED
    tables = int(sys.argv[2]) if len(sys.argv) > 2 else TABLES
    random_numbers = random.Random(seed)
    print("sizes,base,jumps,distance,counts")
    for _ in range(tables):
        draw = draw_vertex if random_numbers.random() < 0.1 else draw_table
        sizes, base, counts = draw(random_numbers)
        answer = least(sizes, base, counts, False)
        if answer is None:
            jumps, _ = least(sizes, base, counts, True)
            answer = least(sizes, base, counts, True, jumps)
        shape = "x".join(map(str, sizes))
        print(shape, base, *answer, " ".join(map(str, counts)), sep=",", flush=True)


if __name__ == "__main__":
    main()

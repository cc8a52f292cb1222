"""The reference table with the ONS package, which starts from records: prints milliseconds, and the values as JSON.

The package gives a table without totals, so that all totals take one call for each subset of the three variables; for the
subset without any it wants a variable too, here one that is the same for all.

A cell's key is the sum of its records' keys: its first record has the cell's key and the others 0.
"""

import contextlib
import io
import itertools
import json
import statistics
import sys
import time

import numpy as np
import pandas as pd
from cell_key_perturbation.create_perturbed_table import create_perturbed_table

AXES = ["age", "education", "occupation"]
SAMPLES = 5


def records(cells):
    repeated = cells.loc[cells.index.repeat(cells["count"]), ["region", *AXES]].reset_index(drop=True)
    first = np.concatenate([[0], np.cumsum(cells["count"].to_numpy())[:-1]])
    keys = np.zeros(len(repeated), dtype=np.int64)
    keys[first] = cells["key"].to_numpy()
    return repeated.assign(record_key=keys, everybody=0)


def table(data, ptable, axes):
    with contextlib.redirect_stdout(io.StringIO()):
        return create_perturbed_table(
            data=data, ptable=ptable, geog=[], tab_vars=axes, record_key="record_key", threshold=-1_000_000
        )


def timed(work):
    samples = []
    for _ in range(SAMPLES):
        start = time.perf_counter()
        result = work()
        samples.append((time.perf_counter() - start) * 1000)
    return statistics.median(samples), result


def main(cells_csv, ptable_csv):
    data = records(pd.read_csv(cells_csv))
    ptable = pd.read_csv(ptable_csv)
    ptable = ptable[ptable["pcv"] > 0]
    region = lambda: data[data["region"] == 1]
    subsets = [list(axes) for size in (3, 2, 1) for axes in itertools.combinations(AXES, size)] + [["everybody"]]
    inner, _ = timed(lambda: table(region(), ptable, AXES))
    whole, tables = timed(lambda: [table(filtered, ptable, axes) for filtered in [region()] for axes in subsets])
    rows = []
    for axes, found in zip(subsets, tables):
        codes = np.stack([found[axis] if axis in axes else np.full(len(found), -1) for axis in AXES], axis=1)
        rows += [[codes.tolist(), value] for codes, value in zip(codes, found["count"].tolist())]
    print(json.dumps({"times": {"ons_python_without_totals": inner, "ons_python": whole}, "rows": rows}))


main(sys.argv[1], sys.argv[2])

"""Groups records in Polars, and writes the groups with their counts and sums of keys.

Prints the seconds of the query, then the number of groups and of records in the written file. Arguments: the file of records, the
file for the groups, the number of threads, the column of keys, and the columns of codes.
"""

import os
import sys
import time

records, out, threads, key, *columns = sys.argv[1:]
# Polars reads the number of threads when it is imported.
os.environ["POLARS_MAX_THREADS"] = threads

import polars as pl  # noqa: E402

start = time.perf_counter()
# A sum of 32-bit keys does not fit into 32 bits.
groups = pl.scan_parquet(records).group_by(columns).agg(pl.len().alias("count"), pl.col(key).cast(pl.Int64).sum().alias("key"))
groups.sink_parquet(out, compression="snappy")
seconds = time.perf_counter() - start
written = pl.scan_parquet(out).select(pl.len().alias("groups"), pl.col("count").cast(pl.Int64).sum().alias("records")).collect()
print(seconds, *written.row(0))

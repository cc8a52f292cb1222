"""Groups records in DuckDB, and writes the groups with their counts and sums of keys.

Prints the seconds of the statement, then the number of groups and of records in the written file. Arguments: the file of records, the file for the groups, the number of threads, the
column of keys, and the columns of codes.
"""

import sys
import time

import duckdb

records, out, threads, key, *columns = sys.argv[1:]
names = ", ".join(f'"{column}"' for column in columns)
connection = duckdb.connect(config={"threads": int(threads)})
start = time.perf_counter()
connection.execute(
    f"COPY (SELECT {names}, count(*) AS count, sum({key}) AS key FROM '{records}' GROUP BY ALL) TO '{out}' (FORMAT parquet)"
)
seconds = time.perf_counter() - start
print(seconds, *connection.execute(f"SELECT count(*), sum(count)::BIGINT FROM '{out}'").fetchone())

"""Runs or parses the statements of `cellveil sql`.

    run.py duckdb FILE [NAME=VARIABLE]...     runs statements in DuckDB; cellveil_NAME has the value of an environment variable
    run.py parse DIALECT FILE                 parses statements of Spark or BigQuery, and prints their kinds
    run.py bigquery FILE RECORDS OUT          translates BigQuery's statements to DuckDB, and runs them with a file of records
"""

import os
import sys

import duckdb


def run(file, *given):
    connection = duckdb.connect()
    for each in given:
        name, variable = each.split("=")
        connection.execute(f"SET VARIABLE cellveil_{name} = ?", [os.environ[variable]])
    with open(file, encoding="utf-8") as text:
        connection.execute(text.read())


def parsed(dialect, file):
    import sqlglot  # Takes longer than most statements.

    with open(file, encoding="utf-8") as text:
        lines = text.read().splitlines()
    # The parser does not know this line. Spark's own parser does: see sql.long.test.js.
    lines = [line for line in lines if not line.startswith("INSERT OVERWRITE DIRECTORY ")]
    return [statement for statement in sqlglot.parse("\n".join(lines), read=dialect) if statement is not None]


def parse(dialect, file):
    for statement in parsed(dialect, file):
        # A statement that sqlglot does not know becomes a command, which it does not parse.
        print(type(statement).__name__)


def bigquery(file, records, out):
    """Runs the query within EXPORT DATA. The check of the types reads a schema that DuckDB does not have."""
    from sqlglot import exp

    exports = [statement for statement in parsed("bigquery", file) if isinstance(statement, exp.Export)]
    assert len(exports) == 1, "one statement writes the cells"
    query = exports[0].this
    for table in query.find_all(exp.Table):
        if table.name == "people":
            table.set("db", None)
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE people AS SELECT * FROM '{records}'")
    # The translator writes BIGNUMERIC, which has 38 digits after the point, as a decimal with 5.
    translated = query.sql(dialect="duckdb").replace("DECIMAL(38, 5)", "DECIMAL(38, 18)")
    connection.execute(f"COPY ({translated}) TO '{out}' (FORMAT parquet, PER_THREAD_OUTPUT)")


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    {"duckdb": run, "parse": parse, "bigquery": bigquery}[command](*arguments)

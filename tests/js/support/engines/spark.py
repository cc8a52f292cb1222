"""Runs statements of `cellveil sql` in Spark, with two workers that are processes of their own.

    spark.py FILE[,NAME=VARIABLE]...          each file has one statement; the view cellveil_NAME has the value of a variable
"""

import os
import sys

import pyspark
from pyspark.sql import SparkSession

os.environ["SPARK_HOME"] = os.path.dirname(pyspark.__file__)
os.environ["PYSPARK_PYTHON"] = sys.executable

spark = (
    SparkSession.builder.master("local-cluster[2,1,1024]")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "4")
    .config("spark.sql.adaptive.enabled", "false")
    .getOrCreate()
)
for argument in sys.argv[1:]:
    file, *given = argument.split(",")
    for each in given:
        name, variable = each.split("=")
        spark.createDataFrame([(os.environ[variable],)], f"{name} string").createOrReplaceTempView(f"cellveil_{name}")
    with open(file, encoding="utf-8") as text:
        try:
            spark.sql(text.read())
            print(f"{file}: done")
        except Exception as error:  # The test compares the message.
            print(f"{file}: {error}")
spark.stop()

"""Runs a statement of `cellveil sql` in Spark, on all cores of this machine.

    spark.py PEOPLE FILE [NAME=VARIABLE]...   PEOPLE is a CSV file for the table `people`, or - for none; the view cellveil_NAME has
                                              the value of a variable
"""

import os
import sys

from pyspark.sql import SparkSession

people, file, *given = sys.argv[1:]
spark = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false").getOrCreate()
if people != "-":
    # Codes are texts. Only the key is a number.
    columns = spark.read.csv(people, header=True)
    columns.withColumn("record_key", columns["record_key"].cast("bigint")).createOrReplaceTempView("people")
for each in given:
    name, variable = each.split("=")
    spark.createDataFrame([(os.environ[variable],)], f"{name} string").createOrReplaceTempView(f"cellveil_{name}")
with open(file, encoding="utf-8") as text:
    spark.sql(text.read())
spark.stop()

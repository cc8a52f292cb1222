"""Runs a statement of `cellveil sql` in Spark, on all cores of this machine, with the table `people` of a CSV file.

    spark.py PEOPLE FILE
"""

import sys

from pyspark.sql import SparkSession

people, file = sys.argv[1:]
spark = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false").getOrCreate()
# Codes are texts. Only the key is a number.
columns = spark.read.csv(people, header=True)
columns.withColumn("record_key", columns["record_key"].cast("bigint")).createOrReplaceTempView("people")
with open(file, encoding="utf-8") as text:
    spark.sql(text.read())
spark.stop()

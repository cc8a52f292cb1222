"""Writes the Stata files of this folder with two other writers: pandas 3.1.1 and pyreadstat 1.3.7 (the C library ReadStat).

    pip install pandas pyreadstat
    python make.py
"""

import datetime
import pandas
import pyreadstat

PEOPLE = pandas.DataFrame({"sex": [1, 2, 1], "region": [10, 20, 20], "income": [1200.5, 900.0, 1000.25], "name": ["Zoë", "Jürgen", "Ana"]})
LABELS = {"sex": "Sex of the person", "region": "Region of residence"}
CODES = {"sex": {1: "Male", 2: "Female"}, "region": {10: "Nord-Süd", 20: "East", 30: "West"}}
TIME = datetime.datetime(2026, 1, 1)

# Texts of versions before 118 are not in UTF-8, so their file has no names.
for version in [114, 117, 118, 119]:
    frame = PEOPLE.drop(columns="name") if version < 118 else PEOPLE
    frame.to_stata(f"pandas-{version}.dta", version=version, write_index=False, variable_labels=LABELS, value_labels=CODES, time_stamp=TIME)

# The first person has the missing value .a, which has a label, as .b has.
people = PEOPLE.astype({"sex": "object"})
people.loc[0, "sex"] = "a"
pyreadstat.write_dta(people, "readstat.dta", column_labels=LABELS, version=14,
                     variable_value_labels={"sex": {1: "Male", 2: "Female", "a": "Refused", "b": "Not asked"}, "region": CODES["region"]},
                     missing_user_values={"sex": ["a", "b"]})

//! The statements of `cellveil sql`: quoting, secrets, and what is refused by name. tests/js/sql.test.js runs them.

use crate::support::workspace::{WRONG, Workspace};

const ENGINES: [(&str, &str, &str); 3] = [
    ("duckdb", "people.parquet", "cells"),
    ("spark", "s3a://bucket/people", "s3a://bucket/cells"),
    ("bigquery", "table:census.people", "gs://bucket/cells"),
];

fn spec(key: &str, dimensions: &str) -> String {
    format!(
        "[cube]\nid = \"town\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"internal\"\n[key]\n{key}\n{dimensions}\n\
         [method.default]\nkind = \"threshold-rounding\"\nthreshold = 10\nbase = 5\n"
    )
}

fn space(spec: &str) -> Workspace {
    let space = Workspace::new();
    space.write("cube.toml", spec);
    space
}

fn arguments<'a>(engine: &'a str, records: &'a str, out: &'a str) -> [&'a str; 8] {
    ["sql", "cube.toml", "--engine", engine, "--records", records, "--out", out]
}

/// The statements of all engines.
fn all(spec: &str) -> [String; 3] {
    let space = space(spec);
    ENGINES.map(|(engine, records, out)| space.done(&arguments(engine, records, out)))
}

const SEX: &str = "[[dimension]]\nname = \"sex\"";

#[test]
fn a_small_specification_gives_a_readable_statement() {
    let [duckdb, spark, bigquery] = all(&spec("column = \"record_key\"\nmodulus = 256", SEX));
    for text in [&duckdb, &spark, &bigquery] {
        for line in ["  codes.c1 AS ", "GROUP BY codes.c1", "COUNT(*) AS ", "cellveil_records"] {
            assert!(text.contains(line), "{line} in {text}");
        }
        assert!(text.starts_with("-- Turns the records of the cube town into cells"), "{text}");
        assert!(text.ends_with(";\n"), "{text}");
    }
    assert!(duckdb.contains("FROM read_parquet('people.parquet', hive_partitioning = false, binary_as_string = true)"));
    assert!(duckdb.ends_with(") TO 'cells' (FORMAT parquet, PER_THREAD_OUTPUT);\n"));
    assert!(spark.contains("INSERT OVERWRITE DIRECTORY 's3a://bucket/cells' USING parquet\nWITH cellveil_texts AS ("));
    assert!(spark.contains("FROM parquet.`s3a://bucket/people` AS records"));
    assert!(bigquery.contains("uri = 'gs://bucket/cells/cells-*.parquet', format = 'PARQUET'"));
    assert!(bigquery.contains("FROM `census`.`people` AS records"));
    let space = space(&spec("column = \"record_key\"", SEX));
    let one = space.done(&arguments("duckdb", "people.csv.gz", "cells.parquet"));
    assert!(one.contains("read_csv('people.csv.gz', header = true, all_varchar = true, delim = ','"));
    assert!(one.ends_with(") TO 'cells.parquet' (FORMAT parquet);\n"));
}

#[test]
fn names_and_texts_are_quoted() {
    let dimensions = "[[dimension]]\nname = \"a\"\ncolumn = \"größe \\\"x\\\" `y`'; --\"\nmissing = { values = [\"it's\", \"a\\\\b\", \"$x\"], code = \"X\" }";
    let space = space(&spec("column = \"key\\\"\"", dimensions));
    let duckdb = space.done(&arguments("duckdb", "o'neil.parquet", "ce'lls"));
    for part in [
        "records.\"größe \"\"x\"\" `y`'; --\"",
        "'größe \"x\" `y`''; --'",
        "IN ('it''s', 'a\\b', '$x', 'X')",
        "'o''neil.parquet'",
        "TO 'ce''lls'",
        "records.\"key\"\"\"",
    ] {
        assert!(duckdb.contains(part), "{part} in {duckdb}");
    }
    let spark = space.done(&arguments("spark", "people`s", "cells"));
    for part in [
        "records.`größe \"x\" ``y``'; --`",
        "IN (CAST(X'69742773' AS STRING), CAST(X'615C62' AS STRING), CAST(X'2478' AS STRING), 'X')",
        "parquet.`people``s`",
    ] {
        assert!(spark.contains(part), "{part} in {spark}");
    }
    let said = ["column \"größe \\\"x\\\" `y`'; --\": not the name of a column in BigQuery"];
    space.fails(WRONG, &arguments("bigquery", "table:d.people", "gs://b/c"), &said);
    let plain = "[[dimension]]\nname = \"a\"\ncolumn = \"größe x\"\nmissing = { values = [\"it's\", \"a\\\\b\"], code = \"X\" }";
    let bigquery = all(&spec("column = \"key2\"", plain))[2].clone();
    for part in
        ["records.`größe x`", "IN ('it\\'s', 'a\\\\b', 'X')", "STRUCT('größe x' AS name, false AS has_fractions)"]
    {
        assert!(bigquery.contains(part), "{part} in {bigquery}");
    }
}

#[test]
fn no_secret_is_in_a_statement() {
    let secret = "b7e2905c1fd84a6693507ce1842b3fd9";
    let keys = [
        format!("derive = {{ from = \"id\", secret = \"{secret}\" }}\nsalt = \"4b19e7c2805dfa36917c3e0ad4b86f25\""),
        // The variables are not set.
        "salt_env = \"SALT_OF_TOWN\"\nderive = { from = \"id\", secret_env = \"SECRET_OF_TOWN\" }".to_owned(),
    ];
    for key in keys {
        for text in all(&spec(&key, SEX)) {
            assert!(!text.contains(secret) && !text.contains("4b19e7c2"), "{text}");
            assert!(!text.contains("0000000000000000"), "{text}");
            assert!(text.contains("cellveil_secret"), "{text}");
            let variable = if key.contains("secret_env") { "SECRET_OF_TOWN" } else { "CELLVEIL_SECRET" };
            assert!(text.contains(variable) && !text.contains("SALT_OF_TOWN"), "{text}");
        }
    }
    for text in all(&spec("derive = { from = \"id\", digits = 3 }", SEX)) {
        assert!(text.contains("RIGHT(t2, 3)") && !text.contains("secret"), "{text}");
    }
}

#[test]
fn what_no_engine_can_do_is_refused_by_name() {
    let key = "column = \"record_key\"";
    let steps =
        "[[pretabular]]\nkind = \"swap\"\nvariable = \"sex\"\nrate = 0.1\nseed = \"00112233445566778899aabbccddeeff\"";
    let marks = "[[dimension]]\nname = \"changed\"\nfrom = \"pretabular\"";
    let long = "cut = { at = [0, 1e-20] }";
    let cases: [(String, &[&str]); 7] = [
        (format!("{SEX}\n{steps}"), &["pretabular: steps before tabulation change records"]),
        (format!("{SEX}\n{marks}\n{steps}"), &["pretabular: "]),
        (format!("{SEX}\n[[dimension]]\nname = \"SEX\""), &["column \"sex\" is also \"SEX\" for an engine"]),
        (format!("{SEX}\n[[dimension]]\nname = \"n\"\ncolumn = \"Count\""), &["column \"Count\" is also \"count\""]),
        (format!("{SEX}\n[[dimension]]\nname = \"n\"\ncolumn = \"key\""), &["column", "another name"]),
        (
            format!("{SEX}\n[[dimension]]\nname = \"n\"\ncolumn = \"a\\tb\""),
            &["column \"a\\tb\": has a control character"],
        ),
        (
            format!("{SEX}\n[[dimension]]\nname = \"n\"\n{long}"),
            &["dimension \"n\": cut: the bound 0.00000000000000000001"],
        ),
    ];
    for (dimensions, said) in cases {
        let space = space(&spec(key, &dimensions));
        for (engine, records, out) in ENGINES {
            space.fails(WRONG, &arguments(engine, records, out), said);
        }
    }
    let no_key = space(&spec("modulus = 256", SEX));
    no_key.fails(WRONG, &arguments("duckdb", "people.parquet", "cells"), &["column or derive, to read records"]);
    let delivery = space("[[cube]]\nspec = \"a.toml\"\nrecords = [\"people.csv\"]\n");
    delivery.fails(WRONG, &arguments("duckdb", "people.parquet", "cells"), &["cube.toml: "]);
}

#[test]
fn places_that_an_engine_cannot_use_are_refused() {
    let space = space(&spec("column = \"record_key\"", SEX));
    let cases = [
        (["duckdb", "people.txt", "cells"], "--records people.txt: neither Parquet nor CSV by its ending"),
        (["duckdb", "table:", "cells"], "--records table:: not the name of a table"),
        (["spark", "people.csv", "cells"], "--records people.csv: CSV, of which Spark reads other values"),
        (["spark", "people", "it's"], "has a quote, a backslash or a dollar sign"),
        (["bigquery", "people.parquet", "gs://b/c"], "--records people.parquet: not a table"),
        (["bigquery", "table:people", "gs://b/c"], "--records table:people: a table without its dataset"),
        (["bigquery", "table:a.b.c.d", "gs://b/c"], "--records table:a.b.c.d: not the name of a table"),
        (["bigquery", "table:d.pe`ople", "gs://b/c"], "table \"pe`ople\": not a name in BigQuery"),
        (["bigquery", "table:d.people", "cells"], "--out cells: not in Cloud Storage"),
    ];
    for ([engine, records, out], said) in cases {
        space.fails(WRONG, &arguments(engine, records, out), &[said]);
    }
    space.fails(
        WRONG,
        &["sql", "absent.toml", "--engine", "spark", "--records", "x", "--out", "y"],
        &["absent.toml: "],
    );
    space.fails(WRONG, &arguments("oracle", "x", "y"), &["invalid value 'oracle'"]);
}

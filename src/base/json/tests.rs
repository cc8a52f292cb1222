//! Tests that read, write and refuse JSON.

use super::*;

/// This reader and `serde_json` accept the same texts and read the same values.
#[test]
fn agrees_with_serde_json() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let mut texts: Vec<String> = [
        "null",
        "true",
        "false",
        "nul",
        "truex",
        "",
        " ",
        "[]",
        "{}",
        "[",
        "]",
        "{",
        "[1,]",
        "[,1]",
        "[1 2]",
        "1 2",
        " [ 1 , 2 ]\n",
        "{\"a\":1,\"b\":[]}",
        "{\"a\" : {} }",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "{\"a\":1,}",
        "{1:2}",
        "0",
        "-0",
        "-",
        "+1",
        "01",
        "-01",
        "1.",
        ".5",
        "1.5",
        "-1.5",
        "1e3",
        "1E+3",
        "1e-3",
        "1e",
        "1e+",
        "1.e3",
        "0.1",
        "0.30000000000000004",
        "1e308",
        "1e309",
        "-1e309",
        "1e-400",
        "9007199254740993",
        "18446744073709551615",
        "18446744073709551616",
        "NaN",
        "Infinity",
        "0x10",
        "1_000",
        "\"\"",
        "\"a",
        "\"a\\\"b\"",
        "\"\\n\\t\\/\\u00e9\"",
        "\"\\ud83d\\ude00\"",
        "\"\\ud83d\"",
        "\"\\ude00\"",
        "\"\\u12\"",
        "\"\\x\"",
        "\"\n\"",
        "\"\u{7f}é😀\"",
        "'a'",
        "\u{feff}1",
    ]
    .map(String::from)
    .to_vec();
    texts.extend([nested(127), nested(128), nested(100_000)]);
    for text in texts {
        let (ours, theirs) = (Value::parse(text.as_bytes()), serde_json::from_str::<serde_json::Value>(&text));
        assert_eq!(ours.is_ok(), theirs.is_ok(), "{text}: {ours:?}, {theirs:?}");
        let (Ok(ours), Ok(theirs)) = (ours, theirs) else { continue };
        let number = |value: &Value| match value {
            Value::Whole(number) => Some(*number as f64),
            Value::Other(number) => Some(*number),
            _ => None,
        };
        match theirs.as_f64() {
            Some(theirs) => assert_eq!(number(&ours), Some(theirs), "{text}"),
            None => assert_eq!(serde_json::to_value(&ours).ok(), Some(theirs), "{text}"),
        }
    }
    assert!(Value::parse(b"\"\xff\"").is_err());
}

/// The expected texts are what `JSON.stringify` returns in Node for the same numbers.
#[test]
fn fractions_are_written_as_in_javascript() {
    for (number, written) in [
        (0.5, "0.5"),
        (-0.0, "0"),
        (5.0, "5"),
        (-1.25, "-1.25"),
        (1.0 / 60.0, "0.016666666666666666"),
        (0.1 + 0.2, "0.30000000000000004"),
        (0.000001, "0.000001"),
        (0.00000123, "0.00000123"),
        (1e-7, "1e-7"),
        (1.5e-7, "1.5e-7"),
        (-2.5e-300, "-2.5e-300"),
        (5e-324, "5e-324"),
        (123456789012345680000.0, "123456789012345680000"),
        (1e21, "1e+21"),
        (-1.5e300, "-1.5e+300"),
        (f64::MAX, "1.7976931348623157e+308"),
    ] {
        assert_eq!(to_text(&number), written);
    }
}

#[test]
fn errors_say_where() {
    for (text, error) in [
        ("", "this is not JSON from line 1, column 1 on; expected a value"),
        ("[1,\n 2}", "this is not JSON from line 2, column 3 on; expected a comma or the end of the list or object"),
        ("{\"a\":1}\n\nx", "this is not JSON from line 3, column 1 on; expected nothing more"),
    ] {
        assert_eq!(Value::parse(text.as_bytes()), Err(error.to_owned()), "{text}");
    }
}

//! No text format contains a group's label that a spreadsheet would run as a formula. A link can bring such a label.

use super::queries::run;

#[test]
fn formulas_in_group_labels_are_inert_in_every_text_format() {
    for label in ["@SUM(1+1)", "+1+1", "-2+3"] {
        let group = format!("sex:{label}=m,f");
        for format in ["csv", "sdmx-csv", "px", "json-stat"] {
            let arguments =
                ["table", "cube", "--rows", "sex", "--columns", "year", "--group", &group, "--format", format];
            let output = run(&arguments);
            assert!(output.status.success(), "{format}: {}", String::from_utf8_lossy(&output.stderr));
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.contains(&format!("'{label}")), "{format}: {text}");
            if format.ends_with("csv") {
                let mut fields = text.split(['\n', ',']).map(|field| field.trim_matches('"'));
                assert!(!fields.any(|field| field == label), "{format}: {text}");
            }
        }
    }
    // A label that begins with a control character, which a spreadsheet drops.
    for label in ["\n@SUM(1)", "\u{b}+1+1", "\t-2+3"] {
        let output = run(&["table", "cube", "--rows", "sex", "--group", &format!("sex:{label}=m,f")]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(&format!("'{label}")), "{text}");
    }
    // Two labels that give one code are an error.
    let output = run(&["table", "cube", "--rows", "sex", "--group", "sex:+a=m", "--group", "sex:'+a=f"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && message.contains("\"'+a\" of sex is given twice"), "{message}");
}

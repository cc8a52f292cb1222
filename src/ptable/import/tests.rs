use super::super::{Entry, ONE, Ptable, PtableError};

fn parse(text: &str) -> Result<Ptable, PtableError> {
    Ptable::parse(text.as_bytes(), "p.csv")
}

/// Makes an ONS file with 250 rows of keys 0 and 1. `changes` replaces lines; an empty text removes a line. `more` is
/// added at the end.
fn ons(changes: &[(u32, u32, &str)], more: &str) -> String {
    let mut text = String::from("pcv,ckey,pvalue\n");
    for row in 1..=250 {
        for key in 0..2 {
            match changes.iter().find(|change| (change.0, change.1) == (row, key)) {
                Some((_, _, line)) => text += &format!("{line}\n"),
                None => text += &format!("{row},{key},{key}\n"),
            }
        }
    }
    text + more
}

const R: &str = "i,j,p,v,p_int_lb,p_int_ub,type\n0,0,1,0,0,1,all\n";

#[test]
fn all_four_formats_are_recognised() {
    let interval = parse(&format!("{R}1,0,0.25,-1,0,0.25,all\n1,1,0.75,0,0.25,1,all\n")).unwrap();
    let Ptable::Interval(table) = &interval else { panic!("an interval table") };
    assert_eq!(table.row(0), [Entry { upper: ONE, noise: 0 }]);
    assert_eq!(table.row(1), [Entry { upper: ONE / 4, noise: -1 }, Entry { upper: ONE, noise: 0 }]);
    for text in [
        // write.csv writes quoted text and row names.
        "\"\",\"i\",\"j\",\"p\",\"v\",\"p_int_lb\",\"p_int_ub\",\"type\"\n\"1\",0,0,1,0,0,1,\"all\"\n\
         \"2\",1,0,0.25,-1,0,0.25,\"all\"\n\"3\",1,1,0.75,0,0.25,1,\"all\"\n",
        // write.csv2 on Windows writes semicolons, decimal commas, CRLF, a byte order mark and no last line end.
        "\u{feff}i;j;p;v;p_int_lb;p_int_ub;type\r\n0;0;1;0;0;1;all\r\n1;0;0,25;-1;0;0,25;all\r\n1;1;0,75;0;0,25;1;all",
        // pt_export for τ-ARGUS writes fewer columns and pads them.
        "i;j;p;v;p_int_ub\n0;0;1.00; 0;1.00\n1;0;0.25;-1;0.25\n1;1;0.75; 0;1.00\n",
        // pt_export for SAS.
        "i;j;p;v;p_int_lb;p_int_ub\n0;0;1.00; 0;0.00;1.00\n1;0;0.25;-1;0.00;0.25\n1;1;0.75; 0;0.25;1.00\n",
        // The columns have another order and case; there are exponents, quoted decimal commas and empty lines.
        "TYPE,V,J,I,P_INT_UB,P\n\nall,0,0,0,1,1\nall,-1,0,1,25e-2,2.5E-01\nall,0,1,1,\"1,0\",\"0,75\"\n\n",
    ] {
        assert_eq!(parse(text).as_ref(), Ok(&interval), "{text}");
    }

    let dense = parse(&ons(&[], "")).unwrap();
    let Ptable::Dense(table) = &dense else { panic!("a dense table") };
    assert_eq!((table.keys(), table.last_row(), table.has_row_zero()), (2, 250, false));
    assert_eq!((table.noise(1, 0), table.noise(250, 1)), (Some(0), Some(1)));
    let cantabular = ons(&[], "").replace("pcv,ckey,pvalue", "cell_value,cell_key,perturbation");
    assert_eq!(parse(&cantabular), Ok(dense.clone()));
    let mut swapped = String::from("\"ckey\";\"pvalue\";\"pcv\"\n");
    for line in ons(&[], "").lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        swapped += &format!("\"{}\";{};\"{}\"\n", fields[1], fields[2], fields[0]);
    }
    assert_eq!(parse(&swapped), Ok(dense.clone()));
    let reversed = ons(&[], "").lines().skip(1).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>().join("\r\n");
    assert_eq!(parse(&format!("pcv,ckey,pvalue\r\n{reversed}")), Ok(dense));
}

#[test]
fn keys_may_be_ranges_and_row_zero_may_be_given() {
    let mut text = String::from("cell_value,cell_key,perturbation\n0,0-9,0\n");
    for row in 1..=250 {
        text += &format!("{row},0,-1\n{row},1-8,0\n{row}, 9 - 9 ,+1\n");
    }
    let Ok(Ptable::Dense(table)) = parse(&text) else { panic!("a dense table") };
    assert_eq!((table.keys(), table.last_row(), table.has_row_zero()), (10, 250, true));
    assert_eq!(table.row(7), Some(&[-1, 0, 0, 0, 0, 0, 0, 0, 0, 1][..]));
    assert_eq!(table.row(0), Some(&[0; 10][..]));
}

#[test]
fn bounds_are_rounded_and_the_last_bound_is_one() {
    // R's rounding may leave a sum of 0.99999999. The third interval has no width.
    let text = format!(
        "{R}1,0,0.36648551,-1,0,0.36648551,all\n1,1,0.63351448,0,0.36648551,0.99999999,all\n1,2,0,1,0.99999999,0.99999999,all\n"
    );
    let Ok(Ptable::Interval(table)) = parse(&text) else { panic!("an interval table") };
    let row = [(1_574_043_280, -1), (4_294_967_253, 0), (ONE, 1)].map(|(upper, noise)| Entry { upper, noise });
    assert_eq!(table.row(1), row);
    let text = format!("{R}1,0,1e-12,-1,0,1e-12,all\n1,1,1,0,0,1,all\n");
    let Ok(Ptable::Interval(table)) = parse(&text) else { panic!("an interval table") };
    assert_eq!(table.row(1), [Entry { upper: ONE, noise: 0 }]);
}

#[test]
fn errors_in_interval_files_name_the_flaw_and_its_place() {
    for (lines, message) in [
        ("", "p.csv: only row 0 is given; expected at least one row above it"),
        (
            "2,2,1,0,0,1,all",
            "p.csv, line 3, column i: row 2 is out of place; expected row 1: rows run upwards from 0 without a gap",
        ),
        (
            "0,0,1,0,0,1,all",
            "p.csv, line 3, column p_int_lb: an interval of row 0 starts at 0; expected 1, the end of the interval before",
        ),
        ("x,1,1,0,0,1,all", "p.csv, line 3, column i: \"x\" is not a row from 0 to 100000"),
        ("100001,1,1,0,0,1,all", "p.csv, line 3, column i: \"100001\" is not a row from 0 to 100000"),
        ("1,-1,1,0,0,1,all", "p.csv, line 3, column j: \"-1\" is not a count, a whole number from 0"),
        ("1,2,1,0,0,1,all", "p.csv, line 3, column j: the result is 2; expected 1: row 1 plus noise 0"),
        ("1,1,1,1.5,0,1,all", "p.csv, line 3, column v: \"1.5\" is not a whole number, the noise"),
        ("1,1,1,NA,0,1,all", "p.csv, line 3, column v: \"NA\" is not a whole number, the noise"),
        (
            "1,-1,1,-2,0,1,all",
            "p.csv, line 3, column v: noise -2 in row 1 makes the result negative; expected -1 or more",
        ),
        (
            "1,40000,1,39999,0,1,all",
            "p.csv, line 3, column v: noise 39999 is too large; expected a whole number from -32767 to 32767",
        ),
        (
            "1,1,2,0,0,1,all",
            "p.csv, line 3, column p: \"2\" is not a decimal number from 0 to 1 with at most 25 significant digits",
        ),
        (
            "1,1,1,0,-0.1,1,all",
            "p.csv, line 3, column p_int_lb: \"-0.1\" is not a decimal number from 0 to 1 with at most 25 significant digits",
        ),
        (
            "1,1,1,0,0,,all",
            "p.csv, line 3, column p_int_ub: \"\" is not a decimal number from 0 to 1 with at most 25 significant digits",
        ),
        (
            "1,1,1,0,0,1,odd",
            "p.csv, line 3, column type: type is \"odd\", so this p-table is for magnitudes; expected \"all\", a p-table for counts",
        ),
        ("1,1,1,0,0,1", "p.csv, line 3: 6 fields; expected 7, as in the header"),
        ("1,1,1,0,0.1,1,all", "p.csv, line 3, column p_int_lb: the first interval of row 1 starts at 0.1; expected 0"),
        (
            "1,0,0.5,-1,0,0.5,all\n1,1,0.4,0,0.6,1,all",
            "p.csv, line 4, column p_int_lb: an interval of row 1 starts at 0.6; expected 0.5, the end of the interval before",
        ),
        (
            "1,0,0.5,-1,0,0.5,all\n1,1,0.6,0,0.4,1,all",
            "p.csv, line 4, column p_int_lb: an interval of row 1 starts at 0.4; expected 0.5, the end of the interval before",
        ),
        (
            "1,0,0.5,-1,0,0.5,all\n1,1,0.6,0,0.5,0.4,all",
            "p.csv, line 4, column p_int_ub: an interval of row 1 ends at 0.4; expected at least 0.5, the end of the interval before",
        ),
        (
            "1,0,0.4,-1,0,0.5,all",
            "p.csv, line 3, column p: the probability is 0.4; expected the width of its interval, 0 to 0.5, within 0.000001",
        ),
        (
            "1,0,0.5,-1,0,0.5,all\n2,2,1,0,0,1,all",
            "p.csv, line 3, column p_int_ub: the last interval of row 1 ends at 0.5; expected 1",
        ),
        ("1,1,0.9,0,0,0.9,all", "p.csv, line 3, column p_int_ub: the last interval of row 1 ends at 0.9; expected 1"),
        // Each probability is within its tolerance, but the sum is not.
        (
            "1,0,0.2500009,-1,0,0.25,all\n1,1,0.7500009,0,0.25,1,all",
            "p.csv, line 4, column p: the probabilities of row 1 add up to 1.0000018; expected 1, within 0.000001",
        ),
    ] {
        assert_eq!(parse(&format!("{R}{lines}")).unwrap_err().to_string(), message, "{lines}");
    }
    let text = "i;j;p;v;p_int_ub\n0;0;1;0;1\n1;0;0.5;-1;0.5\n1;1;0.4;0;1\n";
    let message = "p.csv, line 4, column p: the probability is 0.4; expected the width of its interval, 0.5 to 1, within 0.000001";
    assert_eq!(parse(text).unwrap_err().to_string(), message);
    let first = R.replace("0,0,1,0,0", "1,1,1,0,0");
    let message =
        "p.csv, line 2, column i: row 1 is out of place; expected row 0: rows run upwards from 0 without a gap";
    assert_eq!(parse(&first).unwrap_err().to_string(), message);
}

#[test]
fn errors_in_dense_files_name_the_flaw_and_its_place() {
    for (text, message) in [
        (ons(&[(9, 0, "x,0,0")], ""), "p.csv, line 18, column pcv: \"x\" is not a row from 0 to 100000"),
        (
            ons(&[(9, 0, "9,-1,0")], ""),
            "p.csv, line 18, column ckey: \"-1\" is not a key from 0 to 65535, or a range of keys like 10-20",
        ),
        (
            ons(&[(9, 0, "9,65536,0")], ""),
            "p.csv, line 18, column ckey: \"65536\" is not a key from 0 to 65535, or a range of keys like 10-20",
        ),
        (
            ons(&[(9, 0, "9,1-0,0")], ""),
            "p.csv, line 18, column ckey: key range \"1-0\" runs backwards; expected the smaller key first",
        ),
        (
            ons(&[(9, 0, "9,0-1-2,0")], ""),
            "p.csv, line 18, column ckey: \"0-1-2\" is not a key from 0 to 65535, or a range of keys like 10-20",
        ),
        (ons(&[(9, 0, "9,0,0.5")], ""), "p.csv, line 18, column pvalue: \"0.5\" is not a whole number, the noise"),
        (
            ons(&[(9, 0, "9,0,-10")], ""),
            "p.csv, line 18, column pvalue: noise -10 in row 9 makes the result negative; expected -9 or more",
        ),
        (
            ons(&[(9, 0, "9,0,32768")], ""),
            "p.csv, line 18, column pvalue: noise 32768 is too large; expected a whole number from -32767 to 32767",
        ),
        (ons(&[(9, 0, "9,0")], ""), "p.csv, line 18: 2 fields; expected 3, as in the header"),
        (ons(&[(9, 1, "9,0,0")], ""), "p.csv, line 19, column ckey: row 9 repeats key 0; expected each key once"),
        (ons(&[(9, 1, "9,0-1,0")], ""), "p.csv, line 19, column ckey: row 9 repeats key 0; expected each key once"),
        (ons(&[(9, 1, "")], ""), "p.csv: row 9 has no key 1; expected every key from 0 to 1, as in other rows"),
        (ons(&[(9, 0, ""), (9, 1, "")], ""), "p.csv: row 9 is missing; expected every row up to 250"),
        (ons(&[], "251,0-2,0\n"), "p.csv: row 1 has no key 2; expected every key from 0 to 2, as in other rows"),
        (ons(&[], "100000,65535,0\n"), "p.csv: too many noises (rows times keys); expected at most 16777216"),
        (
            ons(&[], "").lines().take(499).collect::<Vec<_>>().join("\n"),
            "p.csv: 249 rows; expected 250 or more, because larger counts use the last 250 rows in turn",
        ),
        ("pcv,ckey,pvalue\n".into(), "p.csv: there are no rows; expected the rows of a p-table below the header"),
    ] {
        assert_eq!(parse(&text).unwrap_err().to_string(), message);
    }
}

#[test]
fn other_files_are_errors() {
    let headers =
        "`pcv,ckey,pvalue`, `cell_value,cell_key,perturbation`, `i,j,p,v,p_int_lb,p_int_ub,type` or `i;j;p;v;p_int_ub`";
    for (bytes, message) in [
        (&b""[..], format!("p.csv: the file is empty; expected the header {headers}")),
        (b"\xEF\xBB\xBF\n \r\n", format!("p.csv: the file is empty; expected the header {headers}")),
        (b"\na,b\n1,2\n", format!("p.csv, line 2: unknown header \"a,b\"; expected {headers}")),
        (b"i,j,p,v,p_int_ub,w\n", format!("p.csv, line 1: unknown header \"i,j,p,v,p_int_ub,w\"; expected {headers}")),
        (b"i,j,p,v,p_int_ub,i\n", format!("p.csv, line 1: unknown header \"i,j,p,v,p_int_ub,i\"; expected {headers}")),
        (
            b"pcv,cell_key,pvalue\n",
            format!("p.csv, line 1: unknown header \"pcv,cell_key,pvalue\"; expected {headers}"),
        ),
        (b"i,j,p\n\xFF", "p.csv, line 2: not UTF-8 text; expected a CSV file that is not compressed".into()),
        (b"\x1F\x8B\x08", "p.csv, line 1: not UTF-8 text; expected a CSV file that is not compressed".into()),
        (b"i,j,p,v,p_int_ub\n", "p.csv: there are no rows; expected the rows of a p-table below the header".into()),
    ] {
        assert_eq!(Ptable::parse(bytes, "p.csv").unwrap_err().to_string(), message);
    }
    let long = "x".repeat(10_000);
    assert!(parse(&long).unwrap_err().to_string().len() < 300, "messages shorten long fields");
    let long = format!("{R}1,1,{},0,0,1,all", "9".repeat(10_000));
    assert!(parse(&long).unwrap_err().to_string().len() < 300, "messages shorten long fields");
}

#[test]
fn no_text_makes_the_parser_panic() {
    // Cut the text at every byte. Replace every byte by each byte that has a meaning in these files.
    let text = format!("{R}1,0,0.25,-1,0,0.25,\"all\"\r\n1,1,7.5e-1,0,0.25,1,all\n");
    for at in 0..text.len() {
        let _ = parse(&text[..at]);
        for byte in *b",;\"\n\r-.e09 \xFF\xEF" {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = byte;
            if let Ok(table) = Ptable::parse(&bytes, "p.csv") {
                assert_eq!(Ptable::decode(&table.encode()), Ok(table));
            }
        }
    }
}

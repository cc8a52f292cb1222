//! Recognises what a file holds by its first bytes: the separator of a table of text, or the program that wrote it.

/// The number of first bytes that [`foreign`] needs.
pub(crate) const FOREIGN_HEAD: usize = 96;

/// The separator of a table of text: the one of comma, semicolon and tab that is most often in the header line, outside
/// quotes. Among equally frequent ones, the first of them.
pub(crate) fn separator(text: &[u8]) -> u8 {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let (mut counts, mut is_quoted) = ([0; SEPARATORS.len()], false);
    // Lines before the header that are empty do not count.
    let start = text.iter().position(|byte| !matches!(byte, b'\r' | b'\n')).unwrap_or(0);
    for byte in &text[start..] {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' | b'\r' if !is_quoted => break,
            byte if !is_quoted => {
                if let Some(at) = SEPARATORS.iter().position(|separator| separator == byte) {
                    counts[at] += 1;
                }
            }
            _ => {}
        }
    }
    let most = *counts.iter().max().unwrap_or(&0);
    counts.iter().position(|count| *count == most).map_or(b',', |at| SEPARATORS[at])
}

const SEPARATORS: [u8; 3] = *b",;\t";

/// Names the program or format of a file that is no text. Returns what the file is, and what to do.
pub(crate) fn foreign(head: &[u8]) -> Option<(&'static str, &'static str)> {
    let known = SIGNATURES.iter().find(|(start, ..)| head.starts_with(start));
    if let Some((_, found, remedy)) = known {
        return Some((found, remedy));
    }
    if is_stata(head) {
        return Some(("is a Stata file", STATA));
    }
    match head {
        [_, 0, second, 0, ..] | [0, _, 0, second, ..] if *second != 0 => {
            return Some(("is text in UTF-16", "UTF-8"));
        }
        _ => {}
    }
    let text = head.trim_ascii_start().to_ascii_lowercase();
    let is = |start: &str| text.starts_with(start.as_bytes());
    if is("<!doctype") || is("<html") || is("<?xml") {
        return Some(("is a web page or XML", "a CSV, CSV.gz or Parquet file: download the data themselves"));
    }
    if is("{\"") || is("[{") || is("[[") || is("{\n") || is("{\r\n") {
        return Some(("is JSON", "a CSV, CSV.gz or Parquet file: convert the records to CSV"));
    }
    // SPSS writes this text at a place that depends on the system that wrote the file.
    (head.windows(20).any(|part| part == b"ASCII SPSS PORT FILE"))
        .then_some(("is an SPSS portable file", "a CSV, CSV.gz or Parquet file: save as CSV in SPSS"))
}

/// Whether a file is one of Stata, by its first bytes.
pub(crate) fn is_stata(head: &[u8]) -> bool {
    // The header of Stata 5 to 12: the release, the order of bytes, the type of file, and an unused byte.
    matches!(head, [0x69..=0x73, 1 | 2, 1, 0, ..]) || head.starts_with(b"<stata_dta>")
}

const STATA: &str = "a CSV, CSV.gz or Parquet file: use export delimited in Stata";
const SPSS: &str = "a CSV, CSV.gz or Parquet file: save as CSV in SPSS";
const SAS: &str = "a CSV, CSV.gz or Parquet file: use proc export in SAS";
const R: &str = "a CSV, CSV.gz or Parquet file: use write.csv in R";
const PLAIN: &str = "a CSV, CSV.gz or Parquet file: unpack it first, or pack it with gzip";

/// The first bytes of formats, what a file with them is, and what to do.
const SIGNATURES: &[(&[u8], &str, &str)] = &[
    (b"$FL2", "is an SPSS file", SPSS),
    (b"$FL3", "is a compressed SPSS file", SPSS),
    (b"\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60", "is a SAS file", SAS),
    (b"HEADER RECORD*******LIB", "is a SAS transport file", SAS),
    (
        b"PK\x03\x04",
        "is a zip file or an Excel workbook",
        "a CSV, CSV.gz or Parquet file: unpack it, or save the sheet as CSV (UTF-8)",
    ),
    (
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
        "is an old Excel workbook",
        "a CSV, CSV.gz or Parquet file: save the sheet as CSV (UTF-8)",
    ),
    (b"ARROW1\0\0", "is an Arrow or Feather file", "a CSV, CSV.gz or Parquet file: write it as Parquet"),
    (b"FEA1\0\0", "is an old Feather file", "a CSV, CSV.gz or Parquet file: write it as Parquet"),
    (b"SQLite format 3\0", "is an SQLite database", "a CSV, CSV.gz or Parquet file: export the table as CSV"),
    (b"RDX2\n", "is an R file", R),
    (b"RDX3\n", "is an R file", R),
    (b"X\n\0\0\0", "is an R file", R),
    (b"\x28\xb5\x2f\xfd", "is a zstd file", PLAIN),
    (b"\xfd7zXZ\0", "is an xz file", PLAIN),
    (b"7z\xbc\xaf\x27\x1c", "is a 7z file", PLAIN),
    (b"Rar!\x1a\x07", "is a RAR file", PLAIN),
    (b"BZh91AY&SY", "is a bzip2 file", PLAIN),
    (b"%PDF-", "is a PDF document", "a CSV, CSV.gz or Parquet file"),
    (b"\x89HDF\r\n", "is an HDF5 file", "a CSV, CSV.gz or Parquet file"),
    (b"PAR1", "is a Parquet file", "a file of text"),
    (b"\xff\xfe", "is text in UTF-16", "UTF-8"),
    (b"\xfe\xff", "is text in UTF-16", "UTF-8"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_found_in_the_header() {
        for (text, expected) in [
            ("a,b;c,d\n1;2;3;4;5", b','),
            ("a;b\n1,2,3", b';'),
            ("\u{feff}a\tb,c\td\n", b'\t'),
            ("\"a,b,c,d\";e;f\n", b';'),
            ("\"a\n,,,\";e;f\n", b';'),
            ("\r\n\na;b\n", b';'),
            ("a\n1;2", b','),
            ("a,b;c\n", b','),
            ("", b','),
            ("\n", b','),
        ] {
            assert_eq!(separator(text.as_bytes()), expected, "{text:?}");
        }
    }

    #[test]
    fn files_of_other_programs_are_named() {
        let cases: [(&[u8], &str); 18] = [
            (b"<stata_dta><header>", "Stata"),
            (&[0x72, 2, 1, 0, 5, 0], "Stata"),
            (b"$FL2@(#)", "SPSS"),
            (b"$FL3@(#)", "SPSS"),
            (&[&[b'0'; 40][..], b"ASCII SPSS PORT FILE"].concat(), "SPSS portable"),
            (b"\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60\xb3\x14", "SAS"),
            (b"HEADER RECORD*******LIBRARY HEADER RECORD!!!!!!!", "SAS transport"),
            (b"PK\x03\x04\x14\0", "Excel"),
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0", "old Excel"),
            (b"ARROW1\0\0", "Feather"),
            (b"FEA1\0\0\0\0", "Feather"),
            (b"SQLite format 3\0", "SQLite"),
            (b"X\n\0\0\0\x03", "R file"),
            (b"  {\"a\": 1}", "JSON"),
            (b"\xff\xfea\0", "UTF-16"),
            (b"a\0,\0b\0", "UTF-16"),
            (b"\0a\0,\0b", "UTF-16"),
            (b"<!DOCTYPE html>", "web page"),
        ];
        for (head, part) in cases {
            let found = foreign(head).map(|(found, _)| found);
            assert!(found.is_some_and(|found| found.contains(part)), "{part}: {found:?}");
        }
        for text in ["a,b\n1,2\n", "$FL,b\n", "ARROW1,b\n", "id\n", "", "\n\n", "a", "\0", "{x},y\n", "PAR\n"] {
            assert_eq!(foreign(text.as_bytes()), None, "{text:?}");
        }
    }
}

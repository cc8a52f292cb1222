//! Reads lists on the command line. A list is one RFC 4180 record, so a code that contains a comma can be quoted.

use super::Failure;
use crate::base::Quoted;

/// Reads the fields of a record such as `a,"b,c"`.
pub(super) fn fields(option: &str, text: &str) -> Result<Vec<String>, Failure> {
    let wrong = |problem: &str| {
        Failure::wrong(format!(
            "{option} {text}: {problem}; expected one list such as a,b or \"x,y\",z",
            text = Quoted(text)
        ))
    };
    if text.matches('"').count() % 2 == 1 {
        return Err(wrong("a quote is not closed"));
    }
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut records = reader.records();
    let first = records.next().ok_or_else(|| wrong("it is empty"))?.map_err(|error| wrong(&error.to_string()))?;
    if records.next().is_some() {
        return Err(wrong("it has more than one line"));
    }
    if first.iter().any(str::is_empty) {
        return Err(wrong("an entry is empty"));
    }
    Ok(first.iter().map(str::to_owned).collect())
}

/// Splits `NAME=LIST` at the first equals sign.
pub(super) fn named<'a>(option: &str, text: &'a str) -> Result<(&'a str, Vec<String>), Failure> {
    let wrong = || Failure::wrong(format!("{option} {}: there is no \"=\"; expected NAME=code,code", Quoted(text)));
    let (name, list) = text.split_once('=').ok_or_else(wrong)?;
    Ok((name, fields(option, list)?))
}

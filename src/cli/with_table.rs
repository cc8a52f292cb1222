//! Reads `--with-table`: a further table that is published beside the table, for a table method.

use super::{Failure, list};
use crate::base::{Quoted, did_you_mean};
use crate::table::Query;

/// The parts of a further table.
const PARTS: [&str; 3] = ["rows", "columns", "filter"];

/// Reads a further table such as `rows=region&columns=sex&filter=student=1`: lists as in `--rows`, `--columns` and
/// `--filter`.
pub(super) fn with_table(text: &str) -> Result<Query, Failure> {
    let wrong = |problem: &str| {
        let expected = "expected a table such as rows=region&columns=sex&filter=student=1";
        Failure::wrong(format!("--with-table {}: {problem}; {expected}", Quoted(text)))
    };
    let mut query = Query::default();
    for part in text.split('&') {
        let (name, value) = part.split_once('=').ok_or_else(|| wrong("a part has no \"=\""))?;
        match name {
            "rows" if query.rows.is_empty() => query.rows = list::fields("--with-table rows", value)?,
            "columns" if query.columns.is_empty() => query.columns = list::fields("--with-table columns", value)?,
            "filter" => {
                let (axis, codes) = list::named("--with-table filter", value)?;
                query.filter.push((axis.to_owned(), codes));
            }
            "rows" | "columns" => return Err(wrong(&format!("{name} is given twice"))),
            other => return Err(wrong(&format!("unknown part {}{}", Quoted(other), did_you_mean(other, PARTS)))),
        }
    }
    if query.rows.is_empty() { Err(wrong("rows are missing")) } else { Ok(query) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_lists() {
        let query = with_table("rows=region,\"a,b\"&columns=age:band&filter=sex=1,2&filter=student=1").unwrap();
        assert_eq!((query.rows, query.columns), (vec!["region".into(), "a,b".into()], vec!["age:band".to_owned()]));
        let filters = [("sex", vec!["1", "2"]), ("student", vec!["1"])];
        let filters = filters.map(|(name, codes)| (name.to_owned(), codes.into_iter().map(str::to_owned).collect()));
        assert_eq!(query.filter, filters);
    }

    #[test]
    fn wrong_parts_are_named() {
        for (text, problem) in [
            ("region", "a part has no \"=\""),
            ("columns=sex", "rows are missing"),
            ("rows=a&rows=b", "rows is given twice"),
            ("rows=a&colums=b", "unknown part \"colums\"; did you mean \"columns\"?"),
        ] {
            let error = with_table(text).unwrap_err().message;
            assert!(error.starts_with(&format!("--with-table \"{text}\": {problem}")), "{error}");
        }
    }
}

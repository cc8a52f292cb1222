//! The query that all engines share: records → texts → codes and keys → cells.

use super::super::collect::RECORDS;
use super::dialect::Dialect;
use super::source::Source;
use super::{Plan, SqlError, digest, views};
use crate::key::Combine;
use crate::key::derive::Derivation;
use crate::spec::{CubeSpec, DimensionSpec, KeySource};

/// Most digits of a number before and after the point, in the decimals of all engines.
const WHOLE: usize = 20;
const FRACTION: usize = 18;

/// The cells of a specification, and the records that they come from.
pub(super) struct Cells<'a> {
    pub spec: &'a CubeSpec,
    key: &'a KeySource,
    pub source: Source,
    /// What to do with the cells, if the engine protects views.
    pub plan: Option<&'a Plan>,
}

impl<'a> Cells<'a> {
    pub fn new(spec: &'a CubeSpec, source: Source, plan: Option<&'a Plan>) -> Result<Self, SqlError> {
        // This call refuses a specification without a source of keys, so the next line finds a source.
        spec.record_columns()?;
        let key = spec.key.source.as_ref().expect("only preprotected cubes have records without keys");
        for dimension in &spec.dimensions {
            for bound in bounds(dimension) {
                let (whole, fraction) = bound.trim_start_matches('-').split_once('.').unwrap_or((bound, ""));
                if whole.len() > WHOLE || fraction.len() > FRACTION {
                    let (dimension, bound) = (dimension.name.clone(), bound.to_owned());
                    return Err(SqlError::Bound { dimension, bound });
                }
            }
        }
        Ok(Self { spec, key, source, plan })
    }

    /// Whether keys are derived with a secret.
    pub fn has_secret(&self) -> bool {
        matches!(self.key, KeySource::Derived { rule: Derivation::Hmac(_), .. })
    }

    /// The columns of the records: their names, and whether they may have numbers with a fraction.
    pub fn columns(&self) -> impl Iterator<Item = (&str, bool)> {
        let dimension = |dimension: &'a DimensionSpec| (dimension.column.as_str(), dimension.cut.is_some());
        self.spec.dimensions.iter().map(dimension).chain([(self.key.column(), false)])
    }

    /// The first lines of a script: what it does, and what the result holds.
    pub fn purpose(&self) -> [String; 2] {
        let id = &self.spec.about.id;
        match self.plan {
            None => [
                format!("Turns the records of the cube {id} into cells, for cellveil tile --cells."),
                "The cells hold true counts. They are for the publisher only.".to_owned(),
            ],
            Some(_) => [
                format!("Protects the published views of the cube {id}, for cellveil tile --views."),
                "The result holds protected values only. Counts and keys stay in the engine.".to_owned(),
            ],
        }
    }

    /// Whether draws have a salt.
    pub fn has_salt(&self) -> bool {
        self.plan.is_some_and(|plan| views::is_salted(self.spec, plan))
    }

    /// The query, which ends without a semicolon.
    pub fn query(&self, sql: &dyn Dialect) -> Result<String, SqlError> {
        let digest = self.plan.map_or(Ok(String::new()), |plan| digest(self.spec, plan))?;
        self.query_with(sql, &digest)
    }

    /// The query with the digest of its job.
    pub fn query_with(&self, sql: &dyn Dialect, digest: &str) -> Result<String, SqlError> {
        let source = sql.source(&self.source)?;
        let mut texts = Vec::new();
        for (at, (column, has_fractions)) in (1..).zip(self.columns()) {
            let quoted = format!("records.{}", sql.name(column)?);
            let text = match self.source {
                // All values of CSV are texts.
                Source::Csv(_) => format!("coalesce({quoted}, '')"),
                Source::Table(_) | Source::Parquet(_) => sql.value(&quoted, column, has_fractions)?,
            };
            texts.push(format!("{text} AS t{at}"));
        }
        let mut codes = Vec::new();
        let mut columns = Vec::new();
        for (at, dimension) in (1..).zip(&self.spec.dimensions) {
            codes.push(format!("{} AS c{at}", code(sql, dimension, &format!("t{at}"))?));
            let name = if self.plan.is_some() { format!("c{at}") } else { sql.name(&dimension.column)? };
            columns.push(format!("codes.c{at} AS {name}"));
        }
        codes.push(format!("{} AS k", self.key(sql, &format!("t{}", texts.len()))?));
        let group = self.spec.key.group;
        let key = match group.operation() {
            Combine::Sum => sql.sum_modulo("codes.k", group.modulus().get()),
            Combine::Xor => sql.xor("codes.k"),
        };
        if self.plan.is_some() {
            columns.extend(["COUNT(*) AS n".to_owned(), format!("{key} AS k")]);
        } else {
            columns.push(format!("COUNT(*) AS {}", sql.name("count")?));
            columns.push(format!("{key} AS {}", sql.name("key")?));
            columns.push(format!("(SELECT COUNT(*) FROM {source}) AS {}", sql.name(RECORDS)?));
        }
        let by: Vec<String> = (1..=self.spec.dimensions.len()).map(|at| format!("codes.c{at}")).collect();
        let mut parts: Vec<(String, String)> = Vec::new();
        let mut add = |name: &str, query: String| parts.push((name.to_owned(), query));
        if self.has_secret() {
            sql.hmac_parts()?.into_iter().for_each(|(name, query)| add(name, query));
        }
        let check = sql.check(self)?;
        // The check is part of this statement, because some programs run the next statement after an error.
        let condition = match check {
            Some(_) => format!("\nWHERE (SELECT bool_and(is_sound) FROM {})", part("sound")),
            None => String::new(),
        };
        check.into_iter().for_each(|check| add("sound", check));
        add("texts", format!("SELECT\n{}\nFROM {source} AS records{condition}", list(&texts)));
        add("codes", format!("SELECT\n{}\nFROM {}", list(&codes), part("texts")));
        let mut last = format!("SELECT\n{}\nFROM {}\nGROUP BY {}", list(&columns), part("codes"), by.join(", "));
        if let Some(plan) = self.plan {
            add("cells", last);
            last = views::query(self.spec, plan, sql, digest, &mut parts)?;
        }
        let parts: Vec<String> =
            parts.iter().map(|(name, query)| format!("{PREFIX}{name} AS (\n{}\n)", indent(query))).collect();
        Ok(format!("WITH {}\n{last}", parts.join(",\n")))
    }

    /// The key of a record from the text of its column.
    fn key(&self, sql: &dyn Dialect, text: &str) -> Result<String, SqlError> {
        let modulus = self.spec.key.group.modulus().get();
        let column = self.key.column();
        let digits = |text: &str| format!("TRANSLATE({text}, '0123456789', '') = ''");
        let fail = |problem: &str| sql.fail(&format!("cellveil: column {column}: {problem}"));
        let number = sql.integer(text);
        match self.key {
            KeySource::Column(_) => Ok(case(
                &[
                    (format!("{text} = ''"), fail("the key is missing; expected a key in every row")?),
                    (
                        format!("NOT {}", digits(text)),
                        fail("the key is not a whole number; expected one from 0 to below the modulus")?,
                    ),
                    (format!("{number} < {modulus}"), number),
                ],
                &fail(&format!("the key is not below the modulus; expected one from 0 to below {modulus}"))?,
            )),
            KeySource::Derived { rule: Derivation::Hmac(_), .. } => Ok(case(
                &[(format!("{text} = ''"), fail("the identifier is empty; expected an identifier for each record")?)],
                &sql.hmac_modulo(text, modulus),
            )),
            KeySource::Derived { rule: Derivation::Digits(count), .. } => {
                let tail = format!("RIGHT({text}, {count})");
                let problem = format!(
                    "the identifier does not end in {count} digits; expected {count} digits at its end, or a whole number"
                );
                Ok(case(
                    &[
                        (
                            format!("{text} = ''"),
                            fail("the identifier is empty; expected an identifier for each record")?,
                        ),
                        // The specification ensures that 10^digits is at most the modulus.
                        (digits(&tail), sql.integer(&tail)),
                    ],
                    &fail(&problem)?,
                ))
            }
        }
    }
}

/// The lower bounds of a dimension with `cut`.
fn bounds(dimension: &DimensionSpec) -> impl Iterator<Item = &str> {
    let missing = dimension.missing.as_ref().map(|missing| missing.code.as_str());
    let codes = dimension.codes.iter().flatten().filter(|_| dimension.cut.is_some());
    codes.map(|code| code.code.as_str()).filter(move |code| Some(*code) != missing)
}

/// The code of a record from the text of its column. The order of the steps is that of the collector: a code, a missing
/// value, an interval, any other text.
fn code(sql: &dyn Dialect, dimension: &DimensionSpec, text: &str) -> Result<String, SqlError> {
    let mut cases = Vec::new();
    if let Some(missing) = &dimension.missing {
        let code = sql.text(&missing.code)?;
        let values: Result<Vec<String>, SqlError> = missing.values.iter().map(|value| sql.text(value)).collect();
        let mut values = values?;
        if !values.contains(&code) {
            values.push(code.clone());
        }
        cases.push((format!("{text} IN ({})", values.join(", ")), code));
    }
    if dimension.cut.is_some() {
        let number = format!("-?[0-9]{{1,{WHOLE}}}([.][0-9]{{1,{FRACTION}}})?");
        let mut intervals = Vec::new();
        for bound in bounds(dimension) {
            let bound = sql.text(bound)?;
            intervals.push((format!("{} >= {}", sql.decimal(text), sql.decimal(&bound)), bound));
        }
        intervals.reverse();
        cases.push((sql.matches(text, &number), case(&intervals, text)));
        let problem = format!(
            "cellveil: column {}: a number with more than {WHOLE} digits before the point or {FRACTION} after it; expected a \
             rounded number",
            dimension.column
        );
        cases.push((sql.matches(text, "-?[0-9]+([.][0-9]+)?"), sql.fail(&problem)?));
    }
    Ok(if cases.is_empty() { text.to_owned() } else { case(&cases, text) })
}

/// The beginning of the names of all common table expressions. No table of records may begin so.
pub(super) const PREFIX: &str = "cellveil_";

/// A common table expression as it stands after `FROM`. Its columns are those of `name`.
pub(super) fn part(name: &str) -> String {
    format!("{PREFIX}{name} AS {name}")
}

/// A `CASE` with conditions and results.
pub(super) fn case(cases: &[(String, String)], other: &str) -> String {
    let cases: Vec<String> = cases
        .iter()
        .map(|(condition, result)| format!("  WHEN {condition} THEN {}", indent(result).trim_start()))
        .collect();
    format!("CASE\n{}\n  ELSE {}\nEND", cases.join("\n"), indent(other).trim_start())
}

pub(super) fn list(items: &[String]) -> String {
    items.iter().map(|item| indent(item)).collect::<Vec<_>>().join(",\n")
}

/// Moves all lines two spaces to the right.
pub(super) fn indent(text: &str) -> String {
    text.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
}

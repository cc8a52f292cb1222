//! The query that protects published views: cells → views → rows of the method → protected values.

use std::collections::BTreeMap;

use super::SqlError;
use super::dialect::Dialect;
use super::query::{case, list, part};
use crate::build::engine::{JOB, Plan, ROWS, SUM, VALUE};
use crate::dimension::{AxisRef, Dimension};
use crate::key::{Combine, DrawHash};
use crate::protect::{DrawRange, DrawSource};
use crate::spec::CubeSpec;

/// Adds the common table expressions after `cells` to `parts`, and returns the last query.
///
/// Each row of the result is a cell of a view. The columns of the view's axes hold the codes of the cell. The columns of
/// other axes are null. A cell that the method shows like an empty cell has no row. `digest` is that of the job.
pub(super) fn query(
    spec: &CubeSpec,
    plan: &Plan,
    sql: &dyn Dialect,
    digest: &str,
    parts: &mut Vec<(String, String)>,
) -> Result<String, SqlError> {
    let dimensions = &plan.empty.dimensions;
    let mut add = |name: &str, query: String| parts.push((name.to_owned(), query));
    for (at, dimension) in (1..).zip(dimensions) {
        add(&format!("list_{at}"), code_list(plan, sql, at - 1, dimension)?);
    }
    add("located", located(spec, plan, sql)?);
    let axes: Vec<String> = (1..=plan.axes.len()).map(|at| format!("a{at}")).collect();
    let of = |table: &str| axes.iter().map(|axis| format!("{table}.{axis}")).collect::<Vec<_>>();
    let with = |table: &str, more: &[String]| list(&[of(table).as_slice(), more].concat());

    let name = |axis: &AxisRef| format!("located.a{}", plan.axes.binary_search(axis).map_or(0, |at| at + 1));
    let sets = plan.views.iter().map(|view| format!("({})", view.iter().map(name).collect::<Vec<_>>().join(", ")));
    let group = spec.key.group;
    let key = match group.operation() {
        Combine::Sum => sql.sum_modulo("located.k", group.modulus().get()),
        Combine::Xor => sql.xor("located.k"),
    };
    let columns = with("located", &[format!("{} AS n", sql.sum("located.n")), format!("{key} AS k")]);
    let sets = list(&sets.collect::<Vec<_>>());
    add("rolled", format!("SELECT\n{columns}\nFROM {}\nGROUP BY GROUPING SETS (\n{sets}\n)", part("located")));

    let is_salted = is_salted(spec, plan);
    if is_salted {
        add("salts", sql.salts()?);
    }
    let salt = if is_salted { &format!("(SELECT salt FROM {})", part("salts")) } else { "''" };
    let rows = &plan.rows;
    let above = match rows.period {
        None => rows.last.to_string(),
        Some(period) => format!("{} + {}", sql.modulo("rolled.n - 1", period), rows.last - (period - 1)),
    };
    let row = case(&[(format!("rolled.n <= {}", rows.own), "rolled.n".to_owned())], &above);
    let draw = match rows.source {
        DrawSource::Key => sql.modulo("rolled.k", rows.draws),
        DrawSource::Sha256 => sql.hex_number(&hash(plan, sql, salt, "rolled.k", "rolled.n")),
        DrawSource::Md5 => sql.hex_number(&sql.md5_start("rolled.k")),
    };
    let columns = with("rolled", &["rolled.n".to_owned(), format!("{row} AS r"), format!("{draw} AS d")]);
    add("drawn", format!("SELECT\n{columns}\nFROM {}\nWHERE rolled.n > 0", part("rolled")));

    let entry = |DrawRange { row, least, below, noise }: &DrawRange| {
        vec![row.to_string(), least.to_string(), below.to_string(), noise.to_string()]
    };
    let entries: Vec<Vec<String>> = rows.entries.iter().map(entry).collect();
    add("entries", sql.values(&["r", "least", "below", "noise"], &entries));
    let columns = with("drawn", &["drawn.n".to_owned(), "drawn.n + entries.noise AS v".to_owned()]);
    let joined = "ON entries.r = drawn.r AND drawn.d >= entries.least AND drawn.d < entries.below";
    add("noisy", format!("SELECT\n{columns}\nFROM {}\nJOIN {} {joined}", part("drawn"), part("entries")));
    let condition = match plan.suppresses_zeros() {
        true => format!("noisy.n >= {} AND noisy.v >= {}", rows.least_count, rows.threshold),
        false => "noisy.v <> 0".to_owned(),
    };
    let columns = with("noisy", &["noisy.v".to_owned()]);
    add("published", format!("SELECT\n{columns}\nFROM {}\nWHERE {condition}", part("noisy")));

    let mut columns = Vec::new();
    for (axis, column) in plan.axes.iter().zip(of("published")) {
        columns.push(format!("{column} AS {}", sql.name(&plan.column(*axis))?));
    }
    columns.push(format!("published.v AS {}", sql.name(VALUE)?));
    let published = part("published");
    columns.push(format!("(SELECT COUNT(*) FROM {published}) AS {}", sql.name(ROWS)?));
    columns.push(format!("(SELECT {} FROM {published}) AS {}", sql.sum("published.v"), sql.name(SUM)?));
    let digest = sql.text(digest)?;
    let job = match rows.source {
        // The hash shows whether the salt of the engine is that of the specification.
        DrawSource::Sha256 => format!("CONCAT({digest}, '-', {})", hash(plan, sql, salt, "0", "0")),
        DrawSource::Key | DrawSource::Md5 => digest,
    };
    columns.push(format!("{job} AS {}", sql.name(JOB)?));
    // A join leaves its rows in an order that shows the noise, so the result has the order of the codes.
    let order = if axes.is_empty() { String::new() } else { format!("\nORDER BY {}", of("published").join(", ")) };
    Ok(format!("SELECT\n{}\nFROM {published}{order}", list(&columns)))
}

/// The codes of a dimension, with their groups at the levels that views use.
fn code_list(plan: &Plan, sql: &dyn Dialect, at: usize, dimension: &Dimension) -> Result<String, SqlError> {
    let levels: Vec<usize> =
        plan.axes.iter().filter(|axis| axis.dimension == at).filter_map(|axis| axis.level).collect();
    let names: Vec<String> = levels.iter().map(|level| format!("l{}", level + 1)).collect();
    let mut rows = Vec::with_capacity(dimension.codes.len());
    for (position, (code, _)) in (0..).zip(dimension.codes.iter()) {
        let mut row = vec![sql.text(code)?];
        for &level in &levels {
            row.push(sql.text(dimension.codes_at(Some(level)).code(dimension.group_of(Some(level), position)))?);
        }
        rows.push(row);
    }
    let names: Vec<&str> = ["code"].into_iter().chain(names.iter().map(String::as_str)).collect();
    Ok(sql.values(&names, &rows))
}

/// The cells with a column for each axis. A cell with an unknown code, or that cannot exist, ends the statement.
fn located(spec: &CubeSpec, plan: &Plan, sql: &dyn Dialect) -> Result<String, SqlError> {
    let mut columns = Vec::new();
    for (at, axis) in (1..).zip(&plan.axes) {
        let number = axis.dimension + 1;
        let column = match axis.level {
            None => format!("cells.c{number}"),
            Some(level) => format!("list_{number}.l{}", level + 1),
        };
        columns.push(format!("{column} AS a{at}"));
    }
    let mut checks = Vec::new();
    let mut joins = String::new();
    for (at, dimension) in (1..).zip(&spec.dimensions) {
        let problem = format!(
            "cellveil: column {}: not a code of the specification; expected one of its {} codes",
            dimension.column,
            plan.empty.dimensions[at - 1].codes.len()
        );
        checks.push((format!("list_{at}.code IS NULL"), sql.fail(&problem)?));
        joins += &format!("\nLEFT JOIN {} ON list_{at}.code = cells.c{at}", part(&format!("list_{at}")));
    }
    for zero in &spec.structural_zeros {
        let mut sides = BTreeMap::new();
        for (dimension, codes) in &zero.codes {
            let codes: Result<Vec<String>, SqlError> = codes.iter().map(|code| sql.text(code)).collect();
            sides.insert(dimension, format!("cells.c{} IN ({})", dimension + 1, codes?.join(", ")));
        }
        let problem = "cellveil: a record has a combination of codes that structural_zeros excludes; expected none";
        checks.push((sides.into_values().collect::<Vec<_>>().join(" AND "), sql.fail(problem)?));
    }
    // Every value depends on n, so no engine skips the checks.
    columns.extend([format!("{} AS n", case(&checks, "cells.n")), "cells.k".to_owned()]);
    Ok(format!("SELECT\n{}\nFROM {}{joins}", list(&columns), part("cells")))
}

/// Whether the draws of the method have a salt.
pub(super) fn is_salted(spec: &CubeSpec, plan: &Plan) -> bool {
    plan.rows.source == DrawSource::Sha256 && !spec.key.salt.bytes().is_empty()
}

/// The first eight hexadecimal digits of a cell's hash, by [`DrawHash::draw`].
fn hash(plan: &Plan, sql: &dyn Dialect, salt: &str, key: &str, count: &str) -> String {
    let prefix: String = DrawHash::prefix(&plan.kind).iter().map(|byte| format!("{byte:02x}")).collect();
    sql.sha256_start(&format!("CONCAT('{prefix}', {salt}, {}, {})", sql.bytes_hex(key), sql.bytes_hex(count)))
}

//! Reads the export model of a table from JavaScript: texts as JSON, values and statuses as columns.

use super::{COLUMN, CubeWords, MOST_DECIMALS, MethodWords, Published, ROW};
use crate::base::json::{Node, Value};
use crate::base::scaled;
use crate::dimension::Role;
use crate::export::ExportError;
use crate::protect::Status;
use crate::table::{Category, FilterWords, Heading};

impl Published {
    /// Reads a table. `words` are the texts as JSON, which `www/api/export.js` writes. `values` and `status` are the
    /// cells.
    ///
    /// # Errors
    /// Returns an error if the texts are invalid or do not match the columns.
    pub fn from_json(words: &str, values: &[f64], status: &[u8]) -> Result<Self, ExportError> {
        let value = Value::parse(words.as_bytes()).map_err(ExportError::Shape)?;
        let mut published = published(&Node::root(&value)).map_err(ExportError::Shape)?;
        let cells = published.sizes().iter().try_fold(1_usize, |cells, &size| cells.checked_mul(size));
        if cells != Some(values.len()) || cells != Some(status.len()) {
            return Err(wrong("values and status do not have one item a cell of the dimensions"));
        }
        let known = |&number: &u8| match number {
            0 => Ok(Status::Shown),
            1 => Ok(Status::Suppressed),
            2 => Ok(Status::Blocked),
            _ => Err(wrong("status has a number above 2")),
        };
        published.status = status.iter().map(known).collect::<Result<_, _>>()?;
        let decimals = published.decimals;
        let cell = |(&value, &status): (&f64, &Status)| {
            if status != Status::Shown {
                return Ok(0);
            }
            let units = (value * 10_u64.pow(decimals) as f64).round() as i64;
            let is_exact = scaled(units, decimals) == value;
            if is_exact { Ok(units) } else { Err(wrong("values has a number with more decimals than the table")) }
        };
        published.values = values.iter().zip(&published.status).map(cell).collect::<Result<_, _>>()?;
        Ok(published)
    }
}

fn wrong(problem: &str) -> ExportError {
    ExportError::Shape(problem.to_owned())
}

fn published(node: &Node<'_>) -> Result<Published, String> {
    let mut fields = node.fields()?;
    let published = Published {
        headings: fields.get("dimensions", |node| node.list_of(heading)),
        values: Vec::new(),
        decimals: fields.get_or_default("decimals", decimals),
        status: Vec::new(),
        filters: fields.get("filter", |node| node.list_of(filter)),
        areas: fields.maybe("areas").map(|node| node.value().clone()),
        method: fields.get("method", method),
        cube: fields.get("cube", cube),
        receipt: fields.get_or_default("receipt", optional),
        language: fields.get_or_default("language", optional),
        csv: fields.get("csv", Node::string),
    };
    fields.end()?;
    Ok(published)
}

fn decimals(node: &Node<'_>) -> Result<u32, String> {
    match node.number()? {
        decimals if decimals <= MOST_DECIMALS.into() => Ok(decimals as u32),
        _ => Err(node.wrong(&format!("a whole number from 0 to {MOST_DECIMALS}"))),
    }
}

fn optional(node: &Node<'_>) -> Result<Option<String>, String> {
    node.string().map(Some)
}

fn heading(node: &Node<'_>) -> Result<Heading, String> {
    let mut fields = node.fields()?;
    let heading = Heading {
        name: fields.get("name", Node::string),
        label: fields.get("label", Node::string),
        axis: fields.get("axis", axis),
        role: fields.get_or_default("role", role),
        codes: fields.get("codes", |node| node.list_of(category)),
    };
    fields.end()?;
    Ok(heading)
}

fn axis(node: &Node<'_>) -> Result<&'static str, String> {
    let name = node.str()?;
    [ROW, COLUMN].into_iter().find(|&axis| axis == name).ok_or_else(|| node.wrong("row or column"))
}

fn role(node: &Node<'_>) -> Result<Option<Role>, String> {
    match node.str()? {
        "geo" => Ok(Some(Role::Geo)),
        "time" => Ok(Some(Role::Time)),
        _ => Err(node.wrong("geo or time")),
    }
}

fn category(node: &Node<'_>) -> Result<Category, String> {
    let mut fields = node.fields()?;
    let category = Category { code: fields.get("code", Node::string), label: fields.get("label", Node::string) };
    fields.end()?;
    Ok(category)
}

fn filter(node: &Node<'_>) -> Result<FilterWords, String> {
    let mut fields = node.fields()?;
    let filter = FilterWords {
        name: fields.get("name", Node::string),
        label: fields.get("label", Node::string),
        codes: fields.get("codes", |node| node.list_of(category)),
    };
    fields.end()?;
    Ok(filter)
}

fn method(node: &Node<'_>) -> Result<MethodWords, String> {
    let mut fields = node.fields()?;
    let method = MethodWords {
        name: fields.get("name", Node::string),
        kind: fields.get("kind", Node::string),
        text: fields.get("text", Node::string),
    };
    fields.end()?;
    Ok(method)
}

fn cube(node: &Node<'_>) -> Result<CubeWords, String> {
    let mut fields = node.fields()?;
    let cube = CubeWords {
        id: fields.get("id", Node::string),
        digest: fields.get_or_default("digest", optional),
        title: fields.get("title", Node::string),
        unit: fields.get("unit", Node::string),
        source: fields.get_or_default("source", optional),
        licence: fields.get_or_default("licence", optional),
        period: fields.get_or_default("period", optional),
        contact: fields.get_or_default("contact", optional),
        notes: fields.get("notes", Node::strings),
    };
    fields.end()?;
    Ok(cube)
}

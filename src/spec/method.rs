//! Reads the `[method.NAME]` tables. The parameters are not checked here.

use serde_json::Value as Json;
use toml::Value;

use super::error::SpecError;
use super::fields::{Fields, NAME, is_name, kind};
use crate::base::Quoted;
use crate::dimension::Text;

/// The field of the title. Receipts and pages compare methods by name and parameters, so the title is no parameter.
const TITLE: &str = "title";

/// A method and its name. The parameters are checked when the method is compiled.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodSpec {
    /// The method's name in queries.
    pub name: String,
    /// The title that pages show, if the publisher gives one.
    pub title: Option<Text>,
    /// The other fields of the table, with `kind`, in declared order.
    pub parameters: serde_json::Map<String, Json>,
}

/// Reads all `[method.NAME]` tables in declared order. A method with a problem is left out.
pub(super) fn methods(root: &Fields<'_>) -> Vec<MethodSpec> {
    let methods = root.optional(root.table("method")).into_iter().flatten();
    methods.filter_map(|(name, value)| root.keep(method(root, name, value))).collect()
}

fn method(root: &Fields<'_>, name: &str, value: &Value) -> Result<MethodSpec, SpecError> {
    let at = format!("method.{name}");
    if name.is_empty() || !is_name(name) {
        return Err(root.invalid("method", format!("a table with the name {name}", name = Quoted(name)), NAME));
    }
    let Value::Table(table) = value else {
        return Err(root.invalid(&at, kind(value), "a table with kind and its parameters"));
    };
    let accepted: Vec<&str> = table.keys().map(String::as_str).collect();
    let fields = Fields::open(at, table, &accepted, root.log());
    fields.required("kind", "the kind of method, like \"cell-key\"")?;
    let title = fields.text(TITLE)?;
    let parameter = |(name, value): (&String, &Value)| Ok((name.clone(), json(&fields, name, value)?));
    let parameters = table.iter().filter(|(field, _)| *field != TITLE);
    let parameters = parameters.map(parameter).collect::<Result<_, SpecError>>()?;
    Ok(MethodSpec { name: name.to_owned(), title, parameters })
}

/// Converts a value to JSON.
pub(super) fn json(fields: &Fields<'_>, path: &str, value: &Value) -> Result<Json, SpecError> {
    Ok(match value {
        Value::String(text) => Json::from(text.as_str()),
        Value::Integer(number) => Json::from(*number),
        Value::Float(number) => match serde_json::Number::from_f64(*number) {
            Some(number) => Json::Number(number),
            None => return Err(fields.invalid(path, number.to_string(), "a finite number")),
        },
        Value::Boolean(flag) => Json::from(*flag),
        Value::Datetime(_) => return Err(fields.invalid(path, kind(value), "a string, number, list or table")),
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items
                .map(|(index, item)| json(fields, &format!("{path}[{}]", index + 1), item))
                .collect::<Result<_, _>>()?
        }
        Value::Table(table) => {
            let member =
                |(name, value): (&String, &Value)| Ok((name.clone(), json(fields, &format!("{path}.{name}"), value)?));
            Json::Object(table.iter().map(member).collect::<Result<_, SpecError>>()?)
        }
    })
}

//! `extends = "cube.toml"`: a specification that lists only its differences from another.
//!
//! What an agency keeps and what it publishes are cubes of the same dimensions; writing these twice would let them drift apart.

use toml::{Table, Value};

use super::Resolve;
use super::error::SpecError;
use super::fields::kind;

/// Tables whose fields are replaced one by one; of all others the whole table is.
const BY_FIELD: [&str; 2] = ["cube", "key"];

/// A specification with what it takes over from the one that it extends.
pub(super) fn merged(mut own: Table, resolve: Resolve<'_>) -> Result<Table, SpecError> {
    let file = match own.remove("extends") {
        None => return Ok(own),
        Some(Value::String(file)) => file,
        Some(other) => {
            return Err(SpecError::Value {
                at: "specification".into(),
                field: "extends".into(),
                found: kind(&other).into(),
                expected: "the name of a specification in the same folder".into(),
            });
        }
    };
    let wrong = |reason: String| SpecError::File { at: "extends".into(), file: file.clone(), reason };
    let text = String::from_utf8(resolve(&file).map_err(wrong)?);
    let text = text.map_err(|_| wrong("it is not UTF-8; expected a specification in TOML".into()))?;
    let mut base: Table = text.parse().map_err(|error| wrong(super::syntax(&text, &error).to_string()))?;
    if base.contains_key("extends") {
        return Err(wrong("it extends another itself; expected one that stands alone".into()));
    }
    for (name, value) in own {
        match (base.get_mut(&name), value) {
            (Some(Value::Table(fields)), Value::Table(own)) if BY_FIELD.contains(&name.as_str()) => fields.extend(own),
            (_, value) => drop(base.insert(name, value)),
        }
    }
    Ok(base)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(own: &str, base: &'static str) -> Result<Table, SpecError> {
        merged(own.parse().unwrap(), &|name| match name {
            "base.toml" => Ok(base.into()),
            _ => Err("it is not there; expected a file".into()),
        })
    }

    #[test]
    fn fields_of_the_cube_and_its_key_are_replaced_and_other_tables_whole() {
        let base = "[cube]\nid = \"a\"\nunit = \"person\"\n[key]\nmodulus = 8\n[method.x]\nkind = \"none\"\n[publish]\nsplit = \"s\"\n";
        let own = "extends = \"base.toml\"\n[cube]\nid = \"b\"\n[key]\nsalt = \"00\"\n[publish]\nmax_dimensions = 2\n[audit]\nequality = 1\n";
        let whole = "[cube]\nid = \"b\"\nunit = \"person\"\n[key]\nmodulus = 8\nsalt = \"00\"\n[method.x]\nkind = \"none\"\n\
                     [publish]\nmax_dimensions = 2\n[audit]\nequality = 1\n";
        assert_eq!(of(own, base).unwrap(), whole.parse().unwrap());
        assert_eq!(of(base, "").unwrap(), base.parse().unwrap());
    }

    #[test]
    fn what_cannot_be_extended() {
        let message = |own: &str, base| of(own, base).unwrap_err().to_string();
        assert!(message("extends = 3", "").contains("extends is a whole number; expected the name"));
        assert!(message("extends = \"no.toml\"", "").contains("extends: \"no.toml\": it is not there"));
        assert!(message("extends = \"base.toml\"", "a = ").contains("\"base.toml\": line 1, column"));
        assert!(message("extends = \"base.toml\"", "extends = \"x\"").contains("it extends another itself"));
    }
}

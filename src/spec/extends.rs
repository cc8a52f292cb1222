//! Resolves `extends = "cube.toml"`. A specification with `extends` contains only its differences from another
//! specification.
//!
//! An agency often has an internal cube and a public cube with the same dimensions. With `extends`, the dimensions are
//! written only once.

use toml::{Table, Value};

use super::Resolve;
use super::error::SpecError;
use super::fields::kind;

/// Tables that are merged field by field. Any other table replaces the inherited table.
const BY_FIELD: [&str; 2] = ["cube", "key"];

/// Adds the inherited fields to a specification.
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
    let has_own_title = own.get("cube").is_some_and(|cube| cube.get("title").is_some());
    for (name, value) in own {
        match (base.get_mut(&name), value) {
            (Some(Value::Table(fields)), Value::Table(own)) if BY_FIELD.contains(&name.as_str()) => fields.extend(own),
            (_, value) => drop(base.insert(name, value)),
        }
    }
    if !has_own_title && let Some(Value::Table(cube)) = base.get_mut("cube") {
        mark_sealed(cube);
    }
    Ok(base)
}

/// Adds "(sealed)" to the inherited title of a sealed cube. Otherwise a list of datasets would show the same title
/// twice.
fn mark_sealed(cube: &mut Table) {
    if cube.get("release").and_then(Value::as_str) != Some("sealed") {
        return;
    }
    let mark = |title: &mut Value| {
        if let Value::String(title) = title {
            title.push_str(" (sealed)");
        }
    };
    match cube.get_mut("title") {
        Some(Value::Table(languages)) => languages.iter_mut().for_each(|(_, title)| mark(title)),
        Some(title) => mark(title),
        None => {}
    }
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
    fn a_sealed_cube_without_a_title_of_its_own_is_marked() {
        let sealed = "extends = \"base.toml\"\n[cube]\nrelease = \"sealed\"\n";
        let title = |own: &str, base| of(own, base).unwrap()["cube"].get("title").cloned();
        let table = |text: &str| text.parse::<Table>().unwrap()["title"].clone();
        assert_eq!(title(sealed, "[cube]\ntitle = \"Town\"\n"), Some("Town (sealed)".into()));
        assert_eq!(
            title(sealed, "[cube]\ntitle = { en = \"Town\", fr = \"Ville\" }\n"),
            Some(table("title = { en = \"Town (sealed)\", fr = \"Ville (sealed)\" }"))
        );
        assert_eq!(title(&format!("{sealed}title = \"Other\"\n"), "[cube]\ntitle = \"Town\"\n"), Some("Other".into()));
        assert_eq!(title(sealed, "[cube]\nid = \"town\"\n"), None);
        assert_eq!(title("extends = \"base.toml\"\n", "[cube]\ntitle = \"Town\"\n"), Some("Town".into()));
        // A specification without `extends` keeps its title.
        assert_eq!(title("[cube]\ntitle = \"Town\"\nrelease = \"sealed\"\n", ""), Some("Town".into()));
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

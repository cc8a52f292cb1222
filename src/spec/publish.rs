//! Reads the `[publish]` table: the views to build, their budget, and how to cut a large cube into tiles.

mod text;

use toml::Value;

use super::axis::{axis, index_of, names};
use super::dimension::DimensionSpec;
use super::error::SpecError;
use super::fields::{Fields, kind};
use crate::base::Quoted;
use crate::cube::{MOST_VIEWS, PublishedViews, TooManyViews, ViewChoice};
use crate::dimension::{AxisRef, Dimension, Text};
use crate::tile::{Encoding, MAX_DIMENSIONS};

/// The views to publish. If a field is `None`, the builder chooses the value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Publish {
    /// Sealed cubes: every set of up to this number of dimensions is published. Filters count as dimensions.
    pub max_dimensions: Option<usize>,
    /// Sealed cubes: the dimensions and levels for the sets of `max_dimensions`. Defaults to all.
    pub axes: Option<Vec<AxisRef>>,
    /// Sealed cubes: sets of two or more dimensions. No view contains all dimensions of a set.
    pub never_together: Vec<Vec<usize>>,
    /// The views to build in addition to the finest view.
    pub views: Option<Views>,
    /// Maximum size in bytes of the tiles of all views.
    pub budget: Option<u64>,
    /// Position of the dimension along which views are cut into tiles.
    pub split: Option<usize>,
    /// The encoding of all tiles. By default, the builder models each tile, and packs a tile that exceeds a limit of the
    /// model.
    pub encoding: Option<Encoding>,
    /// Whether pages may explain which counts a published value can stand for. Defaults to true for keyed cubes and to
    /// false for sealed cubes.
    pub explain: Option<bool>,
    /// Sealed cubes: whether the rounded risk and utility of each view are published.
    pub measures: bool,
    /// Preprotected cubes: why the steps before tabulation are enough by themselves.
    pub why: Option<Text>,
}

/// How the views are chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Views {
    /// The builder chooses views that save work and fit the budget.
    Auto,
    /// Exactly these views are built. Each is a set of distinct dimensions.
    List(Vec<Vec<AxisRef>>),
}

impl Publish {
    /// The choice of views for a sealed cube.
    pub fn choice(&self) -> ViewChoice {
        let views = match &self.views {
            Some(Views::List(list)) => list.clone(),
            _ => Vec::new(),
        };
        let (axes, never_together) = (self.axes.clone(), self.never_together.clone());
        ViewChoice { max_dimensions: self.max_dimensions, axes, never_together, views, in_parts: false }
    }

    /// Lists the views of a sealed cube. `dimensions` must have their codes. With `in_parts`, views may have more
    /// combinations than a table.
    ///
    /// # Errors
    /// Fails if there are more views than a cube may have.
    pub fn views_of(&self, dimensions: &[Dimension], in_parts: bool) -> Result<PublishedViews, SpecError> {
        PublishedViews::new(&ViewChoice { in_parts, ..self.choice() }, dimensions).map_err(|TooManyViews| {
            let expected = format!("at most {MOST_VIEWS} views: fewer dimensions, axes or levels");
            SpecError::of_publish("max_dimensions", "a choice of too many views", &expected)
        })
    }
}

/// Reads `[publish]` as far as possible. If the table is missing, all fields have their defaults.
pub(super) fn publish(root: &Fields<'_>, dimensions: &[DimensionSpec]) -> Publish {
    let Some(table) = root.optional(root.table("publish")) else { return Publish::default() };
    let fields = Fields::open(
        "publish",
        table,
        &[
            "max_dimensions",
            "axes",
            "never_together",
            "views",
            "budget",
            "split",
            "encoding",
            "explain",
            "measures",
            "why",
        ],
        root.log(),
    );
    let most = fields.optional(fields.integer("max_dimensions", 1..=MAX_DIMENSIONS as u64));
    let size = "a size above zero, like \"20 MB\" (B, kB, MB, GB, KiB, MiB, GiB)";
    let budget = match fields.get("budget") {
        None => Ok(None),
        Some(Value::String(text)) => {
            bytes(text).map(Some).ok_or_else(|| fields.invalid("budget", Quoted(text).to_string(), size))
        }
        Some(other) => Err(fields.invalid("budget", kind(other), size)),
    };
    let split = |name: &str| {
        index_of(dimensions, name).ok_or_else(|| {
            fields.invalid(
                "split",
                Quoted(name).to_string(),
                format!("the name of a dimension: {}", names(dimensions, name)),
            )
        })
    };
    let switch = |name| match fields.get(name) {
        None => Ok(None),
        Some(Value::Boolean(on)) => Ok(Some(*on)),
        Some(other) => Err(fields.invalid(name, kind(other), "true or false")),
    };
    let encoding = |name: &str| match name {
        "modelled" => Ok(None),
        "packed" => Ok(Some(Encoding::Packed)),
        other => Err(fields.invalid("encoding", Quoted(other).to_string(), "modelled or packed")),
    };
    let publish = Publish {
        max_dimensions: most.map(|most| most as usize),
        axes: fields.optional(axes(&fields, dimensions)),
        never_together: fields.keep(never_together(&fields, dimensions)).unwrap_or_default(),
        views: fields.optional(views(&fields, dimensions)),
        budget: fields.optional(budget),
        split: fields.optional(fields.string("split")).and_then(|name| fields.keep(split(name))),
        encoding: fields.optional(fields.string("encoding")).and_then(|name| fields.keep(encoding(name))).flatten(),
        explain: fields.optional(switch("explain")),
        measures: fields.optional(switch("measures")).unwrap_or(false),
        why: fields.optional(fields.text("why")),
    };
    if let Some(Views::List(list)) = &publish.views {
        for (index, view) in list.iter().enumerate() {
            let has = |dimension: &usize| view.iter().any(|axis| axis.dimension == *dimension);
            if let Some(set) = publish.never_together.iter().find(|set| set.iter().all(has)) {
                let set: Vec<&str> = set.iter().map(|&dimension| &*dimensions[dimension].name).collect();
                let found = format!("a view with {} together", set.join(" and "));
                let expected = "a view that never_together allows";
                root.log().add(fields.invalid(&format!("views[{}]", index + 1), found, expected));
            }
        }
    }
    publish
}

fn axes(fields: &Fields<'_>, dimensions: &[DimensionSpec]) -> Result<Option<Vec<AxisRef>>, SpecError> {
    let Some(value) = fields.get("axes") else { return Ok(None) };
    let mut axes = Vec::new();
    for text in fields.strings("axes", value, "dimensions and levels, as \"dimension\" or \"dimension:level\"")? {
        let new = axis(text, dimensions).map_err(|wanted| fields.invalid("axes", Quoted(text).to_string(), wanted))?;
        if axes.contains(&new) {
            return Err(fields.repeated("axis", text));
        }
        axes.push(new);
    }
    match axes.is_empty() {
        true => Err(fields.invalid("axes", "empty", "one or more dimensions or levels")),
        false => Ok(Some(axes)),
    }
}

fn never_together(fields: &Fields<'_>, dimensions: &[DimensionSpec]) -> Result<Vec<Vec<usize>>, SpecError> {
    let mut sets = Vec::new();
    for (index, item) in fields.list("never_together", "lists of dimensions")?.iter().enumerate() {
        let field = format!("never_together[{}]", index + 1);
        let mut set = Vec::new();
        for name in fields.strings(&field, item, "two or more dimensions")? {
            let wanted = || format!("the name of a dimension: {}", names(dimensions, name));
            let dimension = index_of(dimensions, name);
            let dimension = dimension.ok_or_else(|| fields.invalid(&field, Quoted(name).to_string(), wanted()))?;
            if set.contains(&dimension) {
                return Err(fields.repeated("dimension", name));
            }
            set.push(dimension);
        }
        if set.len() < 2 {
            return Err(fields.invalid(&field, format!("a list of {}", set.len()), "two or more dimensions"));
        }
        sets.push(set);
    }
    Ok(sets)
}

fn views(fields: &Fields<'_>, dimensions: &[DimensionSpec]) -> Result<Option<Views>, SpecError> {
    let expected = "\"auto\", or a list of lists like [[\"region\", \"age:band\"]]";
    let items = match fields.get("views") {
        None => return Ok(None),
        Some(Value::String(word)) if word == "auto" => return Ok(Some(Views::Auto)),
        Some(Value::String(word)) => {
            return Err(fields.invalid("views", Quoted(word).to_string(), expected));
        }
        Some(Value::Array(items)) => items,
        Some(other) => return Err(fields.invalid("views", kind(other), expected)),
    };
    let mut views = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let field = format!("views[{}]", index + 1);
        let mut view: Vec<AxisRef> = Vec::new();
        for text in fields.strings(&field, item, "dimensions, each as \"dimension\" or \"dimension:level\"")? {
            let new =
                axis(text, dimensions).map_err(|wanted| fields.invalid(&field, Quoted(text).to_string(), wanted))?;
            if view.iter().any(|earlier| earlier.dimension == new.dimension) {
                let found = format!("a view with dimension {} twice", Quoted(&dimensions[new.dimension].name));
                return Err(fields.invalid(&field, found, "each dimension once"));
            }
            view.push(new);
        }
        // Two views with the same dimensions in another order have the same cells.
        let is_same = |other: &Vec<AxisRef>| other.len() == view.len() && other.iter().all(|axis| view.contains(axis));
        if view.is_empty() || views.iter().any(is_same) {
            let found = if view.is_empty() { "empty" } else { "a view that is there already" };
            return Err(fields.invalid(&field, found, "one or more dimensions, each view once"));
        }
        views.push(view);
    }
    Ok(Some(Views::List(views)))
}

/// Reads a size such as `20 MB` or `1.5 MiB`. The result is in bytes, rounded down, and computed without floating
/// point.
pub fn bytes(text: &str) -> Option<u64> {
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = (text[..unit_at].trim(), text[unit_at..].trim());
    let scale: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "kib" => 1 << 10,
        "mib" => 1 << 20,
        "gib" => 1 << 30,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |part: &str| (1..=9).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    // Both parts have at most nine digits, so every product is below 2^64.
    let tenth_power = 10_u64.pow(u32::try_from(fraction.len()).ok()?);
    let size = whole.parse::<u64>().ok()? * scale + fraction.parse::<u64>().ok()? * scale / tenth_power;
    (size > 0).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes() {
        let cases = [
            ("20 MB", Some(20_000_000)),
            ("20MB", Some(20_000_000)),
            ("1.5 MiB", Some(1_572_864)),
            ("512", Some(512)),
            ("7 b", Some(7)),
            ("999999999.999999999 GiB", Some(1_073_741_823_999_999_998)),
            ("0 MB", None),
            ("-1 MB", None),
            ("MB", None),
            ("1. MB", None),
            ("1e3 MB", None),
            ("20 MB or so", None),
            ("20 TB", None),
        ];
        for (text, expected) in cases {
            assert_eq!(bytes(text), expected, "{text}");
        }
    }
}

//! From the JSON of `cube.json` to [`Manifest`], field by field.

use super::manifest::{DimensionPart, FilePart, KeyPart, LevelPart, Manifest, TilePart, ViewPart};
use super::terms::{About, Audience, Data, Release, Role, Text};
use crate::json::{Node, Value};
use crate::key::{Combine, Modulus};
use crate::protect::Parameters;

/// Reads a manifest; the error says which field is wrong and how.
pub(super) fn manifest(value: &Value) -> Result<Manifest, String> {
    let mut fields = Node::root(value).fields()?;
    let optional = |node: Option<Node<'_>>| node.map(|node| text(&node)).transpose();
    let manifest = Manifest {
        format: fields.get("format")?.string()?,
        version: fields.get("version")?.small()?,
        about: About {
            id: fields.get("id")?.string()?,
            title: text(&fields.get("title")?)?,
            unit: text(&fields.get("unit")?)?,
            data: one_of(&fields.get("data")?, Data::NAMES, &[Data::Confidential, Data::PublicUse, Data::Synthetic])?,
            audience: one_of(
                &fields.get("audience")?,
                Audience::NAMES,
                &[Audience::Teaching, Audience::Internal, Audience::Kiosk, Audience::Public],
            )?,
            release: one_of(
                &fields.get("release")?,
                Release::NAMES,
                &[Release::Keyed, Release::Preprotected, Release::Sealed],
            )?,
            source: optional(fields.maybe("source"))?,
            licence: optional(fields.maybe("licence"))?,
            period: optional(fields.maybe("period"))?,
            contact: optional(fields.maybe("contact"))?,
            notes: list(fields.maybe("notes"), text)?,
        },
        key: key(&fields.get("key")?)?,
        dimensions: list(Some(fields.get("dimensions")?), dimension)?,
        structural_zeros: list(fields.maybe("structural_zeros"), |node| {
            let pair = |node: &Node<'_>| {
                let (name, codes) = node.pair()?;
                Ok((name.string()?, codes.strings()?))
            };
            node.list_of(pair)
        })?,
        methods: list(Some(fields.get("methods")?), |node| {
            let (name, given) = node.pair()?;
            Ok((name.string()?, Parameters::read(&given)?))
        })?,
        views: list(Some(fields.get("views")?), view)?,
        files: list(Some(fields.get("files")?), file)?,
    };
    fields.get("digest")?;
    fields.end()?;
    Ok(manifest)
}

fn list<T>(node: Option<Node<'_>>, read: impl Fn(&Node<'_>) -> Result<T, String>) -> Result<Vec<T>, String> {
    node.map_or(Ok(Vec::new()), |node| node.list_of(read))
}

fn one_of<T: Copy>(node: &Node<'_>, names: &[&str], values: &[T]) -> Result<T, String> {
    Ok(values[position(node, names)?])
}

fn position(node: &Node<'_>, names: &[&str]) -> Result<usize, String> {
    let found = node.str()?;
    let known = || node.wrong(&format!("one of {}", names.join(", ")));
    names.iter().position(|&name| name == found).ok_or_else(known)
}

fn text(node: &Node<'_>) -> Result<Text, String> {
    if let Some(plain) = node.as_str() {
        return Ok(Text::from(plain));
    }
    let languages = node.entries().map_err(|_| node.wrong("a string, or an object from language to string"))?;
    let mut entries = Vec::with_capacity(languages.len());
    for (tag, text) in languages {
        entries.push((tag.to_owned(), text.string()?));
    }
    Text::from_languages(entries).map_err(|error| error.to_string())
}

fn key(node: &Node<'_>) -> Result<KeyPart, String> {
    let mut fields = node.fields()?;
    let modulus = fields.get("modulus")?.number()?;
    let key = KeyPart {
        combine: one_of(&fields.get("combine")?, &["sum", "xor"], &[Combine::Sum, Combine::Xor])?,
        modulus: Modulus::try_from(modulus).map_err(|error| error.to_string())?,
        uniform: fields.get("uniform")?.bool()?,
        salt: fields.maybe("salt").map_or(Ok(String::new()), |salt| salt.string())?,
    };
    fields.end()?;
    Ok(key)
}

fn code(node: &Node<'_>) -> Result<(String, Text), String> {
    let (code, label) = node.pair()?;
    Ok((code.string()?, text(&label)?))
}

fn dimension(node: &Node<'_>) -> Result<DimensionPart, String> {
    let mut fields = node.fields()?;
    let role = |node: Node<'_>| one_of(&node, Role::NAMES, &[Role::Geo, Role::Time]);
    let dimension = DimensionPart {
        name: fields.get("name")?.string()?,
        label: text(&fields.get("label")?)?,
        note: fields.maybe("note").map(|note| text(&note)).transpose()?,
        role: fields.maybe("role").map(role).transpose()?,
        codes: list(Some(fields.get("codes")?), code)?,
        levels: list(fields.maybe("levels"), level)?,
    };
    fields.end()?;
    Ok(dimension)
}

fn level(node: &Node<'_>) -> Result<LevelPart, String> {
    let mut fields = node.fields()?;
    let level = LevelPart {
        name: fields.get("name")?.string()?,
        label: text(&fields.get("label")?)?,
        codes: list(Some(fields.get("codes")?), code)?,
        of: list(Some(fields.get("of")?), |group| group.small())?,
    };
    fields.end()?;
    Ok(level)
}

fn view(node: &Node<'_>) -> Result<ViewPart, String> {
    let mut fields = node.fields()?;
    let view = ViewPart {
        axes: fields.get("axes")?.strings()?,
        cells: fields.get("cells")?.number()?,
        split: fields.maybe("split").map(|split| split.string()).transpose()?,
        tiles: list(Some(fields.get("tiles")?), tile)?,
    };
    fields.end()?;
    Ok(view)
}

fn tile(node: &Node<'_>) -> Result<TilePart, String> {
    let mut fields = node.fields()?;
    let codes = |node: Node<'_>| {
        let (first, last) = node.pair()?;
        Ok::<_, String>((first.small()?, last.small()?))
    };
    let tile = TilePart {
        file: fields.get("file")?.string()?,
        section: fields.maybe("section").map_or(Ok(0), |section| section.small())?,
        cells: fields.get("cells")?.number()?,
        codes: fields.maybe("codes").map(codes).transpose()?,
    };
    fields.end()?;
    Ok(tile)
}

fn file(node: &Node<'_>) -> Result<FilePart, String> {
    let mut fields = node.fields()?;
    let file = FilePart {
        path: fields.get("path")?.string()?,
        bytes: fields.get("bytes")?.number()?,
        sha256: fields.get("sha256")?.string()?,
    };
    fields.end()?;
    Ok(file)
}

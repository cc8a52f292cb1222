//! Reads the bytes of `cube.json` into a [`Manifest`], field by field.

use super::digest::is_sealed;
use super::manifest::{
    CodesPart, DimensionPart, ENCRYPTED, FORMAT, FilePart, KeyPart, LevelFilePart, LevelPart, ListPart, MAX_BYTES,
    Manifest, ManifestError, NEWEST, PropertiesPart, RefusedPart, SHORT, TilePart, TilesPart, ViewPart,
};
use super::pretabular::PretabularPart;
use super::short::expand;
use super::terms::{About, Audience, Data, Release};
use crate::base::json::{Fields, Node, Value};
use crate::base::{FULL, OnlyFull};
use crate::dimension::{Role, Text};
use crate::key::{Combine, Modulus};
use crate::measure::PublishedMeasures;
use crate::protect::{Parameters, Rest};
use crate::rules::RulesPart;

impl Manifest {
    /// Reads the bytes of `cube.json`. Checks the kind of file, its digest and its version first. So the error
    /// identifies a file of another kind or of a later version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ManifestError> {
        if bytes.len() > MAX_BYTES {
            return Err(ManifestError::TooLong(bytes.len()));
        }
        let mut value = match Value::parse(bytes) {
            Ok(value) => value,
            // Damage can break the JSON. So a file with the format's name near its start counts as a damaged manifest.
            Err(_) if bytes[..bytes.len().min(64)].windows(FORMAT.len()).any(|part| part == FORMAT.as_bytes()) => {
                return Err(ManifestError::Digest);
            }
            Err(_) => return Err(ManifestError::NotACube),
        };
        match value.get("format") {
            Some(Value::String(format)) if format == FORMAT => {}
            Some(Value::String(format)) if format == ENCRYPTED => return Err(ManifestError::Encrypted),
            _ => return Err(ManifestError::NotACube),
        }
        if !is_sealed(bytes) {
            return Err(ManifestError::Digest);
        }
        match value.get("version") {
            Some(&Value::Whole(newer)) if newer > NEWEST.into() => Err(ManifestError::Newer(newer)),
            Some(&Value::Whole(0)) => Err(ManifestError::field(&"version", &"is 0", "1")),
            version => {
                // A build without the feature `full` has refused this version by now.
                if FULL && matches!(version, Some(&Value::Whole(version)) if version >= SHORT.into()) {
                    expand(&mut value).map_err(ManifestError::Shape)?;
                }
                let manifest = manifest(&value).map_err(ManifestError::Shape)?;
                match OnlyFull::new(manifest.version).filter(|_| !manifest.has_parts_of_version()) {
                    Some(version) => {
                        let problem = format!("is {}", version.into_inner());
                        let expected = "1 without parts, and with parts 2, 3 (with files of tile entries) or 4";
                        Err(ManifestError::field(&"version", &problem, expected))
                    }
                    None => Ok(manifest),
                }
            }
        }
    }

    /// Whether a part of the manifest is in a file of its own.
    pub(super) fn is_in_parts(&self) -> bool {
        let has_part = |part: &DimensionPart| {
            part.list.is_some() || part.index.is_some() || part.levels.iter().any(|level| level.file.is_some())
        };
        self.tiles.is_some()
            || self.dimensions.iter().any(has_part)
            || self.views.iter().flat_map(|view| &view.tiles).any(|tile| tile.list.is_some())
    }
}

/// Reads all fields of a manifest. An error names the field and its problem.
fn manifest(value: &Value) -> Result<Manifest, String> {
    let mut fields = Node::root(value).fields()?;
    let manifest = Manifest {
        format: fields.get("format", Node::string),
        version: fields.get("version", Node::small),
        about: About {
            id: fields.get("id", Node::string),
            title: fields.get("title", text),
            unit: fields.get("unit", text),
            data: fields
                .get("data", |node| one_of(node, Data::NAMES, &[Data::Confidential, Data::PublicUse, Data::Synthetic])),
            audience: fields
                .get("audience", |node| {
                    let all = [Audience::Teaching, Audience::Internal, Audience::Kiosk, Audience::Public];
                    one_of(node, Audience::NAMES, &all.map(Some))
                })
                .unwrap_or(Audience::Public), // a missing audience is an error
            release: fields.get("release", |node| {
                one_of(node, Release::NAMES, &[Release::Keyed, Release::Preprotected, Release::Sealed])
            }),
            source: fields.get_or_default("source", optional_text),
            licence: fields.get_or_default("licence", optional_text),
            period: fields.get_or_default("period", optional_text),
            contact: fields.get_or_default("contact", optional_text),
            notes: fields.get_or_default("notes", |notes| notes.list_of(text)),
        },
        key: fields.get_or_default("key", |node| key(node).map(Some)),
        dimensions: fields.get("dimensions", |dimensions| dimensions.list_of(dimension)),
        structural_zeros: fields
            .get_or_default("structural_zeros", |rules| rules.list_of(|rule| rule.pairs_of(Node::strings))),
        methods: fields.get("methods", |methods| methods.pairs_of(Parameters::read)),
        method_titles: fields.get_or_default("method_titles", texts),
        properties: fields.get_or_default("properties", |node| properties(node).map(Some)),
        explain: fields.get_or_default("explain", super::explain::read),
        // Only a build with the feature `full` uses `altered`, for measures.
        altered: fields
            .get_or_default("altered", if FULL { |codes| codes.pairs_of(Node::strings) } else { |_| Ok(Vec::new()) }),
        pretabular: fields.get_or_default("pretabular", PretabularPart::read),
        rules: fields.get_or_default("rules", RulesPart::read),
        views: fields.get("views", |views| views.list_of(view)),
        tiles: fields.only_full("tiles", |parts| parts.list_of(tiles_part)),
        // Only a build with the feature `full` names refused views in errors.
        refused: fields
            .get_or_default("refused", if FULL { |refused| refused.list_of(refusal) } else { |_| Ok(Vec::new()) }),
        files: fields.get("files", |files| files.list_of(file)),
        digest: fields.get("digest", Node::string),
    };
    fields.end()?;
    Ok(manifest)
}

pub(super) fn one_of<T: Copy>(node: &Node<'_>, names: &[&str], values: &[T]) -> Result<T, String> {
    Ok(values[position(node, names)?])
}

fn position(node: &Node<'_>, names: &[&str]) -> Result<usize, String> {
    let found = node.str()?;
    let known = || node.wrong(&format!("one of {}", names.join(", ")));
    names.iter().position(|&name| name == found).ok_or_else(known)
}

pub(super) fn text(node: &Node<'_>) -> Result<Text, String> {
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

pub(super) fn optional_text(node: &Node<'_>) -> Result<Option<Text>, String> {
    text(node).map(Some)
}

fn key(node: &Node<'_>) -> Result<KeyPart, String> {
    let mut fields = node.fields()?;
    let key = KeyPart {
        combine: fields.get("combine", |node| one_of(node, &["sum", "xor"], &[Combine::Sum, Combine::Xor])),
        modulus: fields.get("modulus", |node| Modulus::try_from(node.number()?).map_err(|error| error.to_string())),
        uniform: fields.get("uniform", Node::bool),
        salt: fields.get_or_default("salt", Node::string),
    };
    fields.end()?;
    Ok(key)
}

fn properties(node: &Node<'_>) -> Result<PropertiesPart, String> {
    let mut fields = node.fields()?;
    let properties = PropertiesPart {
        unbiased: fields.get("unbiased", Node::bool),
        keeps_zeros: fields.get("keeps_zeros", Node::bool),
        largest_change: fields.get("largest_change", Node::number),
    };
    fields.end()?;
    Ok(properties)
}

fn refusal(node: &Node<'_>) -> Result<RefusedPart, String> {
    let mut fields = node.fields()?;
    let refused = RefusedPart { axes: fields.get("axes", Node::strings), reason: fields.get("reason", Node::string) };
    fields.end()?;
    Ok(refused)
}

/// Reads pairs of a code or name and a text.
pub(super) fn texts(node: &Node<'_>) -> Result<Vec<(String, Text)>, String> {
    node.pairs_of(text)
}

fn dimension(node: &Node<'_>) -> Result<DimensionPart, String> {
    let mut fields = node.fields()?;
    let mut dimension = DimensionPart {
        name: fields.get("name", Node::string),
        label: fields.get("label", text),
        note: fields.get_or_default("note", optional_text),
        role: fields.get_or_default("role", |node| one_of(node, Role::NAMES, &[Some(Role::Geo), Some(Role::Time)])),
        list: fields.only_full("list", list),
        index: fields.only_full("index", list),
        codes: Vec::new(),
        levels: fields.get_or_default("levels", |levels| levels.list_of(level)),
    };
    if dimension.list.is_none() {
        dimension.codes = fields.get("codes", texts);
    }
    fields.end()?;
    Ok(dimension)
}

fn list(node: &Node<'_>) -> Result<ListPart, String> {
    let mut fields = node.fields()?;
    let list = ListPart {
        count: fields.get("count", Node::small),
        parts: fields.get("parts", |parts| parts.list_of(codes_part)),
    };
    fields.end()?;
    Ok(list)
}

pub(super) fn codes_part(node: &Node<'_>) -> Result<CodesPart, String> {
    let mut fields = node.fields()?;
    let part = CodesPart {
        first: fields.get("first", Node::small),
        code: fields.get("code", Node::string),
        file: fields.get("file", file),
    };
    fields.end()?;
    Ok(part)
}

fn level(node: &Node<'_>) -> Result<LevelPart, String> {
    let mut fields = node.fields()?;
    let mut level = LevelPart {
        name: fields.get("name", Node::string),
        label: fields.get("label", text),
        file: fields.only_full("file", level_file),
        codes: Vec::new(),
        of: Vec::new(),
    };
    if level.file.is_none() {
        level.codes = fields.get("codes", texts);
        level.of = fields.get("of", |groups| groups.list_of(Node::small));
    }
    fields.end()?;
    Ok(level)
}

fn level_file(node: &Node<'_>) -> Result<LevelFilePart, String> {
    let mut fields = node.fields()?;
    let part = LevelFilePart { count: fields.get("count", Node::small), file: file_of(&mut fields) };
    fields.end()?;
    Ok(part)
}

fn view(node: &Node<'_>) -> Result<ViewPart, String> {
    let mut fields = node.fields()?;
    let view = ViewPart {
        axes: fields.get("axes", Node::strings),
        cells: fields.get("cells", Node::number),
        rest: fields.get_or_default("rest", |node| one_of(node, Rest::NAMES, Rest::ALL)),
        measures: fields.get_or_default("measures", |node| PublishedMeasures::read(node).map(Some)),
        split: fields.get_or_default("split", |split| split.string().map(Some)),
        tiles: fields.get_or_default("tiles", tiles),
    };
    fields.end()?;
    Ok(view)
}

fn tiles_part(node: &Node<'_>) -> Result<TilesPart, String> {
    let mut fields = node.fields()?;
    let part = TilesPart { first: fields.get("first", Node::small), file: fields.get("file", file) };
    fields.end()?;
    Ok(part)
}

pub(super) fn tiles(node: &Node<'_>) -> Result<Vec<TilePart>, String> {
    node.list_of(tile)
}

fn tile(node: &Node<'_>) -> Result<TilePart, String> {
    let mut fields = node.fields()?;
    let mut tile = TilePart {
        list: fields.only_full("list", file),
        file: String::new(),
        section: 0,
        cells: fields.get("cells", Node::number),
        codes: fields.get_or_default("codes", |codes| {
            let (first, last) = codes.pair()?;
            Ok(Some((first.small()?, last.small()?)))
        }),
    };
    if tile.list.is_none() {
        tile.file = fields.get("file", Node::string);
        tile.section = fields.get_or_default("section", Node::small);
    }
    fields.end()?;
    Ok(tile)
}

pub(super) fn file(node: &Node<'_>) -> Result<FilePart, String> {
    let mut fields = node.fields()?;
    let file = file_of(&mut fields);
    fields.end()?;
    Ok(file)
}

fn file_of(fields: &mut Fields<'_>) -> FilePart {
    FilePart {
        path: fields.get("path", Node::string),
        bytes: fields.get("bytes", Node::number),
        sha256: fields.get("sha256", Node::string),
    }
}

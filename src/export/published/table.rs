//! Makes the export model of a table that this program built.

use super::{CubeWords, MethodWords, Published};
use crate::base::json::{Value, to_text};
use crate::cube::Cube;
use crate::dimension::Text;
use crate::protect::MethodSpec;
use crate::table::{ReceiptHash, Table};

impl Published {
    /// The export model of a cube's table, with its method and the text of its receipt, if the cube has receipts. `language` is the language that
    /// the user requested.
    pub fn new(
        table: &Table,
        cube: &Cube,
        method: &MethodSpec,
        receipt: Option<String>,
        language: Option<&str>,
    ) -> Self {
        let resolve = |text: &Text| text.resolve(language).to_owned();
        let maybe = |text: &Option<Text>| text.as_ref().map(resolve);
        let about = &cube.about;
        let areas = table.areas.as_ref();
        Self {
            headings: table.headings.clone(),
            values: (0..table.len()).map(|cell| table.value(cell).unwrap_or_default()).collect(),
            decimals: table.decimals(),
            status: table.status().to_vec(),
            filters: table.filters.clone(),
            areas: areas.and_then(|areas| Value::parse(to_text(areas).as_bytes()).ok()),
            method: MethodWords { name: method.name.clone(), kind: method.kind_word().to_owned(), text: method.text() },
            cube: CubeWords {
                id: about.id.clone(),
                digest: ReceiptHash::of(cube).ok().map(|hash| hash.apply(&cube.digest)),
                title: resolve(&about.title),
                unit: resolve(&about.unit),
                source: maybe(&about.source),
                licence: maybe(&about.licence),
                period: maybe(&about.period),
                contact: maybe(&about.contact),
                notes: about.notes.iter().map(resolve).collect(),
            },
            receipt,
            language: about.title.language(language).map(str::to_owned),
            csv: "table.csv".to_owned(),
        }
    }
}

//! Defines the objects for JavaScript. `www/api/types.ts` declares their types.

use js_sys::JSON;
use serde::Serialize;
use wasm_bindgen::JsValue;

use crate::base::OnlyFull;
use crate::base::json::to_text;
use crate::cube::{Audience, Data, Release};
use crate::dimension::{CodeList, Role};
use crate::protect::{Card, MethodSpec, Parameters, Properties};
use crate::table::{Category, Store};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Description<'a> {
    id: &'a str,
    digest: &'a str,
    title: &'a str,
    unit: &'a str,
    data: Data,
    audience: Audience,
    release: Release,
    modulus: u64,
    source: Option<&'a str>,
    licence: Option<&'a str>,
    period: Option<&'a str>,
    contact: Option<&'a str>,
    notes: Vec<&'a str>,
    language: Option<&'a str>,
    dimensions: Vec<DimensionWords<'a>>,
    methods: Vec<MethodWords<'a>>,
    default_method: Option<&'a str>,
    may_reveal: bool,
    explains: bool,
}

#[derive(Serialize)]
struct DimensionWords<'a> {
    name: &'a str,
    label: &'a str,
    note: Option<&'a str>,
    role: Option<Role>,
    codes: Vec<Category>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<OnlyFull<usize>>,
    levels: Vec<LevelWords<'a>>,
}

#[derive(Serialize)]
struct LevelWords<'a> {
    name: &'a str,
    label: &'a str,
    codes: Vec<Category>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<OnlyFull<usize>>,
}

#[derive(Serialize)]
pub(super) struct MethodWords<'a> {
    name: &'a str,
    title: Option<&'a str>,
    kind: &'static str,
    totals: &'static str,
    text: String,
    parameters: &'a Parameters,
    properties: Properties,
    card: &'static Card,
}

pub(super) fn method_words<'a>(store: &'a Store, method: &'a MethodSpec, lang: Option<&str>) -> MethodWords<'a> {
    MethodWords {
        name: &method.name,
        title: store.cube().method_title(&method.name, &method.parameters).map(|title| title.resolve(lang)),
        kind: method.kind_word(),
        totals: method.totals.word(),
        text: method.text(),
        parameters: &method.parameters,
        properties: store.properties(method),
        card: method.kind.card(),
    }
}

pub(super) fn describe<'a>(store: &'a Store, lang: Option<&'a str>) -> Description<'a> {
    let cube = store.cube();
    let text = |text: &'a Option<crate::dimension::Text>| text.as_ref().map(|text| text.resolve(lang));
    let codes = |list: &CodeList| {
        let word = |(code, label): (&str, &crate::dimension::Text)| Category {
            code: code.to_owned(),
            label: label.resolve(lang).to_owned(),
        };
        // Some of the codes would look like all of them.
        if list.is_whole() { list.iter().map(word).collect() } else { Vec::new() }
    };
    let size = |list: &CodeList| (!list.is_whole()).then(|| list.len()).and_then(OnlyFull::new);
    let dimensions = cube.dimensions.iter().map(|dimension| DimensionWords {
        name: &dimension.name,
        label: dimension.label.resolve(lang),
        note: text(&dimension.note),
        role: dimension.role,
        codes: codes(&dimension.codes),
        size: size(&dimension.codes),
        levels: dimension
            .levels
            .iter()
            .map(|level| LevelWords {
                name: &level.name,
                label: level.label.resolve(lang),
                codes: codes(&level.codes),
                size: size(&level.codes),
            })
            .collect(),
    });
    Description {
        id: &cube.about.id,
        digest: &cube.digest,
        title: cube.about.title.resolve(lang),
        unit: cube.about.unit.resolve(lang),
        data: cube.about.data,
        audience: cube.about.audience,
        release: cube.about.release,
        modulus: cube.keys.modulus().get(),
        source: text(&cube.about.source),
        licence: text(&cube.about.licence),
        period: text(&cube.about.period),
        contact: text(&cube.about.contact),
        notes: cube.about.notes.iter().map(|note| note.resolve(lang)).collect(),
        language: cube.about.title.language(lang),
        dimensions: dimensions.collect(),
        methods: store.methods().iter().map(|method| method_words(store, method, lang)).collect(),
        default_method: store.default_method(),
        may_reveal: cube.may_reveal(),
        explains: cube.explains(),
    }
}

/// Converts a value to plain JavaScript objects, with null for `None`. The conversion uses JSON text, because building
/// objects field by field would need more code.
pub(super) fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    JSON::parse(&to_text(value))
}

//! The parts of a workbook beside its cells, and all of them as a ZIP file.

use std::fmt::Write as _;

use super::sheet::Sheet;
use super::zip::Zip;

/// What a workbook says of itself.
#[derive(Debug)]
pub(super) struct Properties {
    pub title: String,
    pub subject: String,
    pub creator: String,
    pub description: String,
    pub identifier: String,
    pub language: Option<String>,
}

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"#;
const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/// Every workbook is of this moment: when one was written says nothing of its table, and would change its bytes.
const CREATED: &str = "2000-01-01T00:00:00Z";

/// Formats of cells, as `sheet::Style` counts them: plain, head, number, mark, wrapped.
const STYLES: &str = concat!(
    r#"<fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>"#,
    r#"<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>"#,
    r#"<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>"#,
    r#"<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>"#,
    r#"<border><left/><right/><top/><bottom style="thin"><color auto="1"/></bottom><diagonal/></border></borders>"#,
    r#"<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>"#,
    r#"<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>"#,
    r#"<xf numFmtId="0" fontId="1" fillId="0" borderId="1" xfId="0" applyFont="1" applyBorder="1" applyAlignment="1">"#,
    r#"<alignment vertical="top" wrapText="1"/></xf>"#,
    r#"<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>"#,
    r#"<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment horizontal="right"/></xf>"#,
    r#"<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>"#,
    r#"</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>"#,
);

/// The bytes of a workbook of these sheets, whose cells name texts by their place.
pub(super) fn package(sheets: &[(&str, Sheet)], texts: &[String], properties: &Properties) -> Vec<u8> {
    let mut zip = Zip::default();
    let mut types = format!(
        "{HEAD}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" \
         ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/><Default Extension=\"xml\" \
         ContentType=\"application/xml\"/>"
    );
    let mut workbook = format!(
        "{HEAD}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}/relationships\"><bookViews><workbookView/></bookViews><sheets>"
    );
    let mut links = Vec::new();
    let mut part = |name: String, kind: &str| {
        let _ = write!(types, "<Override PartName=\"/{name}\" ContentType=\"{kind}\"/>"); // as below, it cannot fail
    };
    part("xl/workbook.xml".into(), &format!("{TYPE}.sheet.main+xml"));
    for (number, (name, _)) in (1..).zip(sheets) {
        part(format!("xl/worksheets/sheet{number}.xml"), &format!("{TYPE}.worksheet+xml"));
        let _ = write!(workbook, "<sheet name=\"{}\" sheetId=\"{number}\" r:id=\"rId{number}\"/>", escaped(name));
        links.push(("worksheet", format!("worksheets/sheet{number}.xml")));
    }
    workbook += "</sheets></workbook>";
    for (kind, name, said) in
        [("styles", "styles.xml", "styles"), ("sharedStrings", "sharedStrings.xml", "sharedStrings")]
    {
        part(format!("xl/{name}"), &format!("{TYPE}.{said}+xml"));
        links.push((kind, name.to_owned()));
    }
    part("docProps/core.xml".into(), "application/vnd.openxmlformats-package.core-properties+xml");
    part("docProps/app.xml".into(), "application/vnd.openxmlformats-officedocument.extended-properties+xml");
    types += "</Types>";
    let root = [
        (format!("{OFFICE}/relationships/officeDocument"), "xl/workbook.xml".to_owned()),
        (format!("{PACKAGE}/relationships/metadata/core-properties"), "docProps/core.xml".to_owned()),
        (format!("{OFFICE}/relationships/extended-properties"), "docProps/app.xml".to_owned()),
    ];
    let links = links.into_iter().map(|(kind, target)| (format!("{OFFICE}/relationships/{kind}"), target));
    zip.add("[Content_Types].xml", types.as_bytes());
    zip.add("_rels/.rels", relationships(root).as_bytes());
    zip.add("docProps/core.xml", core(properties).as_bytes());
    let app = format!(
        "{HEAD}<Properties xmlns=\"{OFFICE}/extended-properties\"><Application>cellveil</Application></Properties>"
    );
    zip.add("docProps/app.xml", app.as_bytes());
    zip.add("xl/workbook.xml", workbook.as_bytes());
    zip.add("xl/_rels/workbook.xml.rels", relationships(links).as_bytes());
    zip.add("xl/styles.xml", format!("{HEAD}<styleSheet xmlns=\"{MAIN}\">{STYLES}</styleSheet>").as_bytes());
    zip.add("xl/sharedStrings.xml", shared(texts).as_bytes());
    for (number, (_, sheet)) in (1..).zip(sheets) {
        zip.add(&format!("xl/worksheets/sheet{number}.xml"), sheet.xml().as_bytes());
    }
    zip.finish()
}

fn relationships(links: impl IntoIterator<Item = (String, String)>) -> String {
    let mut xml = format!("{HEAD}<Relationships xmlns=\"{PACKAGE}/relationships\">");
    for (number, (kind, target)) in (1..).zip(links) {
        let _ = write!(xml, "<Relationship Id=\"rId{number}\" Type=\"{kind}\" Target=\"{target}\"/>");
    }
    xml + "</Relationships>"
}

/// Properties that programs and file managers show.
fn core(properties: &Properties) -> String {
    let mut xml = format!(
        "{HEAD}<cp:coreProperties xmlns:cp=\"{PACKAGE}/metadata/core-properties\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
         xmlns:dcterms=\"http://purl.org/dc/terms/\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">"
    );
    let fields = [
        ("title", &properties.title),
        ("subject", &properties.subject),
        ("creator", &properties.creator),
        ("description", &properties.description),
        ("identifier", &properties.identifier),
    ];
    for (name, words) in fields.into_iter().chain(properties.language.iter().map(|language| ("language", language))) {
        let _ = write!(xml, "<dc:{name}>{}</dc:{name}>", escaped(words));
    }
    let _ = write!(xml, "<dcterms:created xsi:type=\"dcterms:W3CDTF\">{CREATED}</dcterms:created></cp:coreProperties>");
    xml
}

fn shared(texts: &[String]) -> String {
    let mut xml = format!("{HEAD}<sst xmlns=\"{MAIN}\" uniqueCount=\"{}\">", texts.len());
    for text in texts {
        let _ = write!(xml, "<si><t xml:space=\"preserve\">{}</t></si>", escaped(text));
    }
    xml + "</sst>"
}

/// A text in XML. What XML cannot hold is written as `_x000B_`, and what would be read as such with its `_` so (ECMA-376 part 1,
/// 22.9.2.19, ST_Xstring).
fn escaped(text: &str) -> String {
    let mut xml = String::with_capacity(text.len());
    for (at, letter) in text.char_indices() {
        match letter {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\n' | '\t' => xml.push(letter),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(xml, "_x{:04X}_", u32::from(letter));
            }
            '_' if is_escape(&text[at..]) => xml.push_str("_x005F_"),
            letter => xml.push(letter),
        }
    }
    xml
}

/// Whether a text begins as `_x000B_` does.
fn is_escape(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 7 && bytes[1] == b'x' && bytes[6] == b'_' && bytes[2..6].iter().all(u8::is_ascii_hexdigit)
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn what_xml_cannot_hold_is_escaped_and_nothing_else() {
        for (text, xml) in [
            ("plain", "plain"),
            ("a & b < c > \"d\"", "a &amp; b &lt; c &gt; &quot;d&quot;"),
            ("two\nlines", "two\nlines"),
            ("bell\u{7}", "bell_x0007_"),
            ("_x0007_", "_x005F_x0007_"),
            ("_x007_ _xyz__", "_x007_ _xyz__"),
            ("العربية é", "العربية é"),
        ] {
            assert_eq!(escaped(text), xml);
        }
    }
}

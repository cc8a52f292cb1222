//! Fills the template of a page. The build writes the templates to the archive of pages (`scripts/one-file.js`). A page
//! of the site fills the same templates (`www/site/pages/embed/one-file/fill.js`), and gives the same bytes.

use serde_json::Value;

use super::base85::base85;
use crate::base::Quoted;

/// The parts of a page that differ between files.
pub(super) struct Parts<'a> {
    pub title: &'a str,
    pub language: &'a str,
    /// The query, in the names of the elements' properties.
    pub query: &'a Value,
    /// Compressed cores by name.
    pub cores: &'a [(&'a str, &'a [u8])],
    /// Files of the cube by path.
    pub files: &'a [(String, Vec<u8>)],
}

impl Parts<'_> {
    /// Puts the parts into a template. Each mark `{{name}}` of the template stands for a part.
    pub fn fill(&self, template: &str) -> Result<String, String> {
        let mut page = String::with_capacity(template.len());
        let mut rest = template;
        while let Some((before, after)) = rest.split_once("{{") {
            let (name, after) = after.split_once("}}").ok_or_else(|| "a mark is not closed".to_owned())?;
            page += before;
            page += &self.part(name).ok_or_else(|| format!("unknown mark {}", Quoted(name)))?;
            rest = after;
        }
        Ok(page + rest)
    }

    fn part(&self, name: &str) -> Option<String> {
        Some(match name {
            "title" => super::escaped(self.title),
            "language" => super::escaped(self.language),
            "query" => json(self.query),
            "cores" => self.cores.iter().map(|(name, bytes)| core(name, bytes)).collect(),
            "cube" => {
                let files = self.files.iter().map(|(path, bytes)| (path.clone(), Value::from(base85(bytes))));
                json(&Value::Object(files.collect()))
            }
            _ => return None,
        })
    }
}

/// A core as an element of the page. Browsers run no script of this type.
fn core(name: &str, bytes: &[u8]) -> String {
    format!("<script id=\"core-{name}\" type=\"text/plain\">{}</script>\n", base85(bytes))
}

/// Writes a value for an element `<script>`: no text of the value closes the element.
fn json(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Parts;

    fn filled(template: &str, title: &str) -> Result<String, String> {
        let query = json!({ "rows": ["</script><!--"] });
        let files = [("cube.json".to_owned(), b"{}".to_vec())];
        Parts { title, language: "en", query: &query, cores: &[("full", b"core")], files: &files }.fill(template)
    }

    #[test]
    fn marks_are_replaced_once() {
        assert_eq!(
            filled("<h1>{{title}}</h1>{{language}}", "{{cube}} & <b>"),
            Ok("<h1>{{cube}} &amp; &lt;b&gt;</h1>en".into())
        );
        assert_eq!(
            filled("{{query}}|{{cores}}|{{cube}}", ""),
            Ok("{\"rows\":[\"\\u003c/script>\\u003c!--\"]}|<script id=\"core-full\" type=\"text/plain\">EyMH!</script>\n|\
                {\"cube.json\":\"MbU\"}"
                .into())
        );
    }

    #[test]
    fn a_template_of_another_version_is_named() {
        assert_eq!(filled("{{figure}}", "").unwrap_err(), "unknown mark \"figure\"");
        assert_eq!(filled("{{title", "").unwrap_err(), "a mark is not closed");
    }
}

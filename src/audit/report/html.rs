//! Writes the report as one HTML page, to print and sign. The page has no scripts and loads no files.
//!
//! Codes, labels and methods come from data and may contain any text. Every such text passes through [`escape`].

use std::fmt::Write;

use super::verdict::FIRST_RELEASE;
use super::words::{class_word, figure_words, limit_words, line};
use super::{CAVEAT, Report};
use crate::audit::{Finding, Outcome};

/// The style sheet, which the page contains.
const STYLE: &str = include_str!("page.css");

/// On the screen, a list of more views than this is closed. The printed page shows the whole list.
const OPEN_VIEWS: usize = 40;

/// Number of lines for signatures.
const SIGNATURES: usize = 3;

impl Report {
    /// Writes the report as an HTML page. The verdict comes first, and the last part has fields for the person who
    /// decides. The true counts of examples appear only with `reveal`. The same report gives the same bytes.
    pub fn to_html(&self, reveal: bool) -> String {
        let word = self.word();
        let title = format!("Audit of {}: {word}", escape(&self.cube));
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        );
        self.verdict(&mut page, word);
        self.not_tested(&mut page);
        self.table(&mut page);
        self.identity(&mut page);
        page += "<h2>Findings in detail</h2>\n";
        for finding in self.worst_first() {
            self.details(&mut page, finding, reveal);
        }
        self.list_of_views(&mut page);
        page += &decision();
        page + "</main>\n</body>\n</html>\n"
    }

    fn verdict(&self, page: &mut String, word: &str) {
        let says = self.sentence();
        let class = word.to_lowercase();
        put(page, format_args!("<p class=\"verdict {class}\"><strong>{word}</strong>: {}</p>\n", escape(&says)));
        put(page, format_args!("<p>{CAVEAT}</p>\n"));
        if let Some(scored) = &self.original {
            put(page, format_args!("<p>{}</p>\n", escape(&scored.sentence())));
            if let Some(warning) = scored.warning {
                put(page, format_args!("<p><strong>Warning.</strong> {warning}</p>\n"));
            }
        }
        *page += "<p><strong>Confidential.</strong> Keep this report inside the agency.</p>\n";
    }

    fn not_tested(&self, page: &mut String) {
        *page += "<h2>Not tested</h2>\n";
        let untested = self.untested();
        if untested.is_empty() {
            *page += "<p>Nothing kept an attack from its test.</p>\n";
        } else {
            *page += "<p>The verdict does not cover these attacks:</p>\n<ul>\n";
            for (name, why) in untested {
                put(page, format_args!("<li><strong>{}</strong>: {}</li>\n", escape(name), escape(why)));
            }
            *page += "</ul>\n";
        }
        let not_needed = self.not_needed();
        if !not_needed.is_empty() {
            put(page, format_args!("<p>{}: {FIRST_RELEASE}.</p>\n", not_needed.join(", ")));
        }
        let nothing = self.nothing_at_risk();
        if !nothing.is_empty() {
            *page += "<h2>Nothing at risk</h2>\n";
            put(page, format_args!("<p>No case of this kind exists for: {}.</p>\n", nothing.join(", ")));
        }
    }

    /// Writes what was audited: names, digests, method and seed.
    fn identity(&self, page: &mut String) {
        *page += "<h2>What was audited</h2>\n<table class=\"facts\">\n";
        let seed = self.seed.map(|seed| seed.to_string());
        let class = class_word(&self.class);
        let limits: Vec<String> = self.limits.iter().map(|(name, limit)| format!("{name} = {limit}")).collect();
        let limits = if limits.is_empty() { "none".to_owned() } else { limits.join("; ") };
        let facts = [
            ("Cube", Some(self.cube.as_str())),
            ("Digest of the cube", self.digests.cube.as_deref()),
            ("Keyed digest of the cube (HMAC-SHA-256)", self.digests.cube_keyed.as_deref()),
            ("SHA-256 of the specification's file", self.digests.specification.as_deref()),
            ("Release class", Some(&class)),
            ("Method", Some(&self.method)),
            ("Limits set by the specification", Some(&limits)),
            ("Seed", seed.as_deref()),
            ("Number of views", Some(&self.views.len().to_string())),
        ];
        for (name, fact) in facts.iter().filter_map(|(name, fact)| Some((name, (*fact)?))) {
            put(page, format_args!("<tr><th scope=\"row\">{name}</th><td>{}</td></tr>\n", escape(fact)));
        }
        *page += "</table>\n";
    }

    fn list_of_views(&self, page: &mut String) {
        if self.views.is_empty() {
            return;
        }
        let open = if self.views.len() <= OPEN_VIEWS { " open" } else { "" };
        *page += "<h2>Views</h2>\n";
        put(page, format_args!("<details{open}>\n<summary>Names of the views</summary>\n<ul class=\"views\">\n"));
        for view in &self.views {
            put(page, format_args!("<li>{}</li>\n", escape(view)));
        }
        *page += "</ul>\n</details>\n";
    }

    fn table(&self, page: &mut String) {
        *page += "<h2>Findings</h2>\n<table>\n<thead>\n<tr><th scope=\"col\">Finding</th><th scope=\"col\">First figure\
                  </th><th scope=\"col\">Value</th><th scope=\"col\">Limit</th><th scope=\"col\">Verdict</th></tr>\n\
                  </thead>\n<tbody>\n";
        for finding in &self.findings {
            let name = escape(finding.name);
            let (figure, value) = match finding.figures.first() {
                Some((figure, value)) => (escape(figure), figure_words(*value)),
                None => (String::new(), String::new()),
            };
            let (class, verdict) = verdict_of(finding);
            put(
                page,
                format_args!(
                    "<tr><th scope=\"row\"><a href=\"#{name}\">{name}</a></th><td>{figure}</td><td>{value}</td>\
                     <td>{}</td><td class=\"{class}\">{verdict}</td></tr>\n",
                    limit_words(finding)
                ),
            );
        }
        *page += "</tbody>\n</table>\n";
    }

    fn details(&self, page: &mut String, finding: &Finding, reveal: bool) {
        let name = escape(finding.name);
        let (_, verdict) = verdict_of(finding);
        put(page, format_args!("<section aria-labelledby=\"{name}\">\n<h3 id=\"{name}\">{name}: {verdict}</h3>\n"));
        put(page, format_args!("<p>{}</p>\n", escape(&finding.says)));
        *page += "<table>\n<thead>\n<tr><th scope=\"col\">Figure</th><th scope=\"col\">Value</th></tr>\n</thead>\n\
                  <tbody>\n";
        for (figure, value) in &finding.figures {
            let (figure, value) = (escape(figure), figure_words(*value));
            put(page, format_args!("<tr><th scope=\"row\">{figure}</th><td>{value}</td></tr>\n"));
        }
        let origin = if self.is_limit_set(finding) { "set by the specification" } else { "the default" };
        let limit = limit_words(finding);
        put(page, format_args!("</tbody>\n</table>\n<p>Limit of the first figure: {limit} ({origin}).</p>\n"));
        if let Some(example) = &finding.example {
            let truth = if reveal { format!("\ntruth: {}", escape(&line(&example.truth))) } else { String::new() };
            put(page, format_args!("<p>Example:</p>\n<pre>{}{truth}</pre>\n", escape(&line(&example.published))));
        }
        put(page, format_args!("<p>Remedy: {}</p>\n</section>\n", escape(finding.remedy)));
    }
}

/// Returns the style class and the words of a finding's outcome. A finding that tested nothing does not count as passed.
fn verdict_of(finding: &Finding) -> (&'static str, &'static str) {
    let outcome = finding.outcome();
    let class = match outcome {
        Outcome::Exceeds => "fail",
        Outcome::Within => "pass",
        Outcome::NotTested | Outcome::NothingAtRisk => "none",
    };
    (class, outcome.words())
}

/// Writes the fields that the people who decide fill in by hand.
fn decision() -> String {
    let mut part = "<section class=\"decision\">\n<h2>Who decided</h2>\n<table class=\"sign\">\n\
                    <tr><th scope=\"row\">Decision</th><td>☐ release &emsp; ☐ do not release</td></tr>\n\
                    <tr><th scope=\"row\">Reasons</th><td class=\"tall\"></td></tr>\n</table>\n\
                    <table class=\"sign names\">\n<thead>\n<tr><th scope=\"col\">Name</th><th scope=\"col\">Role</th>\
                    <th scope=\"col\">Date</th><th scope=\"col\">Signature</th></tr>\n</thead>\n<tbody>\n"
        .to_owned();
    for _ in 0..SIGNATURES {
        part += "<tr><td></td><td></td><td></td><td></td></tr>\n";
    }
    part + "</tbody>\n</table>\n</section>\n"
}

/// Adds formatted text to the page.
fn put(page: &mut String, text: std::fmt::Arguments<'_>) {
    page.write_fmt(text).expect("writing to a string does not fail");
}

/// Replaces the characters that have a meaning in HTML, so that a text cannot become markup or end an attribute.
/// Control characters and marks of direction become spaces, because they could hide or reorder parts of a text.
fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => safe.push(' '),
            control if control.is_control() => safe.push(' '),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::{Digests, Example, Figure};
    use crate::cube::Release;

    const HOSTILE: &str = "<script>alert(1)</script>\" onclick='x' &amp; <img src=x onerror=y>\n\u{202e}";

    /// A report whose texts are all markup.
    fn hostile() -> Report {
        let finding = Finding {
            name: "equality",
            says: HOSTILE.into(),
            figures: vec![("first", Figure::Share { of: 3, all: 50 }), ("second", Figure::Count(4))],
            limit: 0.05,
            blocked: Some(HOSTILE.into()),
            example: Some(Example { published: HOSTILE.into(), truth: "the count is 41".into(), steps: Vec::new() }),
            remedy: "Use <fewer> views.",
        };
        Report {
            cube: HOSTILE.into(),
            class: Release::Sealed,
            method: HOSTILE.into(),
            views: vec![HOSTILE.into()],
            seed: Some(7),
            is_first_release: false,
            is_empty: false,
            findings: vec![finding],
            not_run: vec![("composition", "needs an earlier release")],
            limits: vec![(HOSTILE.into(), 0.05)],
            original: None,
            digests: Digests {
                cube: Some(HOSTILE.into()),
                cube_keyed: Some(HOSTILE.into()),
                specification: Some(HOSTILE.into()),
            },
        }
    }

    /// The names of all tags in a page.
    fn tags(page: &str) -> Vec<&str> {
        let name = |part: &'_ str| part.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(part.len());
        page.split('<').skip(1).filter(|part| !part.starts_with(['/', '!'])).map(|part| &part[..name(part)]).collect()
    }

    #[test]
    fn texts_never_become_markup() {
        let page = hostile().to_html(true);
        let own = [
            "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "strong", "ul", "li",
            "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "section", "a", "pre",
        ];
        let strange: Vec<&str> = tags(&page).into_iter().filter(|tag| !own.contains(tag)).collect();
        assert!(strange.is_empty(), "{strange:?}");
        assert!(!page.contains("onclick='") && !page.contains("\" onclick") && !page.contains('\u{202e}'), "{page}");
        // The search finds unescaped texts.
        let planted = page.replacen("&lt;script&gt;", "<script>", 1);
        assert!(tags(&planted).contains(&"script"));
        assert_eq!(
            page.matches("&lt;script&gt;alert(1)&lt;/script&gt;&quot; onclick=&#39;x&#39; &amp;amp;").count(),
            12
        );
    }

    #[test]
    fn page_has_the_verdict_first_and_the_truth_on_request() {
        let mut report = Report { cube: "demo".into(), ..hostile() };
        report.findings[0].blocked = None;
        let page = report.to_html(false);
        let places: Vec<usize> = [
            "<h1>Audit of demo: FAIL</h1>\n<p class=\"verdict fail\"><strong>FAIL</strong>: 1 of 1 tested findings exceed \
             their limits: equality.</p>",
            "<h2>Not tested</h2>",
            "<li><strong>composition</strong>: needs an earlier release</li>",
            "<h2>Findings</h2>",
            "<th scope=\"row\"><a href=\"#equality\">equality</a></th><td>first</td><td>3 of 50 (6 %)</td><td>5 %</td>\
             <td class=\"fail\">exceeds its limit</td>",
            "<h2>What was audited</h2>",
            "<h3 id=\"equality\">equality: exceeds its limit</h3>",
            "<p>Limit of the first figure: 5 % (the default).</p>",
            "Remedy: Use &lt;fewer&gt; views.",
            "<h2>Views</h2>",
            "<h2>Who decided</h2>",
            "☐ release &emsp; ☐ do not release",
        ]
        .iter()
        .map(|part| page.find(part).unwrap_or_else(|| panic!("no {part} in {page}")))
        .collect();
        assert!(places.is_sorted(), "{places:?}");
        assert!(!page.contains("41") && !page.contains("truth:"));
        assert!(report.to_html(true).contains("\ntruth: the count is 41</pre>"));
        assert!(!["http:", "https:", "url(", "@import", "<link", "<script"].iter().any(|part| page.contains(part)));
        assert_eq!(page, report.to_html(false));
    }

    #[test]
    fn untested_finding_is_not_called_passed() {
        let mut report = hostile();
        report.findings[0].figures[0].1 = Figure::Share { of: 0, all: 0 };
        let page = report.to_html(false);
        assert!(page.contains("<td class=\"none\">not tested</td>") && page.contains("equality: not tested</h3>"));
        report.findings[0].blocked = None;
        let page = report.to_html(false);
        assert!(
            page.contains("<td class=\"none\">nothing at risk</td>") && page.contains("equality: nothing at risk</h3>")
        );
        report.findings[0].figures[0].1 = Figure::Share { of: 1, all: 50 };
        assert!(report.to_html(false).contains("<td class=\"pass\">within its limit</td>"));
    }
}

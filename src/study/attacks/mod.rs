//! Measures the attacks of the audit on known data: `cellveil study attacks`, which writes `docs/evidence/attacks.md`.
//! The data are part of the program, and random draws have fixed seeds. So every machine writes the same page.

mod accuracy;
mod datasets;
mod population;
mod publish;
mod remedies;
mod swapping;
mod table;

use datasets::Dataset;
use table::paragraph;

/// A part of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Claims of `posterior` on persons of the census.
    Census,
    /// Claims of `posterior` on a survey with answers of yes and no.
    Survey,
    /// Claims of `posterior` on areas within wards.
    Geography,
    /// Claims of `posterior` on a sparse dataset.
    Sparse,
    /// What can be published of populations of three sizes.
    Publish,
    /// What each remedy changes.
    Remedies,
    /// What record swapping hides.
    Swapping,
}

impl Part {
    /// All parts, in the order of the page.
    pub const ALL: [Self; 7] =
        [Self::Census, Self::Survey, Self::Geography, Self::Sparse, Self::Publish, Self::Remedies, Self::Swapping];

    /// Returns the part's name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Census => "census",
            Self::Survey => "survey",
            Self::Geography => "geography",
            Self::Sparse => "sparse",
            Self::Publish => "publish",
            Self::Remedies => "remedies",
            Self::Swapping => "swapping",
        }
    }

    /// Computes the part, as Markdown.
    pub fn text(self) -> String {
        match self {
            Self::Census => accuracy::text(Dataset::Census),
            Self::Survey => accuracy::text(Dataset::Survey),
            Self::Geography => accuracy::text(Dataset::Geography),
            Self::Sparse => accuracy::text(Dataset::Sparse),
            Self::Publish => publish::text(),
            Self::Remedies => remedies::text(),
            Self::Swapping => swapping::text(),
        }
    }
}

/// Computes the whole page, as Markdown.
pub fn page() -> String {
    let mut text = String::from("# Attacks, measured\n\n");
    paragraph(
        &mut text,
        "This page shows what the attacks of `cellveil audit` find on data whose truth is known. It has four parts: how \
         right the claims of the finding `posterior` are; how much can be published before an attack succeeds; what each \
         remedy costs; and what record swapping hides. [audit.md](../reference/audit.md) describes the attacks and their limits.",
    );
    paragraph(
        &mut text,
        "`cellveil study attacks --output docs/evidence/attacks.md` writes the whole page. `--part survey` prints one part. \
         Random draws have fixed seeds, so the page is the same in every run. All values come from the method `cell-key` with \
         a ready-made [p-table](../reference/ptables.md) and `lookup = \"hash\"`.",
    );
    text += &accuracy::introduction();
    Part::ALL.iter().for_each(|part| text += &part.text());
    while text.ends_with("\n\n") {
        text.pop();
    }
    text
}

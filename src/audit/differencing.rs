//! Differencing: the attacker subtracts two published populations, one within the other, that differ by few persons.
//!
//! **Knows** every published value, and the method with its p-table; no key. Keeps to pairs of a total and one of its
//! parts along an axis, and of a code of a level and one of the codes that it groups.
//!
//! **Does**: for a population P with value v and a part P' of it with value v' the posterior of the difference d = |P| − |P'|,
//! all pairs of counts with d ≥ 0 being equally likely before:
//!
//! > p(d | v, v') ∝ Σ_n p(v' | n) · p(v | n + d) for d ≥ 1, and for d = 0, where both are the same cell with the same
//! > value, Σ_n p(v | n) if v = v', otherwise 0.
//!
//! The noises of two populations that differ count as independent, as they are with `lookup = "hash"`; what the keys of
//! whole and part have in common with `lookup = "key"` is for the attacks on keys. A method with a fixed number of moves gives the
//! same cell other values in other tables, and is taken to be independent for d = 0 as well.
//!
//! **Source**: the attack is Fellegi's (1972), "On the question of statistical confidentiality", JASA 67; that consistent noise is to
//! withstand it, Fraser and Wooton (2005), section 3; posteriors given the p-table, Shlomo, Antal and Elliot (2015), section 4.
//!
//! **Cannot find** differences of populations that are two steps or more apart, of sets of codes that are no level, and what more
//! than two values tell together: `reconstruction` takes all of them, but only what is certain.

use super::candidates::Candidates;
use super::equations::Equations;
use super::{Evidence, Example, Figure, Finding, words};
use crate::protect::Status;

/// Largest difference to examine, in persons.
const FEW: u64 = 2;
/// From this posterior on, an adversary counts as sure.
const SURE: f64 = 0.9;
/// Limit of the share of pairs in which the adversary is sure and right: one in a hundred. Bounded noise discloses d at its
/// ends, when a part has the largest noise and the whole the least. With noise up to 5 and variance 3, fewer than one pair
/// in a thousand is such a case. Above the limit, noise is too narrow to hide one person.
const LIMIT: f64 = 0.01;

/// Finds pairs of populations whose small difference is disclosed.
pub fn differencing(evidence: &Evidence) -> Finding {
    let (candidates, lines) = (Candidates::new(&evidence.compiled), Equations::new(evidence));
    let places: Vec<(usize, usize)> = (0..lines.cells()).map(|cell| lines.place(cell)).collect();
    let count = |cell: usize| evidence.views[places[cell].0].counts[places[cell].1];
    let shown = |cell: usize| {
        let (view, place) = (&evidence.views[places[cell].0], places[cell].1);
        (view.status[place] == Status::Shown).then(|| view.values[place])
    };
    let consistent = !evidence.method.is_fixed();
    let (mut pairs, mut sure, mut wrong, mut largest) = (0, 0, 0, 0.0f64);
    let mut best: Option<(f64, usize, usize)> = None;
    for line in 0..lines.len() {
        let (whole, parts) = lines.line(line);
        let of_whole = count(whole);
        for part in parts.iter().map(|&part| part as usize) {
            let difference = of_whole - count(part);
            if difference == 0 || difference > FEW {
                continue;
            }
            pairs += 1;
            let (Some(value), Some(of_part)) = (shown(whole), shown(part)) else { continue };
            let Some((found, chance)) = likeliest(&candidates, value, of_part, consistent) else { continue };
            largest = largest.max(chance);
            let is_right = found == difference;
            sure += u64::from(is_right && chance >= SURE);
            wrong += u64::from(!is_right && chance >= SURE);
            if is_right && best.is_none_or(|(before, ..)| chance > before) {
                best = Some((chance, whole, part));
            }
        }
    }
    let sure = Figure::Share { of: sure, all: pairs };
    Finding {
        name: "differencing",
        says: format!(
            "{pairs} pairs of published populations, one within the other, differ by one or two persons. Whoever knows the \
             method and subtracts is rightly sure how many in {:.2} % of them (a chance of 0.9 or more).",
            100.0 * sure.value(),
        ),
        figures: vec![
            ("differences told", sure),
            ("pairs that differ by 1 or 2", Figure::Count(pairs)),
            ("differences told wrongly", Figure::Share { of: wrong, all: pairs }),
            ("largest posterior", Figure::Number(largest)),
        ],
        limit: LIMIT,
        example: best.map(|(chance, whole, part)| {
            let words = |cell: usize| words::cell(evidence, &evidence.views[places[cell].0], places[cell].1);
            Example {
                published: format!("{}; {}", words(whole), words(part)),
                truth: format!(
                    "{} and {}: the difference of {} has a posterior of {chance:.2}",
                    count(whole),
                    count(part),
                    count(whole) - count(part),
                ),
            }
        }),
        remedy: "use a p-table with larger noise, publish fewer views (a smaller max_dimensions, never_together), or \
                 larger categories",
    }
}

/// The likeliest difference of two counts given their values, with its posterior. `None` if no counts have these values.
fn likeliest(candidates: &Candidates<'_>, whole: i64, part: i64, consistent: bool) -> Option<(u64, f64)> {
    let (wholes, parts) = (candidates.counts(whole), candidates.counts(part));
    let most = wholes.last()?.0.checked_sub(parts.first()?.0)?;
    // The smallest possible difference.
    let base = wholes.first()?.0.saturating_sub(parts.last()?.0);
    let mut posterior = vec![0.0; (most - base) as usize + 1];
    for &(of_part, chance) in &*parts {
        for &(of_whole, other) in &wholes[wholes.partition_point(|&(count, _)| count < of_part)..] {
            let same = consistent && of_whole == of_part && of_part > 0;
            let joint = match same {
                true if whole == part => chance,
                true => 0.0,
                false => chance * other,
            };
            posterior[(of_whole - of_part - base) as usize] += joint;
        }
    }
    let sum: f64 = posterior.iter().sum();
    let (at, chance) = (0..).zip(posterior).max_by(|a, b| a.1.total_cmp(&b.1))?;
    (sum > 0.0).then_some((base + at, chance / sum))
}

#[cfg(test)]
mod tests;

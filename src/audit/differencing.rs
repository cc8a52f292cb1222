//! Differencing: the attacker subtracts two published populations, one within the other, that differ by few persons.
//!
//! **Knows** every published value, and the method with its p-table, but no key. The attack compares a total with each
//! of its parts along an axis, and a code of a level with each code that it groups.
//!
//! **Does**: let P be a population with value v, and P' a part of P with value v'. The attack computes the posterior of
//! the difference d = |P| − |P'|. All pairs of counts with d ≥ 0 are equally likely beforehand:
//!
//! > p(d | v, v') ∝ Σ_n p(v' | n) · p(v | n + d) for d ≥ 1, and for d = 0, where both are the same cell with the same
//! > value, Σ_n p(v | n) if v = v', otherwise 0.
//!
//! For d ≥ 1 the noises of P and P' count as independent. They are independent with `lookup = "hash"`. With
//! `lookup = "key"` they are related, which `key_algebra` examines. A method with a fixed number of moves gives the
//! same cell other values in other tables, so its values count as independent for d = 0 as well.
//!
//! **Source**: Fellegi (1972), "On the question of statistical confidentiality", JASA 67, describes the attack. Fraser
//! and Wooton (2005), section 3, require consistent noise to withstand it. Shlomo, Antal and Elliot (2015), section 4,
//! give the posteriors for a known p-table.
//!
//! **Cannot find** differences of populations that are two or more steps apart, or of sets of codes that form no level.
//! The attack uses only two values at a time. `reconstruction` combines all values, but finds only what is certain.

use super::candidates::Candidates;
use super::equations::Equations;
use super::steps::Cells;
use super::{Evidence, Example, Figure, Finding, remedy, words};
use crate::protect::Status;

/// Largest difference to examine, in persons.
const FEW: u64 = 2;
/// The adversary is sure if the posterior probability is at least this.
const SURE: f64 = 0.9;
/// Limit of the share of pairs in which the adversary is sure and right: one in a hundred. Bounded noise discloses d at
/// its ends, when a part has the largest noise and the whole the least. With noise up to 5 and variance 3, fewer than
/// one pair in a thousand is such a case. Above the limit, the noise is too narrow to hide one person.
const LIMIT: f64 = 0.01;

/// Counts the pairs of populations whose small difference is disclosed.
pub fn differencing(evidence: &Evidence) -> Finding {
    let (candidates, lines) = (Candidates::new(&evidence.compiled), Equations::new(evidence));
    let places: Vec<(usize, usize)> = (0..lines.cells()).map(|cell| lines.place(cell)).collect();
    let count = |cell: usize| evidence.views[places[cell].0].scoring_counts()[places[cell].1];
    let shown = |cell: usize| {
        let (view, place) = (&evidence.views[places[cell].0], places[cell].1);
        (view.status[place] == Status::Shown).then(|| view.values[place])
    };
    let consistent = !evidence.draws_by_view && !evidence.method.depends_on_table();
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
            "In {pairs} pairs of published populations, one population contains the other and one or two persons \
             more. An attacker who knows the method subtracts the two values. In {:.2} % of these pairs, the \
             likeliest difference is right and has a probability of 0.9 or more.",
            100.0 * sure.value(),
        ),
        figures: vec![
            ("right claims about differences", sure),
            ("pairs that differ by 1 or 2 persons", Figure::Count(pairs)),
            ("wrong claims about differences", Figure::Share { of: wrong, all: pairs }),
            ("largest posterior probability", Figure::Number(largest)),
        ],
        limit: LIMIT,
        blocked: None,
        example: best.map(|(chance, whole, part)| {
            let words = |cell: usize| words::cell(evidence, &evidence.views[places[cell].0], places[cell].1);
            Example {
                published: format!("{}; {}", words(whole), words(part)),
                truth: format!(
                    "the counts are {} and {}; the difference of {} has a posterior probability of {chance:.2}",
                    count(whole),
                    count(part),
                    count(whole) - count(part),
                ),
                steps: Cells { evidence, lines: &lines }.difference(whole, part, count(whole) - count(part), chance),
            }
        }),
        remedy: remedy::fewer_views_or_more_noise(&evidence.method),
    }
}

/// Returns the most likely difference of two counts given their values, with its posterior. `None` if no counts have
/// these values.
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

//! Finds labels and levels among the columns: a column with the labels of a code, and columns that group codes.

use super::column::{MOST_NUMBERS, has_code_width, repeats};
use super::fields::Kind;
use super::survey::Survey;

/// The columns that serve another column.
#[derive(Debug, Default, Clone)]
pub(super) struct Relations {
    /// For each column, the column with the labels of its codes.
    pub label: Vec<Option<usize>>,
    /// For each column, the columns that group its codes, from fine to coarse.
    pub levels: Vec<Vec<usize>>,
    /// For each column, the column that it serves, and how.
    pub serves: Vec<Option<(usize, Serves)>>,
}

/// How a column serves another column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Serves {
    /// It has the labels of the codes.
    Labels,
    /// It groups the codes.
    Level,
    /// It says the same in other codes.
    Same,
}

/// Finds the relations between columns of codes. `kinds` excludes identifiers and keys: they determine every column.
pub(super) fn relations(survey: &Survey, kinds: &[Kind]) -> Relations {
    let columns = &survey.columns;
    let count = columns.len();
    let may_serve =
        |at: usize| !columns[at].capped && matches!(kinds[at], Kind::Code | Kind::Text | Kind::Number | Kind::Date);
    let is_nested = |fine: usize, coarse: usize| {
        may_serve(fine) && may_serve(coarse) && survey.pairs.is_nested(columns, fine, coarse)
    };
    let mut found = Relations { label: vec![None; count], levels: vec![Vec::new(); count], serves: vec![None; count] };
    // Columns that say the same: the shortest is the code, and a text is its label.
    for a in 0..count {
        if found.serves[a].is_some() {
            continue;
        }
        let same: Vec<usize> =
            (a + 1..count).filter(|b| found.serves[*b].is_none() && is_nested(a, *b) && is_nested(*b, a)).collect();
        if same.is_empty() {
            continue;
        }
        let all: Vec<usize> = [a].into_iter().chain(same).collect();
        let length = |at: &usize| (columns[*at].stats.spaced > 0, columns[*at].stats.mean_length(), *at);
        let Some(code) = all.iter().copied().min_by_key(|at| length(at)) else { continue };
        let is_text = |at: usize| {
            columns[at].stats.words > 0 && columns[at].stats.mean_length() > columns[code].stats.mean_length()
        };
        let label = all.iter().copied().filter(|at| *at != code && is_text(*at)).max_by_key(|at| length(at));
        for at in all.into_iter().filter(|at| *at != code) {
            let how = if Some(at) == label { Serves::Labels } else { Serves::Same };
            found.serves[at] = Some((code, how));
        }
        found.label[code] = label;
    }
    let is_owner = |at: usize| match kinds[at] {
        Kind::Code => true,
        Kind::Text => columns[at].stats.spaced == 0 && repeats(&columns[at]),
        Kind::Number => {
            columns[at].distinct() <= MOST_NUMBERS || (has_code_width(&columns[at]) && repeats(&columns[at]))
        }
        _ => false,
    };
    let groups = |fine: usize, coarse: usize| {
        let (a, b) = (columns[fine].distinct(), columns[coarse].distinct());
        is_owner(fine)
            && is_group(kinds[coarse])
            && b < a
            && a >= b + b / 2
            && !columns[coarse].stats.has_fraction
            && is_nested(fine, coarse)
    };
    let mut order: Vec<usize> = (0..count).filter(|at| found.serves[*at].is_none()).collect();
    order.sort_by_key(|at| (columns[*at].distinct(), *at));
    for (position, &coarse) in order.iter().enumerate() {
        // The finest column that this column groups, so that all levels are in one dimension.
        let finer: Vec<usize> = order[position + 1..].iter().copied().filter(|fine| groups(*fine, coarse)).collect();
        let is_finest = |fine: &usize| !finer.iter().any(|other| other != fine && groups(*other, *fine));
        if let Some(owner) = finer.iter().copied().find(is_finest) {
            found.serves[coarse] = Some((owner, Serves::Level));
            found.levels[owner].insert(0, coarse);
        }
    }
    // If a column with levels becomes a level, its levels move to the new owner's dimension.
    for at in 0..count {
        if let Some((owner, Serves::Level)) = found.serves[at] {
            let inner = std::mem::take(&mut found.levels[at]);
            for &level in &inner {
                found.serves[level] = Some((owner, Serves::Level));
            }
            found.levels[owner].extend(inner);
        }
    }
    for levels in &mut found.levels {
        levels.sort_by_key(|at| (usize::MAX - columns[*at].distinct(), *at));
        levels.dedup();
    }
    found
}

fn is_group(kind: Kind) -> bool {
    matches!(kind, Kind::Code | Kind::Text | Kind::Number)
}

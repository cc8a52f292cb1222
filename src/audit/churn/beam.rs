//! The beam search for the likeliest record that came, went or changed.

use super::model::Model;
use super::moves::{Kind, Move};
use super::space::Compared;

/// Partial records that a search keeps at each step.
const BEAM: usize = 200;
/// If a trait has more classes than this, only so many old classes and new classes continue a partial record.
const WIDE: usize = 24;

/// Classes in the traits up to a step. Later traits have class 0.
struct Partial {
    score: f64,
    record: Vec<u32>,
    before: Vec<u32>,
}

/// A continuation of a partial record, given by its position, with the classes of one more trait.
struct Next {
    score: f64,
    partial: usize,
    before: u32,
    after: u32,
}

/// The change of the likelihood if one more record comes to a cell, or goes from it, for every cell.
pub(super) struct Touch {
    come: Vec<f64>,
    go: Vec<f64>,
}

impl Touch {
    pub fn new(model: &Model<'_>) -> Self {
        let cells = 0..model.space.pair_of.len();
        model.count(2 * cells.len());
        let gains = |added, removed| cells.clone().map(|cell| model.gain_of(cell, added, removed)).collect();
        Self { come: gains(1, 0), go: gains(0, 1) }
    }
}

/// A view whose last unknown trait becomes known.
struct Complete<'a> {
    view: &'a Compared,
    /// The offset of each class's cell from the cell of class 0.
    offsets: Vec<usize>,
    /// Whether several classes have one cell.
    merges: bool,
}

impl<'a> Complete<'a> {
    fn new(view: &'a Compared, at: usize, classes: usize) -> Self {
        let axes = || view.axes.iter().filter(|&&(other, ..)| other == at);
        let offset = |class: usize| axes().map(|(_, stride, codes)| codes[class] as usize * stride).sum();
        let offsets: Vec<usize> = (0..classes).map(offset).collect();
        let mut cells = offsets.clone();
        cells.sort_unstable();
        cells.dedup();
        Self { view, merges: cells.len() < classes, offsets }
    }

    /// The first cell of a partial record: the cell without the offset.
    fn base(&self, record: &[u32], at: usize) -> usize {
        let others = self.view.axes.iter().filter(|&&(other, ..)| other != at);
        self.view.first
            + others.map(|(other, stride, codes)| codes[record[*other] as usize] as usize * stride).sum::<usize>()
    }
}

/// The change of the likelihood by the cells of one more trait, for each of its classes.
struct Gains<'a> {
    /// If the old and the new record have this class.
    same: Vec<f64>,
    /// If the new record has this class, and the old record another class.
    come: Vec<f64>,
    /// If the old record has this class, and the new record another class.
    go: Vec<f64>,
    /// Views that may have the old and the new record in one cell, with this base. Such a cell keeps its value.
    merging: Vec<(&'a Complete<'a>, usize)>,
    touch: &'a Touch,
}

impl<'a> Gains<'a> {
    fn new(
        touch: &'a Touch,
        views: &'a [Complete<'a>],
        at: usize,
        classes: usize,
        kind: Kind,
        partial: &Partial,
    ) -> Self {
        let zeros = || vec![0.0; classes];
        let mut gains = Self { same: zeros(), come: zeros(), go: zeros(), merging: Vec::new(), touch };
        for view in views {
            let (now, then) = (view.base(&partial.record, at), view.base(&partial.before, at));
            for (class, offset) in view.offsets.iter().enumerate() {
                let come = if kind == Kind::Removed { 0.0 } else { touch.come[now + offset] };
                let go = if kind == Kind::Added { 0.0 } else { touch.go[then + offset] };
                gains.come[class] += come;
                gains.go[class] += go;
                if kind != Kind::Changed || now != then {
                    gains.same[class] += come + go;
                }
            }
            if view.merges && now == then {
                gains.merging.push((view, now));
            }
        }
        gains
    }

    /// The gain if the trait has a new answer.
    fn of_change(&self, before: usize, after: usize) -> f64 {
        let merged = self.merging.iter().filter(|(view, _)| view.offsets[before] == view.offsets[after]);
        let cells = merged.map(|(view, base)| base + view.offsets[after]);
        self.come[after] + self.go[before] - cells.map(|cell| self.touch.come[cell] + self.touch.go[cell]).sum::<f64>()
    }
}

/// Searches for the best move of a kind, trait after trait in this order. A changed record has a new answer in the first trait,
/// and may have new answers in the traits that `changeable` marks.
pub(super) fn beam(
    model: &Model<'_>,
    touch: &Touch,
    order: &[usize],
    kind: Kind,
    changeable: &[bool],
) -> Option<(f64, Move)> {
    let mut partials = vec![Partial { score: 0.0, record: vec![0; order.len()], before: vec![0; order.len()] }];
    for (step, &at) in order.iter().enumerate() {
        let is_complete =
            |view: &&Compared| view.has(at) && view.axes.iter().all(|&(other, ..)| order[..=step].contains(&other));
        let prior: Vec<f64> =
            (0..model.space.traits[at].shares.len()).map(|class| model.prior_of(at, class as u32)).collect();
        let views: Vec<Complete<'_>> =
            model.space.views.iter().filter(is_complete).map(|view| Complete::new(view, at, prior.len())).collect();
        let is_first = kind == Kind::Changed && step == 0;
        let mut next = Vec::new();
        for (of, partial) in partials.iter().enumerate() {
            let gains = Gains::new(touch, &views, at, prior.len(), kind, partial);
            model.count(prior.len() * (views.len() + 1));
            if !is_first {
                next.extend((0..prior.len()).map(|class| Next {
                    score: partial.score + gains.same[class] + prior[class],
                    partial: of,
                    before: class as u32,
                    after: class as u32,
                }));
            }
            if kind != Kind::Changed || !is_first && !changeable[at] {
                continue;
            }
            let changes = (0..order.len()).filter(|&at| partial.record[at] != partial.before[at]).count();
            let score = partial.score + model.prior_of_changes(changes + 1) - model.prior_of_changes(changes);
            let most = if is_first { BEAM } else { WIDE };
            let (from, to) = (best(&gains.go, &prior, most), best(&gains.come, &prior, most));
            model.count(from.len() * to.len());
            for &before in &from {
                for &after in to.iter().filter(|&&after| after != before) {
                    let score = score + gains.of_change(before, after) + prior[before] + prior[after];
                    next.push(Next { score, partial: of, before: before as u32, after: after as u32 });
                }
            }
        }
        partials = advance(&partials, next, at);
    }
    let Partial { record, before, .. } = partials.into_iter().next()?;
    let best = Move { kind, record, before };
    Some((model.gain(&best) + model.prior(&best), best))
}

/// The classes with the largest gains after their priors.
fn best(gains: &[f64], prior: &[f64], most: usize) -> Vec<usize> {
    let mut classes: Vec<usize> = (0..gains.len()).collect();
    if classes.len() > most {
        let score = |class: usize| gains[class] + prior[class];
        classes.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        classes.truncate(most);
    }
    classes
}

/// Keeps the best continuations, best first. Earlier ones win ties.
fn advance(partials: &[Partial], mut next: Vec<Next>, at: usize) -> Vec<Partial> {
    let order = |a: &Next, b: &Next| {
        let place = |of: &Next| (of.partial, of.before, of.after);
        b.score.total_cmp(&a.score).then_with(|| place(a).cmp(&place(b)))
    };
    if next.len() > BEAM {
        next.select_nth_unstable_by(BEAM, order);
        next.truncate(BEAM);
    }
    next.sort_unstable_by(order);
    let grow = |one: &Next| {
        let Partial { record, before, .. } = &partials[one.partial];
        let mut partial = Partial { score: one.score, record: record.clone(), before: before.clone() };
        (partial.record[at], partial.before[at]) = (one.after, one.before);
        partial
    };
    next.iter().map(grow).collect()
}

//! The beam search for the likeliest record that came, went or changed.

use super::model::Model;
use super::moves::{Kind, Move};

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

/// The change of the likelihood by the cells of one more trait, for each of its classes.
struct Gains {
    /// If the old and the new record have this class.
    same: Vec<f64>,
    /// If the new record has this class, and the old record another class.
    come: Vec<f64>,
    /// If the old record has this class, and the new record another class.
    go: Vec<f64>,
    /// Views that may have old and new record in one cell: the cells of the classes, and their part of `come` and `go`.
    /// Such a cell keeps its value.
    merging: Vec<(Vec<usize>, Vec<f64>, Vec<f64>)>,
}

impl Gains {
    fn new(model: &Model<'_>, views: &[usize], at: usize, kind: Kind, partial: &Partial) -> Self {
        let classes = model.space.traits[at].shares.len();
        let mut gains =
            Self { same: vec![0.0; classes], come: vec![0.0; classes], go: vec![0.0; classes], merging: Vec::new() };
        let (mut record, mut before) = (partial.record.clone(), partial.before.clone());
        for view in views.iter().map(|&view| &model.space.views[view]) {
            let is_elsewhere = view.cell(&record) != view.cell(&before);
            let mut merging = (Vec::new(), Vec::new(), Vec::new());
            for class in 0..classes {
                (record[at], before[at]) = (class as u32, class as u32);
                let (now, then) = (view.cell(&record), view.cell(&before));
                let come = if kind == Kind::Removed { 0.0 } else { model.gain_of(now, 1, 0) };
                let go = if kind == Kind::Added { 0.0 } else { model.gain_of(then, 0, 1) };
                gains.come[class] += come;
                gains.go[class] += go;
                if kind != Kind::Changed || is_elsewhere {
                    gains.same[class] += come + go;
                } else {
                    merging.0.push(now);
                    merging.1.push(come);
                    merging.2.push(go);
                }
            }
            (record[at], before[at]) = (0, 0);
            let mut cells = merging.0.clone();
            cells.sort_unstable();
            if cells.windows(2).any(|pair| pair[0] == pair[1]) {
                gains.merging.push(merging);
            }
        }
        gains
    }

    /// The gain if the trait has a new answer.
    fn of_change(&self, before: usize, after: usize) -> f64 {
        let merged = self.merging.iter().filter(|(cells, ..)| cells[before] == cells[after]);
        self.come[after] + self.go[before] - merged.map(|(_, come, go)| come[after] + go[before]).sum::<f64>()
    }
}

/// Searches for the best move of a kind, trait after trait in this order. A changed record has a new answer in the first trait.
/// It may have new answers in the other traits that `changeable` names.
pub(super) fn beam(model: &Model<'_>, order: &[usize], kind: Kind, changeable: &[bool]) -> Option<(f64, Move)> {
    let mut partials = vec![Partial { score: 0.0, record: vec![0; order.len()], before: vec![0; order.len()] }];
    for (step, &at) in order.iter().enumerate() {
        let complete = |view: &usize| {
            let view = &model.space.views[*view];
            view.has(at) && view.axes.iter().all(|&(other, ..)| order[..=step].contains(&other))
        };
        let views: Vec<usize> = (0..model.space.views.len()).filter(complete).collect();
        let is_first = kind == Kind::Changed && step == 0;
        let mut next = Vec::new();
        for (of, partial) in partials.iter().enumerate() {
            let gains = Gains::new(model, &views, at, kind, partial);
            let prior: Vec<f64> = (0..gains.same.len()).map(|class| model.prior_of(at, class as u32)).collect();
            model.work.set(model.work.get() + (prior.len() * (views.len() + 1)) as u64);
            if !is_first {
                next.extend((0..prior.len()).map(|class| Next {
                    score: partial.score + gains.same[class] + prior[class],
                    partial: of,
                    before: class as u32,
                    after: class as u32,
                }));
            }
            if kind != Kind::Changed || !changeable[at] {
                continue;
            }
            let changes = (0..order.len()).filter(|&at| partial.record[at] != partial.before[at]).count();
            let score = partial.score + model.prior_of_changes(changes + 1) - model.prior_of_changes(changes);
            let most = if is_first { BEAM } else { WIDE };
            let (from, to) = (best(&gains.go, &prior, most), best(&gains.come, &prior, most));
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

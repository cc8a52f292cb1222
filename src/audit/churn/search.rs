//! Finds the moves that explain the changed cells, and how likely each move is.

use super::model::{Kind, Model, Move};

/// Partial records that a search keeps at each step.
const BEAM: usize = 200;
/// Largest number of moves.
const MOST: usize = 48;
/// Moves that may make the explanation worse before one makes it better.
const PATIENCE: usize = 3;
/// Rounds of improvements.
const ROUNDS: usize = 4;
/// With more moves than this, an exchange between two moves covers one trait only.
const FEW: usize = 24;

/// Finds moves greedily: the best move, then improvements of all moves, again and again. Returns the moves of the best
/// explanation. The model then holds these moves.
pub(super) fn explain(model: &mut Model<'_>) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    let (mut best, mut kept) = (model.likelihood(), 0);
    let mut result = Vec::new();
    while moves.len() < MOST && moves.len() <= kept + PATIENCE {
        let Some(next) = likeliest(model) else { break };
        model.apply(&next, true);
        moves.push(next);
        let newest = moves.len() - 1;
        improve(model, &mut moves, newest, false);
        model.fit();
        let score = model.likelihood() + moves.iter().map(|one| model.prior(one)).sum::<f64>();
        if score > best {
            (best, kept) = (score, moves.len());
            result.clone_from(&moves);
        }
    }
    moves.iter().for_each(|one| model.apply(one, false));
    result.iter().for_each(|one| model.apply(one, true));
    model.fit();
    let blocks = result.len() <= FEW;
    improve(model, &mut result, 0, blocks);
    model.fit();
    result
}

/// The most likely further move.
fn likeliest(model: &Model<'_>) -> Option<Move> {
    let traits: Vec<usize> = (0..model.space.traits.len()).collect();
    let mut found = vec![beam(model, &traits, Kind::Added), beam(model, &traits, Kind::Removed)];
    for at in 0..traits.len() {
        let order: Vec<usize> =
            std::iter::once(at).chain(traits.iter().copied().filter(|&other| other != at)).collect();
        found.push(beam(model, &order, Kind::Changed(at, 0)));
    }
    found.into_iter().flatten().max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, one)| one)
}

/// Searches for the best move of a kind, trait after trait in this order.
fn beam(model: &Model<'_>, order: &[usize], kind: Kind) -> Option<(f64, Move)> {
    let mut records = vec![(0.0, kind, vec![0; order.len()])];
    for (step, &at) in order.iter().enumerate() {
        let is_known = |other: usize| order[..=step].contains(&other);
        let complete = |view: &usize| {
            let view = &model.space.views[*view];
            view.has(at) && view.axes.iter().all(|&(other, ..)| is_known(other))
        };
        let views: Vec<usize> = (0..model.space.views.len()).filter(complete).collect();
        let classes = model.space.traits[at].shares.len() as u32;
        let mut next = Vec::with_capacity(records.len() * classes as usize);
        for (score, kind, record) in &records {
            let kinds: Vec<Kind> = match *kind {
                Kind::Changed(of, _) if step == 0 => (0..classes).map(|before| Kind::Changed(of, before)).collect(),
                kind => vec![kind],
            };
            for kind in kinds {
                let first = match kind {
                    Kind::Changed(of, before) if step == 0 => model.prior_of(of, before),
                    _ => 0.0,
                };
                for class in (0..classes).filter(|&class| kind != Kind::Changed(at, class)) {
                    let mut record = record.clone();
                    record[at] = class;
                    let gain: f64 = views.iter().map(|&view| model.gain_in(view, kind, &mut record)).sum();
                    next.push((score + gain + first + model.prior_of(at, class), kind, record));
                }
            }
        }
        next.sort_by(|a, b| b.0.total_cmp(&a.0));
        next.truncate(BEAM);
        records = next;
    }
    let (_, kind, record) = records.into_iter().next()?;
    let best = Move { kind, record };
    Some((model.gain(&best) + model.prior(&best), best))
}

/// Replaces moves with better moves. Exchanges classes, or blocks of classes, between a move from `from` on and any other.
fn improve(model: &mut Model<'_>, moves: &mut [Move], from: usize, blocks: bool) {
    for _ in 0..ROUNDS {
        let mut is_better = false;
        for current in moves.iter_mut() {
            let one = current.clone();
            model.apply(&one, false);
            let score = |one: &Move| model.gain(one) + model.prior(one);
            let others = alternatives(model, &one).into_iter().map(|other| (score(&other), other));
            let best = others.max_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((better, other)) = best
                && better > score(&one) + 1e-9
            {
                model.apply(&other, true);
                *current = other;
                is_better = true;
            } else {
                model.apply(&one, true);
            }
        }
        for b in from..moves.len() {
            for a in 0..b {
                let now = [moves[a].clone(), moves[b].clone()];
                now.iter().for_each(|one| model.apply(one, false));
                let score = together(model, &now);
                let exchanged = exchanges(model, &now, blocks);
                let best = exchanged.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
                if let Some((_, others)) = best.filter(|(better, _)| *better > score + 1e-9) {
                    [moves[a], moves[b]] = others;
                    is_better = true;
                }
                model.apply(&moves[a], true);
                model.apply(&moves[b], true);
            }
        }
        if !is_better {
            break;
        }
    }
}

/// The moves that differ from a move in one class, or in what happened.
fn alternatives(model: &Model<'_>, one: &Move) -> Vec<Move> {
    let mut others = Vec::new();
    for at in 0..one.record.len() {
        let classes = model.space.traits[at].shares.len() as u32;
        for class in (0..classes).filter(|&class| class != one.record[at]) {
            if one.kind != Kind::Changed(at, class) {
                let mut other = one.clone();
                other.record[at] = class;
                others.push(other);
            }
            match one.kind {
                Kind::Changed(of, before) if of == at && before != class => {
                    others.push(Move { kind: Kind::Changed(at, class), record: one.record.clone() });
                }
                _ => {}
            }
        }
    }
    let (kind, record) = match one.kind {
        Kind::Added => (Kind::Removed, one.record.clone()),
        Kind::Removed => (Kind::Added, one.record.clone()),
        Kind::Changed(at, _) => (Kind::Changed(at, one.record[at]), one.before()),
    };
    others.push(Move { kind, record });
    others
}

/// The score of two moves together. The model must not hold them.
fn together(model: &mut Model<'_>, [one, other]: &[Move; 2]) -> f64 {
    let first = model.gain(one) + model.prior(one);
    model.apply(one, true);
    let second = model.gain(other) + model.prior(other);
    model.apply(one, false);
    first + second
}

/// Pairs of moves that result if two moves exchange the classes of some traits, with their scores. The model must not hold the two
/// moves. Blocks of traits grow one by one, each time by the best trait.
fn exchanges(model: &mut Model<'_>, moves: &[Move; 2], blocks: bool) -> Vec<(f64, [Move; 2])> {
    let is_fixed = |one: &Move, at: usize| matches!(one.kind, Kind::Changed(of, _) if of == at);
    let open: Vec<usize> = (0..moves[0].record.len())
        .filter(|&at| moves[0].record[at] != moves[1].record[at] && !moves.iter().any(|one| is_fixed(one, at)))
        .collect();
    let mut result = Vec::new();
    if open.len() < 2 {
        return result;
    }
    let exchange = |pair: &[Move; 2], at: usize| {
        let mut pair = pair.clone();
        (pair[0].record[at], pair[1].record[at]) = (pair[1].record[at], pair[0].record[at]);
        pair
    };
    for &start in &open {
        let mut pair = exchange(moves, start);
        result.push((together(model, &pair), pair.clone()));
        let mut rest: Vec<usize> = open.iter().copied().filter(|&at| at != start).collect();
        // The exchange of all traits but some is the exchange of these.
        while blocks && rest.len() > open.len().div_ceil(2) {
            let tried = rest.iter().map(|&at| {
                let next = exchange(&pair, at);
                (together(model, &next), at, next)
            });
            let Some((score, at, next)) = tried.max_by(|a, b| a.0.total_cmp(&b.0)) else { break };
            rest.retain(|&other| other != at);
            pair = next;
            result.push((score, pair.clone()));
        }
    }
    result
}

/// The probability of each move among its alternatives: no such move, one class different, the opposite, and exchanges with
/// another move.
pub(super) fn probabilities(model: &mut Model<'_>, moves: &[Move]) -> Vec<f64> {
    // Without a move, its cells count as touched by an unknown one.
    model.assume(model.unknown() + 1.0);
    let mut against = vec![0.0; moves.len()];
    for (at, one) in moves.iter().enumerate() {
        model.apply(one, false);
        let score = model.gain(one) + model.prior(one);
        against[at] += libm::exp(-score);
        for other in alternatives(model, one) {
            against[at] += libm::exp(model.gain(&other) + model.prior(&other) - score);
        }
        model.apply(one, true);
    }
    for a in 0..moves.len() {
        for b in a + 1..moves.len() {
            let pair = [moves[a].clone(), moves[b].clone()];
            pair.iter().for_each(|one| model.apply(one, false));
            let score = together(model, &pair);
            let mut seen: Vec<[Move; 2]> = Vec::new();
            for (other, exchanged) in exchanges(model, &pair, moves.len() <= FEW) {
                if !seen.contains(&exchanged) {
                    seen.push(exchanged);
                    against[a] += libm::exp(other - score);
                    against[b] += libm::exp(other - score);
                }
            }
            pair.iter().for_each(|one| model.apply(one, true));
        }
    }
    against.into_iter().map(|odds| 1.0 / (1.0 + odds)).collect()
}

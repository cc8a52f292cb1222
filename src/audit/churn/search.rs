//! Finds the moves that explain the changed cells, and how likely each move is.

use super::beam::{Touch, beam};
use super::model::Model;
use super::moves::{Kind, Move, are_possible, exchange, exchangeable, relink};

/// Largest number of moves.
const MOST: usize = 48;
/// Moves that may make the explanation worse before one makes it better.
const PATIENCE: usize = 3;
/// Rounds of improvements.
const ROUNDS: usize = 4;
/// With more moves than this, an exchange between two moves covers one trait only.
const FEW: usize = 24;
/// The search ends after so many looks at cells: about a minute.
pub(super) const WORK: u64 = 4_000_000_000;

/// Finds moves greedily: the best move, then improvements of all moves, again and again. Returns the moves of the best
/// explanation, and whether the search ended before this limit of looks at cells. The model then holds these moves.
pub(super) fn explain(model: &mut Model<'_>, limit: u64) -> (Vec<Move>, bool) {
    let mut moves: Vec<Move> = Vec::new();
    let (mut best, mut kept) = (model.likelihood(), 0);
    let mut result = Vec::new();
    while moves.len() < MOST && moves.len() <= kept + PATIENCE && model.work() < limit {
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
    let is_complete = model.work() < limit;
    let blocks = is_complete && result.len() <= FEW;
    improve(model, &mut result, 0, blocks);
    model.fit();
    (result, is_complete)
}

/// The most likely further move. `None` if known moves touch all cells that differ.
///
/// A record with several new answers touches up to twice as many cells as a record that came or went. So it could stand for two
/// such records. The search prefers two simple moves if they are likelier together.
fn likeliest(model: &mut Model<'_>) -> Option<Move> {
    let (score, best) = likeliest_of(model, true)?;
    if best.changes().nth(1).is_none() {
        return Some(best);
    }
    let (first, simple) = likeliest_of(model, false)?;
    model.apply(&simple, true);
    let second = likeliest_of(model, false).map_or(0.0, |(second, _)| second.max(0.0));
    model.apply(&simple, false);
    Some(if score > first + second { best } else { simple })
}

/// The most likely further move, and its score. Changed records have one new answer, unless they may have several.
fn likeliest_of(model: &Model<'_>, several: bool) -> Option<(f64, Move)> {
    let changeable = model.changeable();
    if !changeable.contains(&true) {
        return None;
    }
    let touch = Touch::new(model);
    let also = if several { changeable.clone() } else { vec![false; changeable.len()] };
    let traits: Vec<usize> = (0..changeable.len()).collect();
    let mut found =
        vec![beam(model, &touch, &traits, Kind::Added, &also), beam(model, &touch, &traits, Kind::Removed, &also)];
    for &at in traits.iter().filter(|&&at| changeable[at]) {
        let order: Vec<usize> =
            std::iter::once(at).chain(traits.iter().copied().filter(|&other| other != at)).collect();
        found.push(beam(model, &touch, &order, Kind::Changed, &also));
    }
    found.into_iter().flatten().max_by(|a, b| a.0.total_cmp(&b.0))
}

/// Replaces moves with better moves. Exchanges classes, or blocks of classes, between a move from `from` on and any other.
fn improve(model: &mut Model<'_>, moves: &mut [Move], from: usize, blocks: bool) {
    for _ in 0..ROUNDS {
        let mut is_better = false;
        for current in moves.iter_mut() {
            let one = current.clone();
            model.apply(&one, false);
            let score = |one: &Move| model.gain(one) + model.prior(one);
            let others = one.alternatives(&model.space.traits).into_iter().map(|other| (score(&other), other));
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
    let open = exchangeable(moves);
    let mut result = Vec::new();
    if moves.iter().all(|one| one.kind == Kind::Changed) {
        let pair = relink(moves);
        if are_possible(&pair) && pair != *moves {
            result.push((together(model, &pair), pair));
        }
    }
    if open.len() < 2 {
        return result;
    }
    for &start in &open {
        let mut pair = exchange(moves, start);
        if !are_possible(&pair) {
            continue;
        }
        result.push((together(model, &pair), pair.clone()));
        let mut rest: Vec<usize> = open.iter().copied().filter(|&at| at != start).collect();
        // The exchange of all traits but some is the exchange of these.
        while blocks && rest.len() > open.len().div_ceil(2) {
            let next = rest.iter().map(|&at| (at, exchange(&pair, at))).filter(|(_, next)| are_possible(next));
            let tried = next.map(|(at, next)| (together(model, &next), at, next));
            let Some((score, at, next)) = tried.max_by(|a, b| a.0.total_cmp(&b.0)) else { break };
            rest.retain(|&other| other != at);
            pair = next;
            result.push((score, pair.clone()));
        }
    }
    result
}

/// How likely a move is among its alternatives.
pub(super) struct Chance {
    /// The probability of the move.
    pub exact: f64,
    /// The probability of the move or, for a changed record, its opposite: it is unknown which answers are older.
    pub either: f64,
}

/// Odds of the alternatives of a move.
#[derive(Clone, Default)]
struct Odds {
    opposite: f64,
    others: f64,
}

/// The probability of each move among its alternatives: no such move, another move of this record, the opposite, and exchanges
/// with another move.
pub(super) fn probabilities(model: &mut Model<'_>, moves: &[Move]) -> Vec<Chance> {
    // Without a move, its cells count as touched by an unknown one.
    model.assume(model.unknown() + 1.0);
    let mut odds = vec![Odds::default(); moves.len()];
    for (at, one) in moves.iter().enumerate() {
        model.apply(one, false);
        let score = model.gain(one) + model.prior(one);
        odds[at] = of_alternatives(model, one, score);
        model.apply(one, true);
    }
    for a in 0..moves.len() {
        for b in a + 1..moves.len() {
            let pair = [moves[a].clone(), moves[b].clone()];
            pair.iter().for_each(|one| model.apply(one, false));
            let score = together(model, &pair);
            let mut seen: Vec<[Move; 2]> = vec![sorted(pair.clone())];
            for (other, exchanged) in exchanges(model, &pair, moves.len() <= FEW) {
                let exchanged = sorted(exchanged);
                if !seen.contains(&exchanged) {
                    let chance = libm::exp(other - score);
                    for (of, one) in [(a, &pair[0]), (b, &pair[1])] {
                        if one.kind == Kind::Changed && exchanged.contains(&one.reverse()) {
                            odds[of].opposite += chance;
                        } else if !exchanged.contains(one) {
                            odds[of].others += chance;
                        }
                    }
                    seen.push(exchanged);
                }
            }
            pair.iter().for_each(|one| model.apply(one, true));
        }
    }
    let chance = |Odds { opposite, others }| {
        let all = 1.0 + opposite + others;
        Chance { exact: 1.0 / all, either: (1.0 + opposite) / all }
    };
    odds.into_iter().map(chance).collect()
}

fn sorted(mut pair: [Move; 2]) -> [Move; 2] {
    pair.sort_unstable();
    pair
}

/// The odds of a move's alternatives. The alternatives of a changed record's opposite count too. The model must not hold the move.
fn of_alternatives(model: &Model<'_>, one: &Move, score: f64) -> Odds {
    let chance = |other: &Move| libm::exp(model.gain(other) + model.prior(other) - score);
    let mut others = one.alternatives(&model.space.traits);
    // No such move.
    let mut odds = Odds { opposite: 0.0, others: libm::exp(-score) };
    if one.kind == Kind::Changed {
        let opposite = one.reverse();
        odds.opposite = chance(&opposite);
        others.extend(opposite.alternatives(&model.space.traits));
        others.retain(|other| other != one && *other != opposite);
        others.sort_unstable();
        others.dedup();
    }
    odds.others += others.iter().map(chance).sum::<f64>();
    odds
}

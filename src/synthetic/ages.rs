//! Ages: of the first adult, of partners, of children at home and of their parents.

use super::areas::{Area, ByCharacter};
use super::draws::Draws;

/// The youngest age of an adult.
pub(super) const ADULT: u32 = 18;
/// The oldest age.
pub const OLDEST: u32 = 104;
/// The least difference of the ages of parent and child.
pub(super) const YOUNGEST_PARENT: u32 = 16;
/// The largest difference of the ages of parent and child.
pub(super) const OLDEST_PARENT: u32 = 50;
/// The largest age of the first parent at a birth. The other parent may be older, up to [`OLDEST_PARENT`].
const LAST_BIRTH: u32 = 47;

/// The first age of each band of adults. The next entry ends the band.
const BANDS: [u32; 10] = [ADULT, 25, 35, 45, 55, 65, 75, 85, 95, OLDEST + 1];

/// Weights of the bands for persons who live alone, by the character of the area.
const ALONE: ByCharacter<[u32; 9]> = [
    [40, 150, 140, 160, 170, 160, 130, 48, 2],
    [50, 150, 150, 180, 180, 150, 110, 29, 1],
    [10, 40, 50, 80, 150, 260, 280, 125, 5],
    [20, 170, 150, 160, 170, 160, 120, 48, 2],
    [260, 300, 120, 90, 80, 70, 55, 24, 1],
];

/// Weights of the bands for couples without children at home.
const COUPLES: ByCharacter<[u32; 9]> = [
    [50, 170, 80, 110, 230, 220, 120, 20, 0],
    [60, 170, 90, 140, 240, 190, 95, 15, 0],
    [5, 40, 25, 60, 230, 360, 230, 50, 0],
    [15, 170, 90, 120, 250, 220, 115, 20, 0],
    [160, 330, 100, 90, 140, 110, 60, 10, 0],
];

/// The first age of each band of children at home, for the eldest of them.
const CHILD_BANDS: [u32; 6] = [0, 5, 12, 18, 25, 41];
const ELDEST_OF_COUPLE: [u32; 5] = [240, 320, 240, 150, 50];
const ELDEST_OF_LONE_PARENT: [u32; 5] = [170, 300, 250, 180, 100];
const ELDEST_OF_THREE_GENERATIONS: [u32; 5] = [300, 340, 240, 120, 0];

/// Weights of one to six children.
const NUMBER_OF_CHILDREN: [u32; 6] = [410, 420, 125, 33, 9, 3];

/// Which children are at home, by the household.
#[derive(Debug, Clone, Copy)]
pub(super) enum With {
    Couple,
    LoneParent,
    ThreeGenerations,
}

/// Draws an age from bands. Within the two oldest bands, younger ages are more frequent.
fn banded(draws: &mut Draws, weights: &[u32; 9]) -> u32 {
    let band = draws.position(weights);
    let years = BANDS[band + 1] - BANDS[band];
    let repeats = if band < 7 { 1 } else { 2 };
    BANDS[band] + (0..repeats).map(|_| draws.below(years)).min().unwrap_or(0)
}

pub(super) fn alone(draws: &mut Draws, area: &Area) -> u32 {
    banded(draws, &area.of(&ALONE))
}

pub(super) fn first_of_couple(draws: &mut Draws, area: &Area) -> u32 {
    banded(draws, &area.of(&COUPLES))
}

/// Draws the age of a partner, within bounds. Men are two years older on average, and one couple in ten is further
/// apart.
pub(super) fn partner(draws: &mut Draws, age: u32, older: bool, bounds: (u32, u32)) -> u32 {
    let near = age + draws.triangle(5);
    let near = if older { near - 2 } else { near.saturating_sub(6) };
    let gap = if draws.chance(1, 10) { draws.triangle(12) } else { 11 };
    (near + gap).saturating_sub(11).clamp(bounds.0.max(ADULT), bounds.1.min(OLDEST))
}

/// Draws the ages of children at home, eldest first, and of one parent.
pub(super) fn family(draws: &mut Draws, area: &Area, with: With) -> (Vec<u32>, u32) {
    let weights = match with {
        With::Couple => &ELDEST_OF_COUPLE,
        With::LoneParent => &ELDEST_OF_LONE_PARENT,
        With::ThreeGenerations => &ELDEST_OF_THREE_GENERATIONS,
    };
    let band = draws.position(weights);
    let years = CHILD_BANDS[band + 1] - CHILD_BANDS[band];
    let repeats = if band < 4 { 1 } else { 2 };
    let eldest = CHILD_BANDS[band] + (0..repeats).map(|_| draws.below(years)).min().unwrap_or(0);
    let first_birth = first_birth(draws, area);
    let mut ages = vec![eldest];
    for _ in 0..draws.position(&NUMBER_OF_CHILDREN) {
        let last = ages[ages.len() - 1];
        // One child in sixty is a twin of the child before.
        let gap = if draws.chance(1, 60) { 0 } else { 1 + draws.triangle(3) };
        if gap > last || first_birth + eldest + gap - last > LAST_BIRTH {
            break;
        }
        ages.push(last - gap);
    }
    (ages, (eldest + first_birth).max(ADULT))
}

/// Draws the age of a parent at the first birth: 16 to 45.
fn first_birth(draws: &mut Draws, area: &Area) -> u32 {
    let (earliest, spread): (u32, u32) = area.of(&[(16, 10), (16, 8), (17, 9), (20, 10), (18, 10)]);
    earliest + draws.triangle(spread) + draws.below(spread - 2)
}

/// The ages that parents of these children may have.
pub(super) fn parents_of(children: &[u32]) -> (u32, u32) {
    let eldest = children.first().copied().unwrap_or(0);
    let youngest = children.last().copied().unwrap_or(0);
    (eldest + YOUNGEST_PARENT, youngest + OLDEST_PARENT)
}

/// Draws the age of an adult's parent.
pub(super) fn parent_of(draws: &mut Draws, child: u32) -> u32 {
    (child + 18 + draws.triangle(11)).min(OLDEST)
}

/// Draws the age of a person in a shared household.
pub(super) fn sharer(draws: &mut Draws, are_students: bool) -> u32 {
    if are_students {
        ADULT + draws.triangle(4)
    } else if draws.per_mille(60) {
        draws.between(40, 69)
    } else {
        21 + draws.triangle(10)
    }
}

//! Compares the dimensions of two cubes.

use super::{CodeList, Dimension, Level};

/// Whether each wanted dimension exists, with the same codes in the same order, and with all its levels and their groups.
pub(crate) fn contains(dimensions: &[Dimension], wanted: &[Dimension]) -> bool {
    let codes = |list: &CodeList| list.iter().map(|(code, _)| code.to_owned()).collect::<Vec<_>>();
    let has_level = |dimension: &Dimension, wanted: &Level| {
        let is_it = |level: &&Level| level.name == wanted.name;
        let level = dimension.levels.iter().find(is_it);
        level.is_some_and(|level| codes(&level.codes) == codes(&wanted.codes) && level.of == wanted.of)
    };
    wanted.iter().all(|wanted| {
        let found = dimensions.iter().find(|dimension| dimension.name == wanted.name);
        found.is_some_and(|found| {
            codes(&found.codes) == codes(&wanted.codes) && wanted.levels.iter().all(|level| has_level(found, level))
        })
    })
}

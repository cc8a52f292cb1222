//! Turns collected cells into the cells of a cube. Determines the final codes, the levels and the order of rows.

use std::cmp::Ordering;

use super::changes::Changes;
use super::codes::CodeIds;
use super::error::CollectError;
use super::store::CellStore;
use crate::base::Problems;
use crate::build::disk::{Sorted, StoredCells};
use crate::build::parallel;
use crate::cube::PretabularPart;
use crate::dimension::{CodeList, Dimension, Level, Text};
use crate::key::check::KeyFault;
use crate::spec::{Code, CubeSpec, DimensionSpec, LevelSpec, Missing};

/// The distinct cells of a cube in columns. The cells are sorted by their coordinates. The first dimension varies
/// slowest.
#[derive(Debug, Clone, PartialEq)]
pub struct Cells {
    /// The dimensions in the order of the specification. Declared codes keep their order. Codes found in the data are
    /// sorted.
    pub dimensions: Vec<Dimension>,
    /// For each dimension, the code position of every cell.
    pub coords: Vec<Vec<u32>>,
    /// The number of records in every cell. Each count and their sum are in 1 ..= 2^52.
    pub counts: Vec<u64>,
    /// The key of every cell, below the modulus.
    pub keys: Vec<u64>,
    /// The sum of all counts.
    pub population: u64,
    /// Combinations that cannot exist. Each rule lists dimensions with ascending code positions.
    pub structural_zeros: Vec<Vec<(usize, Vec<u32>)>>,
    /// The codes that mark imputed or changed records: dimensions with ascending code positions.
    pub altered: Vec<(usize, Vec<u32>)>,
    /// Faults of the keys, which [`weaknesses`](crate::build::weaknesses) judges.
    pub key_faults: KeyFaults,
    /// What the steps before tabulation did. `None` without steps.
    pub changes: Option<Changes>,
    /// What an earlier build states of its steps, if the cells come from a cube. `None` for records.
    pub stated: Option<PretabularPart>,
}

/// The faults of the keys in files of records, and in files of cells. Sound keys have none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeyFaults {
    /// Faults of record keys.
    pub of_records: Vec<KeyFault>,
    /// Faults of cell keys. A cell with one record has the record's key. The key of a larger cell is a sum, which is
    /// uniform if the record keys are uniform.
    pub of_cells: Vec<KeyFault>,
}

/// The dimensions of a cube with their final codes.
pub(super) struct Final {
    pub dimensions: Vec<Dimension>,
    /// For each dimension, the final position of each provisional code number.
    pub ranks: Vec<Vec<u32>>,
    pub structural_zeros: Vec<Vec<(usize, Vec<u32>)>>,
    pub altered: Vec<(usize, Vec<u32>)>,
}

impl Final {
    pub fn new(spec: &CubeSpec, ids: Vec<CodeIds>) -> Result<Self, Problems<CollectError>> {
        let mut problems = Problems::default();
        for (dimension, _) in spec.dimensions.iter().zip(&ids).filter(|(_, ids)| ids.codes().is_empty()) {
            if dimension.codes.is_none() {
                problems.push(CollectError::NoCodes(dimension.name.clone()));
            }
        }
        ungrouped(spec, &ids, &mut problems);
        problems.or(())?;
        let mut dimensions = Vec::with_capacity(ids.len());
        let mut ranks = Vec::with_capacity(ids.len());
        for (dimension, ids) in spec.dimensions.iter().zip(ids) {
            let (dimension, rank) = final_dimension(dimension, ids)?;
            dimensions.push(dimension);
            ranks.push(rank);
        }
        let zeros = spec.structural_zeros.iter();
        let structural_zeros =
            zeros.map(|zero| final_codes("structural_zeros", &zero.codes, &dimensions)).collect::<Result<_, _>>()?;
        let altered = final_codes("altered", &spec.altered, &dimensions)?;
        Ok(Self { dimensions, ranks, structural_zeros, altered })
    }

    /// For each dimension, how many codes the cube has.
    pub fn lengths(&self) -> impl Iterator<Item = usize> {
        self.dimensions.iter().map(|dimension| dimension.codes.len())
    }

    /// Cells of these dimensions on disk.
    pub fn into_stored(self, sorted: Sorted, key_faults: KeyFaults) -> StoredCells {
        let population = sorted.population;
        StoredCells::new(self.into_cells(Vec::new(), (Vec::new(), Vec::new()), population, key_faults), sorted)
    }

    /// Cells of these dimensions: a column of codes for each dimension, counts and keys, all in the final order.
    pub fn into_cells(
        self,
        coords: Vec<Vec<u32>>,
        (counts, keys): (Vec<u64>, Vec<u64>),
        population: u64,
        key_faults: KeyFaults,
    ) -> Cells {
        let Self { dimensions, structural_zeros, altered, .. } = self;
        Cells {
            dimensions,
            coords,
            counts,
            keys,
            population,
            structural_zeros,
            altered,
            key_faults,
            changes: None,
            stated: None,
        }
    }
}

/// Adds the codes found in the data that are in no group of a level. The specification has checked declared codes.
pub(super) fn ungrouped(spec: &CubeSpec, ids: &[CodeIds], problems: &mut Problems<CollectError>) {
    for (dimension, ids) in spec.dimensions.iter().zip(ids).filter(|(dimension, _)| dimension.codes.is_none()) {
        for level in &dimension.levels {
            let mut codes = level.ungrouped(ids.codes().iter().map(String::as_str));
            codes.sort_unstable();
            for code in codes {
                problems.push(CollectError::Ungrouped {
                    dimension: dimension.name.clone(),
                    level: level.name.clone(),
                    code: code.to_owned(),
                });
            }
        }
    }
}

/// Sorts the cells of a store. `ranks` has the final position of each code number, or is empty if the numbers are final.
pub(super) fn finish(store: CellStore, of: Final, population: u64, key_faults: KeyFaults) -> Cells {
    let (mut coords, mut counts, mut keys) = store.into_columns();
    for cell in coords.chunks_exact_mut(of.ranks.len().max(1)) {
        for (id, rank) in cell.iter_mut().zip(&of.ranks) {
            *id = rank[*id as usize];
        }
    }
    let widths: Vec<u32> = of.dimensions.iter().map(|dimension| bits(dimension.codes.len())).collect();
    let (order, coords) = sort(coords, &widths);
    counts = order.iter().map(|index| counts[*index as usize]).collect();
    keys = order.iter().map(|index| keys[*index as usize]).collect();
    of.into_cells(coords, (counts, keys), population, key_faults)
}

/// The final dimension, and the final code number for each provisional code number.
fn final_dimension(spec: &DimensionSpec, ids: CodeIds) -> Result<(Dimension, Vec<u32>), CollectError> {
    let (codes, rank) = match &spec.codes {
        Some(declared) => (
            declared.iter().map(|Code { code, label }| (code.clone(), label.clone())).collect(),
            (0..).take(declared.len()).collect(),
        ),
        None => found_codes(ids.into_codes(), spec.missing.as_ref()),
    };
    if codes.is_empty() {
        return Err(CollectError::NoCodes(spec.name.clone()));
    }
    let level = |level: &LevelSpec| {
        let of = level.assign(codes.iter().map(|(code, _)| code.as_str()));
        let of = of.map_err(|code| CollectError::Ungrouped {
            dimension: spec.name.clone(),
            level: level.name.clone(),
            code: code.to_owned(),
        })?;
        let groups = level.groups.iter().map(|group| (group.code.clone(), group.label.clone())).collect();
        Ok(Level { name: level.name.clone(), label: level.label.clone(), codes: code_list(groups), of })
    };
    let levels = spec.levels.iter().map(level).collect::<Result<_, _>>()?;
    let (name, label, note, role) = (spec.name.clone(), spec.label.clone(), spec.note.clone(), spec.role);
    Ok((Dimension { name, label, note, role, codes: code_list(codes), levels }, rank))
}

fn code_list(codes: Vec<(String, Text)>) -> CodeList {
    CodeList::new(codes).expect("the specification and the collector refuse codes that are empty, reserved or repeated")
}

/// The codes found in the data in their final order, and the final position of each code. The code of missing answers is
/// the last.
fn found_codes(found: Vec<String>, missing: Option<&Missing>) -> (Vec<(String, Text)>, Vec<u32>) {
    let is_missing = |code: &str| missing.filter(|missing| missing.code == code);
    let order = code_order(&found, &|code| is_missing(code).is_some());
    let mut rank = vec![0; found.len()];
    for (place, id) in (0..).zip(&order) {
        rank[*id] = place;
    }
    let code = |id: &usize| {
        let code = &found[*id];
        (code.clone(), is_missing(code).map_or_else(|| Text::from(code.as_str()), |missing| missing.label.clone()))
    };
    (order.iter().map(code).collect(), rank)
}

/// The order of codes found in the data. If all codes match `-?[0-9]+`, they sort as integers, otherwise by UTF-8
/// bytes. The code that is last has no part in this.
fn code_order(codes: &[String], is_last: &dyn Fn(&str) -> bool) -> Vec<usize> {
    let (mut order, last): (Vec<usize>, Vec<usize>) = (0..codes.len()).partition(|at| !is_last(&codes[*at]));
    if order.iter().all(|at| is_integer(&codes[*at])) {
        order.sort_unstable_by(|a, b| compare_integers(&codes[*a], &codes[*b]));
    } else {
        order.sort_unstable_by(|a, b| codes[*a].cmp(&codes[*b]));
    }
    order.extend(last);
    order
}

fn is_integer(code: &str) -> bool {
    let digits = code.strip_prefix('-').unwrap_or(code);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Compares integers of any length by value. Texts with equal values (`7`, `07`, `-0`, `0`) compare by bytes, so the
/// order is total.
fn compare_integers(a: &str, b: &str) -> Ordering {
    let parts = |code: &str| -> (bool, String) {
        let digits = code.strip_prefix('-').unwrap_or(code).trim_start_matches('0').to_owned();
        (code.starts_with('-') && !digits.is_empty(), digits)
    };
    let ((a_negative, a_digits), (b_negative, b_digits)) = (parts(a), parts(b));
    let magnitude = a_digits.len().cmp(&b_digits.len()).then_with(|| a_digits.cmp(&b_digits));
    let value = match (a_negative, b_negative) {
        (false, false) => magnitude,
        (true, true) => magnitude.reverse(),
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
    };
    value.then_with(|| a.cmp(b))
}

/// The positions of the codes that the specification lists in its field `at`.
fn final_codes(
    at: &'static str,
    codes: &[(usize, Vec<String>)],
    dimensions: &[Dimension],
) -> Result<Vec<(usize, Vec<u32>)>, CollectError> {
    let side = |(dimension, listed): &(usize, Vec<String>)| {
        let Dimension { name, codes, .. } = &dimensions[*dimension];
        let absent = |code: &String| CollectError::AbsentCode { at, dimension: name.clone(), code: code.clone() };
        let index = |code: &String| codes.position(code).ok_or_else(|| absent(code));
        let mut indices = listed.iter().map(index).collect::<Result<Vec<u32>, _>>()?;
        indices.sort_unstable();
        indices.dedup();
        Ok((*dimension, indices))
    };
    codes.iter().map(side).collect()
}

/// Number of bits that can hold every position below `len`.
pub(super) fn bits(len: usize) -> u32 {
    usize::BITS - len.saturating_sub(1).leading_zeros()
}

/// Sorts cells. Returns the row numbers in order, and the sorted coordinates with one column for each dimension.
///
/// If the packed coordinates and the row number fit into one integer, the sort compares only these integers.
fn sort(coords: Vec<u32>, widths: &[u32]) -> (Vec<u32>, Vec<Vec<u32>>) {
    let total: u32 = widths.iter().sum();
    let cells = coords.len() / widths.len();
    // The macro writes the sort for 64 and 128 bits, because sorting 64-bit integers takes half the time.
    macro_rules! sort_packed {
        ($Word:ty) => {{
            let mut packed: Vec<$Word> = (0..)
                .zip(coords.chunks_exact(widths.len()))
                .map(|(index, cell)| {
                    let cell =
                        cell.iter().zip(widths).fold(0, |packed, (id, width)| packed << width | <$Word>::from(*id));
                    cell << 32 | index
                })
                .collect();
            drop(coords);
            parallel::sort(&mut packed);
            // The low half holds the row number, the high half the coordinates.
            let columns =
                unpack(widths, |shift, mask| packed.iter().map(|row| (row >> 32 >> shift) as u32 & mask).collect());
            (packed.into_iter().map(|row| row as u32).collect(), columns)
        }};
    }
    if total <= 32 {
        sort_packed!(u64)
    } else if total <= 96 {
        sort_packed!(u128)
    } else {
        let cell = |index: u32| &coords[index as usize * widths.len()..][..widths.len()];
        let mut order: Vec<u32> = (0..).take(cells).collect();
        order.sort_unstable_by(|a, b| cell(*a).cmp(cell(*b)));
        let column = |dimension| order.iter().map(|index| cell(*index)[dimension]).collect();
        let columns = (0..widths.len()).map(column).collect();
        (order, columns)
    }
}

/// Unpacks one column for each dimension. `column` gets a shift and a mask. The last dimension is in the lowest bits.
fn unpack(widths: &[u32], column: impl Fn(u32, u32) -> Vec<u32>) -> Vec<Vec<u32>> {
    let mut shift: u32 = widths.iter().sum();
    let each = |width: &u32| {
        shift -= width;
        // A position has at most 32 bits, so the mask fits.
        column(shift, ((1_u64 << width) - 1) as u32)
    };
    widths.iter().map(each).collect()
}

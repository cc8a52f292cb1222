//! Writes the cells of views as tiles. Cuts views into slices, and joins small views in shared files.

use super::coarsen::{Columns, finest_axes};
use super::disk::StoredCells;
use super::error::Error;
use super::files::{BuiltFile, file_name};
use super::parallel::in_parallel;
use super::parts::Lengths;
use crate::cube::{Audience, Release, TilePart, ViewPart};
use crate::dimension::{AxisRef, Dimension, axis_name};
use crate::protect::Rest;
use crate::spec::{CubeSpec, Views};
use crate::tile::{self, Column, Encoding, Section, TileError};

/// A view with more cells than this is split. A view with smaller target tiles is split above the cells of two such tiles.
const SPLIT_ABOVE: u64 = 1 << 16;
/// Target number of cells in a tile, for a view that is split because of its size.
const TILE_CELLS: u64 = 1 << 15;
/// Target number of cells in a tile of a view that is split along a long dimension. A table of one area then reads at most
/// some 35 KB. Lists of tiles are in files of their own, so the number of tiles does not matter.
const LONG_TILE_CELLS: u64 = 4 << 10;
/// Target of cells × axes in such a tile. In a view with many axes a cell takes more bytes, so a tile gets fewer cells.
const LONG_TILE_CODES: u64 = 16 * LONG_TILE_CELLS;
/// Queries filter an axis with at least this number of codes more often than they read the whole axis. In a cube with few
/// views, a view that is split along such an axis has tiles of [`LONG_TILE_CELLS`] cells, and some [`VIEW_TILES`] tiles at
/// most.
const SOME_CODES: usize = 256;
/// Target number of tiles of a view that is split along an axis of [`SOME_CODES`] codes.
const VIEW_TILES: u64 = 64;
/// Target number of these tiles in all views together. With so few tiles, the small core can read the manifest.
const ALL_TILES: u64 = 256;
/// The number of views to expect of `views = "auto"`.
const AUTO_VIEWS: u64 = 8;
/// Target number of cells in a tile, if the specification names the dimension to split by. It is small because queries
/// often filter on this dimension.
const SMALL_TILE_CELLS: u64 = 1 << 11;
/// Approximate maximum number of tiles of a coarser view. Each tile takes some 200 bytes of the manifest.
const COARSER_TILES: u64 = 64;
/// A view with fewer bytes than this shares a file with other views.
const SMALL_VIEW: u64 = 4 << 10;
/// Maximum size of a shared file in bytes. Readers download a shared file as a whole.
const SHARED_FILE: u64 = 16 << 10;
/// Bytes of a tile before its first section: magic number, version, and the number of sections if it is below 128.
const FILE_HEAD: u64 = 5;
/// Additional bytes before the first section if the number of sections is at its maximum.
const MORE_HEAD: u64 = 2;

/// A view that is cut into slices. Each slice is written as a tile of its own.
#[derive(Debug)]
pub(super) struct Cut {
    pub axes: Vec<AxisRef>,
    /// In a sealed cube, the status or value of all cells that are in no slice.
    pub rest: Rest,
    /// Position in `axes` of the axis along which the view is cut.
    pub split: Option<usize>,
    pub slices: Vec<WrittenSlice>,
}

/// A slice, and the bytes of its own tile.
#[derive(Debug)]
pub(super) struct WrittenSlice {
    codes: Option<(u32, u32)>,
    cells: u64,
    /// The cells of the slice. Present only if the slice may move into a shared file.
    section: Option<Section>,
    path: String,
    bytes: Vec<u8>,
}

impl Cut {
    /// Number of cells.
    pub fn cells(&self) -> u64 {
        self.slices.iter().map(|slice| slice.cells).sum()
    }

    /// Bytes of all the view's own tiles.
    fn bytes(&self) -> u64 {
        self.slices.iter().map(|slice| slice.bytes.len() as u64).sum()
    }

    fn is_small(&self) -> bool {
        self.bytes() < SMALL_VIEW
    }
}

/// How the views of a cube are cut into tiles.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cutting<'a> {
    pub spec: &'a CubeSpec,
    pub dimensions: &'a [Dimension],
    /// The number of views.
    pub views: u64,
    pub manifest: FutureManifest,
}

/// What becomes of the manifest that the builder writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FutureManifest {
    /// It is published as it is.
    Whole,
    /// [`in_parts`](super::in_parts) moves its long lists to files.
    InParts,
}

impl<'a> Cutting<'a> {
    /// The cutting of a cube that has its finest view and the views of its specification.
    pub fn of_keyed(spec: &'a CubeSpec, dimensions: &'a [Dimension], manifest: FutureManifest) -> Self {
        let more = match &spec.publish.views {
            None => 0,
            Some(Views::List(views)) => views.len() as u64,
            Some(Views::Auto) => AUTO_VIEWS - 1,
        };
        Self { spec, dimensions, views: 1 + more, manifest }
    }

    /// The number of codes of an axis.
    fn codes(&self, axis: &AxisRef) -> u32 {
        self.dimensions[axis.dimension].codes_at(axis.level).len() as u32
    }

    /// The axis along which to split a view, and the target number of cells in a tile. The specification can choose the
    /// axis. Otherwise a large view is split along the dimension with the role `geo`, or else along the axis with the most
    /// codes.
    pub fn split_axis(&self, axes: &[AxisRef], cells: u64) -> Option<(usize, u64)> {
        let dimensions = self.dimensions;
        let on = |dimension: usize| axes.iter().position(|axis| axis.dimension == dimension);
        if let Some(named) = self.spec.publish.split.and_then(on) {
            let is_finest = axes.len() == dimensions.len() && axes.iter().all(|axis| axis.level.is_none());
            let least = if is_finest { 0 } else { cells.div_ceil(COARSER_TILES) };
            return Some((named, SMALL_TILE_CELLS.max(least)));
        }
        let codes = |at: usize| dimensions[axes[at].dimension].codes_at(axes[at].level).len();
        let is_geography = |axis: &AxisRef| dimensions[axis.dimension].role == Some(crate::dimension::Role::Geo);
        let geography = axes.iter().position(is_geography).filter(|&at| codes(at) > 1);
        let at = geography.or_else(|| (0..axes.len()).max_by_key(|&at| (codes(at), std::cmp::Reverse(at))))?;
        let small = LONG_TILE_CELLS.min(LONG_TILE_CODES / axes.len() as u64);
        let most = (ALL_TILES / self.views).min(VIEW_TILES);
        let target = match codes(at) {
            codes if codes >= Lengths::PUBLISHED.long_dimension => small,
            codes if codes >= SOME_CODES && most > 1 => cells.div_ceil(most).clamp(small, TILE_CELLS),
            _ => TILE_CELLS,
        };
        let above = if target < TILE_CELLS { 2 * target } else { SPLIT_ABOVE };
        (cells > above).then_some((at, target))
    }
}

/// Cuts a view into slices and encodes them in parallel. The tiles of a sealed cube have no keys. `totals` is 1 if each
/// axis has its total as one more place, and 0 otherwise. The last slice has the totals of the splitting axis. `done`
/// receives the number of cells of each slice.
pub(super) fn cut(
    cutting: Cutting<'_>,
    columns: &Columns<'_>,
    totals: u32,
    done: &mut dyn FnMut(u64),
) -> Result<Cut, Error> {
    let split = cutting.split_axis(&columns.axes, columns.len() as u64);
    let slices = match split {
        None => vec![(None, (0..columns.len() as u32).collect())],
        Some((axis, target)) => {
            let column = &columns.coordinates[axis];
            let mut by_code = vec![0; cutting.codes(&columns.axes[axis]) as usize];
            count(column, &mut by_code);
            grouped(column, &ranges(&by_code, target))
        }
    };
    let writing = Writing { all: slices.len(), axis: split.map(|(axis, _)| axis), totals };
    let slices = written(cutting, columns, &slices, writing, done)?;
    Ok(Cut { axes: columns.axes.clone(), rest: Rest::default(), split: split.map(|(axis, _)| axis), slices })
}

/// Cuts the finest view of a keyed cube, whose cells are on disk. Reads as many slices at a time as fit into memory.
///
/// # Errors
/// Also fails if a temporary file cannot be read.
pub(super) fn cut_stored(cutting: Cutting<'_>, stored: &StoredCells, done: &mut dyn FnMut(u64)) -> Result<Cut, Error> {
    let axes = finest_axes(cutting.dimensions);
    let all = 0..stored.len();
    let Some((axis, target)) = cutting.split_axis(&axes, stored.len()) else {
        let mut columns = Columns::empty(axes);
        stored.blocks(all, &mut |block| {
            columns.append(block, |_| true);
            Ok::<(), Error>(())
        })?;
        return cut(cutting, &columns, 0, done);
    };
    let mut by_code = vec![0; cutting.codes(&axes[axis]) as usize];
    stored.blocks(all.clone(), &mut |block| {
        count(&block.coordinates[axis], &mut by_code);
        Ok::<(), Error>(())
    })?;
    let ranges = ranges(&by_code, target);
    let cells_of = |codes: &(u32, u32)| by_code[codes.0 as usize..=codes.1 as usize].iter().sum::<u64>();
    let (mut cells, mut slices, mut rest) = (0, Vec::with_capacity(ranges.len()), ranges.as_slice());
    while !rest.is_empty() {
        let mut filled = 0;
        let fits = rest.iter().take_while(|codes| {
            filled += cells_of(codes);
            filled <= stored.room(axes.len())
        });
        let (batch, after) = rest.split_at(fits.count().max(1));
        let (first, last) = (batch[0].0, batch[batch.len() - 1].1);
        let now = cells_of(&(first, last));
        // Along the first axis, the cells of a slice are neighbours.
        let place = if axis == 0 { cells..cells + now } else { all.clone() };
        let mut columns = Columns::empty(axes.clone());
        stored.blocks(place, &mut |block| {
            columns.append(block, |cell| (first..=last).contains(&block.coordinates[axis][cell]));
            Ok::<(), Error>(())
        })?;
        let groups = grouped(&columns.coordinates[axis], batch);
        let writing = Writing { all: ranges.len(), axis: Some(axis), totals: 0 };
        slices.extend(written(cutting, &columns, &groups, writing, done)?);
        (cells, rest) = (cells + now, after);
    }
    Ok(Cut { axes, rest: Rest::default(), split: Some(axis), slices })
}

/// How slices become tiles.
#[derive(Debug, Clone, Copy)]
struct Writing {
    /// The number of slices of the view.
    all: usize,
    /// Position of the splitting axis.
    axis: Option<usize>,
    totals: u32,
}

/// Writes slices as tiles.
fn written(
    cutting: Cutting<'_>,
    columns: &Columns<'_>,
    slices: &[SliceCells],
    Writing { all, axis, totals }: Writing,
    done: &mut dyn FnMut(u64),
) -> Result<Vec<WrittenSlice>, Error> {
    let spec = cutting.spec;
    let lengths: Vec<u32> = columns.axes.iter().map(|axis| cutting.codes(axis)).collect();
    let key_bits = spec.key.group.modulus().bits();
    let sealed = spec.about.release == Release::Sealed;
    // If a view has more slices than this, `in_parts` certainly moves them to lists. So their codes count from the slice's
    // first code at once, and each tile is written once. This rule has two exceptions. A budget and the choice of views need
    // the sizes of absolute tiles. A cube for a kiosk may be encrypted, and encrypted cubes have no parts.
    let are_many = all > 2 * Lengths::PUBLISHED.all_slices
        && spec.about.audience != Audience::Kiosk
        && spec.publish.budget.is_none()
        && !matches!(spec.publish.views, Some(Views::Auto));
    let relative = axis.filter(|_| are_many && cutting.manifest == FutureManifest::InParts);
    let encoding = spec.publish.encoding.or((are_many && relative.is_none()).then_some(Encoding::Packed));
    let write = |(codes, cells): &SliceCells| -> Result<WrittenSlice, TileError> {
        let pick = |values: &[u64]| Column::from_values(&each(cells, |cell| values[cell]));
        let own = relative.zip(*codes);
        let range = |axis| own.filter(|&(split, _)| split == axis).map(|(_, codes)| codes);
        let column = |(axis, column): (usize, &Vec<u32>)| {
            let first = range(axis).map_or(0, |(first, _)| first);
            Column::from_values(&each(cells, |cell| (column[cell] - first).into()))
        };
        let length = |(axis, &length)| range(axis).map_or(length, |(first, last)| last - first + 1) + totals;
        let section = Section {
            cardinalities: lengths.iter().enumerate().map(length).collect(),
            coordinates: columns.coordinates.iter().enumerate().map(column).collect(),
            counts: pick(&columns.counts),
            keys: (!sealed).then(|| pick(&columns.keys)),
        };
        let bytes = tile::encode(std::slice::from_ref(&section), key_bits, encoding)?;
        Ok(WrittenSlice {
            codes: *codes,
            cells: cells.len() as u64,
            path: file_name("tiles", "cvt", &bytes),
            section: Some(section).filter(|_| own.is_none() && (bytes.len() as u64) < SMALL_VIEW),
            bytes,
        })
    };
    Ok(in_parallel(slices, || (), |(), slice| write(slice), &mut |(_, cells)| done(cells.len() as u64))?)
}

fn each(cells: &[u32], value: impl Fn(usize) -> u64) -> Vec<u64> {
    cells.iter().map(|&cell| value(cell as usize)).collect()
}

/// The first and last code of a slice, and the positions of its cells.
type SliceCells = (Option<(u32, u32)>, Vec<u32>);

/// Adds up the cells of each code. A total, which follows the last code, counts with the last code.
fn count(column: &[u32], by_code: &mut [u64]) {
    let last = by_code.len().saturating_sub(1);
    column.iter().for_each(|&code| by_code[(code as usize).min(last)] += 1);
}

/// The first and last code of each slice. A slice has as many codes as fit into `target` cells, and at least one code.
fn ranges(by_code: &[u64], target: u64) -> Vec<(u32, u32)> {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    let mut filled = 0;
    for (code, &cells) in (0..).zip(by_code) {
        match ranges.last_mut() {
            Some((_, last)) if filled + cells <= target => {
                *last = code;
                filled += cells;
            }
            _ => {
                ranges.push((code, code));
                filled = cells;
            }
        }
    }
    ranges
}

/// Groups cells by ranges of neighbouring codes. Cells keep their order. A total, which follows the last code, is in the
/// last slice.
fn grouped(column: &[u32], ranges: &[(u32, u32)]) -> Vec<SliceCells> {
    let mut slices: Vec<SliceCells> = ranges.iter().map(|&codes| (Some(codes), Vec::new())).collect();
    let (Some(&(first, _)), Some(&(_, last))) = (ranges.first(), ranges.last()) else { return slices };
    let mut slice_of = Vec::with_capacity((last - first) as usize + 1);
    for (slice, (from, to)) in ranges.iter().enumerate() {
        slice_of.extend((*from..=*to).map(|_| slice));
    }
    for (cell, &code) in column.iter().enumerate() {
        slices[slice_of[(code.min(last) - first) as usize]].1.push(cell as u32);
    }
    slices
}

/// The positions of the small views in each shared file. A file has up to [`SHARED_FILE`] bytes. The first `alone`
/// views never share a file. In a keyed cube, the finest view is alone.
fn shared(cuts: &[Cut], alone: usize) -> Vec<Vec<usize>> {
    let mut files: Vec<Vec<usize>> = Vec::new();
    let mut filled = 0;
    for (number, cut) in cuts.iter().enumerate().skip(alone).filter(|(_, cut)| cut.is_small()) {
        let more = cut.bytes() - FILE_HEAD * cut.slices.len() as u64;
        match files.last_mut() {
            Some(file) if filled + more <= SHARED_FILE => file.push(number),
            _ => {
                files.push(vec![number]);
                filled = FILE_HEAD + MORE_HEAD;
            }
        }
        filled += more;
    }
    files
}

/// An upper bound for the number of bytes that [`files`] writes for the views of a keyed cube.
pub(super) fn bytes(cuts: &[Cut]) -> u64 {
    let mut alone: Vec<(&str, u64)> = cuts
        .iter()
        .enumerate()
        .filter(|(number, cut)| *number == 0 || !cut.is_small())
        .flat_map(|(_, cut)| cut.slices.iter().map(|slice| (slice.path.as_str(), slice.bytes.len() as u64)))
        .collect();
    // Slices with equal bytes, for example empty slices, share a file.
    alone.sort_unstable();
    alone.dedup();
    let together = shared(cuts, 1).into_iter().map(|views| {
        let slices = views.iter().flat_map(|&view| &cuts[view].slices);
        let (sections, bytes) = slices
            .fold((0_u64, 0), |(sections, bytes), slice| (sections + 1, bytes + slice.bytes.len() as u64 - FILE_HEAD));
        // The number of sections takes one byte for every seven bits.
        FILE_HEAD - 1 + u64::from(sections.max(1).ilog2() / 7 + 1) + bytes
    });
    alone.iter().map(|&(_, bytes)| bytes).sum::<u64>() + together.sum::<u64>()
}

/// The distinct files of all views, and the views as the manifest lists them.
///
/// # Errors
/// Fails only with errors that [`cut`] also reports.
pub(super) fn files(
    spec: &CubeSpec,
    dimensions: &[Dimension],
    cuts: Vec<Cut>,
) -> Result<(Vec<BuiltFile>, Vec<ViewPart>), TileError> {
    let mut files: Vec<BuiltFile> = Vec::new();
    // For each view in a shared file, the file and section of each slice.
    let mut places: Vec<Vec<(String, u32)>> = vec![Vec::new(); cuts.len()];
    let alone = usize::from(spec.about.release == Release::Keyed);
    for views in shared(&cuts, alone) {
        let slices = || views.iter().flat_map(|&view| cuts[view].slices.iter().map(move |slice| (view, slice)));
        let section = |slice: &WrittenSlice| slice.section.clone().expect("a small view has small slices");
        let sections: Vec<Section> = slices().map(|(_, slice)| section(slice)).collect();
        let bytes = tile::encode(&sections, spec.key.group.modulus().bits(), spec.publish.encoding)?;
        let path = file_name("tiles", "cvt", &bytes);
        for ((view, _), section) in slices().zip(0..) {
            places[view].push((path.clone(), section));
        }
        files.push((path, bytes));
    }
    let mut parts = Vec::with_capacity(cuts.len());
    for (cut, places) in cuts.into_iter().zip(places) {
        let mut places = places.into_iter();
        let cells = cut.cells();
        let mut tiles = Vec::with_capacity(cut.slices.len());
        for slice in cut.slices {
            let (file, section) = places.next().unwrap_or_else(|| {
                files.push((slice.path.clone(), slice.bytes));
                (slice.path, 0)
            });
            tiles.push(TilePart { file, list: None, section, cells: slice.cells, codes: slice.codes });
        }
        parts.push(ViewPart {
            axes: cut.axes.iter().map(|&axis| axis_name(dimensions, axis)).collect(),
            cells,
            rest: cut.rest,
            measures: None,
            split: cut.split.map(|axis| axis_name(dimensions, cut.axes[axis])),
            tiles,
        });
    }
    files.sort();
    files.dedup();
    Ok((files, parts))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::dimension::{CodeList, Text};

    fn cut_of(slices: &[usize]) -> Cut {
        let slice = |(at, &bytes): (usize, &usize)| WrittenSlice {
            codes: None,
            cells: 0,
            section: None,
            path: format!("{at} of {slices:?}"),
            bytes: vec![0; bytes],
        };
        Cut { axes: Vec::new(), rest: Rest::Zero, split: None, slices: slices.iter().enumerate().map(slice).collect() }
    }

    /// Numbers of codes of the area and of another dimension, numbers of views and cells, and the target of a tile.
    #[test]
    fn views_of_many_areas_have_small_tiles_if_the_views_are_few() {
        let list = |codes: u32| {
            let codes = (0..codes).map(|code| (format!("{code:06}"), Text::default())).collect();
            CodeList::new(codes).unwrap()
        };
        let dimension = |name: &str, codes: u32| Dimension {
            name: name.into(),
            label: Text::default(),
            note: None,
            role: None,
            codes: list(codes),
            levels: Vec::new(),
        };
        let spec = "cube = { id = \"a\", unit = \"person\", data = \"synthetic\", audience = \"public\" }\n\
                    key = { column = \"k\" }\ndimension = [{ name = \"area\" }, { name = \"age\" }]";
        let spec = CubeSpec::parse(spec, &|_| Err(String::new()), &|_| None).unwrap();
        let axes = [0, 1].map(|dimension| AxisRef { dimension, level: None });
        for (areas, views, cells, target) in [
            (255, 1, 65_536, None),
            (255, 1, 65_537, Some(1 << 15)),
            (256, 1, 8192, None),
            (256, 1, 8193, Some(1 << 12)),
            (5000, 1, 180_000, Some(1 << 12)),
            (5000, 1, 1_000_000, Some(15_625)),
            (5000, 1, 10_000_000, Some(1 << 15)),
            (5000, 8, 180_000, Some(5625)),
            (5000, 129, 65_536, None),
            (5000, 129, 180_000, Some(1 << 15)),
            (8192, 1, 8192, None),
            (8192, 1744, 8193, Some(1 << 12)),
            (8192, 1744, 65_537, Some(1 << 12)),
        ] {
            let dimensions = [dimension("area", areas), dimension("age", 36)];
            let cutting = Cutting { spec: &spec, dimensions: &dimensions, views, manifest: FutureManifest::Whole };
            let expected = target.map(|target| (0, target));
            assert_eq!(cutting.split_axis(&axes, cells), expected, "{areas} areas, {views} views, {cells} cells");
        }
    }

    #[test]
    fn small_views_share_files_in_order() {
        let cuts: Vec<Cut> =
            [&[10_usize][..], &[4095], &[4096], &[2000, 2000], &[4095], &[4095], &[300], &[4000]].map(cut_of).into();
        assert_eq!(shared(&cuts, 1), [vec![1, 3, 4, 5], vec![6, 7]]);
        let first = 4 + 1 + (4095 - 5) * 3 + (2000 - 5) * 2;
        assert_eq!(bytes(&cuts), 10 + 4096 + first + 4 + 1 + (300 - 5) + (4000 - 5));
        assert!(shared(&cuts[..1], 1).is_empty(), "the finest view stays alone");
        assert_eq!(shared(&cuts[..2], 0), [vec![0, 1]]);
    }

    #[test]
    fn as_many_codes_a_slice_as_fit() {
        let ranges = |column: &[u32], codes, target| -> Vec<_> {
            let mut by_code = vec![0; codes];
            count(column, &mut by_code);
            let slices = grouped(column, &super::ranges(&by_code, target));
            slices.into_iter().map(|(range, cells)| (range.unwrap(), cells)).collect()
        };
        let column = [0, 2, 2, 1, 4, 2];
        assert_eq!(ranges(&column, 6, 2), [((0, 1), vec![0, 3]), ((2, 2), vec![1, 2, 5]), ((3, 5), vec![4])]);
        assert_eq!(ranges(&[], 3, 2), [((0, 2), vec![])]);
    }
}

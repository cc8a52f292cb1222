//! Turns the cells of all threads into the cells of a cube.

use std::sync::Mutex;

use super::super::Collected;
use super::super::changes::{Counted, RecordStore};
use super::super::codes::CodeIds;
use super::super::finish::{self, Cells, Final, KeyFaults};
use super::super::never::Never;
use super::super::store::CellStore;
use super::packed::{Layout, Word, code};
use super::store::{Cell, Shard, Shards, Store};
use super::{Part, SharedCollector};
use crate::base::MAX_COUNT;
use crate::build::parallel::{in_parallel, sort};
use crate::key::check::KeyTally;
use crate::spec::CubeSpec;

impl SharedCollector<'_> {
    /// Sorts codes and cells, resolves levels and structural zeros, and applies the steps before tabulation. `parts` come
    /// from all threads. `None` if one thread has to read the records again, to name a problem.
    pub fn finish(self, parts: Vec<Part>) -> Option<Collected> {
        let codes = self.codes()?;
        let Self { spec, ids, store, runs, mut tally, .. } = self;
        let mut store = store.into_inner().ok()?;
        let ids = ids.into_iter().map(|ids| ids.into_inner().ok()).collect::<Option<Vec<CodeIds>>>()?;
        let (tallies, records): (Vec<KeyTally>, Vec<Option<RecordStore>>) =
            parts.into_iter().map(|part| (part.tally, part.records)).unzip();
        let records: Vec<RecordStore> = records.into_iter().flatten().collect();
        let merged = move || {
            tallies.iter().for_each(|other| tally.merge(other));
            tally.is_certain().then_some(tally)
        };
        if let Some(mut runs) = runs.and_then(|runs| runs.into_inner().ok()).filter(|runs| !runs.is_empty()) {
            store.move_to(&mut runs, &codes)?;
            let of = Final::new(spec, ids).ok()?;
            let mut tally = merged()?;
            let sorted = runs.sorted(of.lengths(), &of.ranks, spec.key.group, &[]).ok()?;
            tally.set_pairs(sorted.pairs);
            let faults = KeyFaults { of_records: tally.faults(), of_cells: Vec::new() };
            return Some(Collected::OnDisk(of.into_stored(sorted, faults).into()));
        }
        // One thread tests the keys. Meanwhile, the cells are sorted, or the records of all threads are joined.
        let (cells, key_faults) = std::thread::scope(|scope| {
            let faults = scope.spawn(move || merged().map(|tally| tally.faults()));
            let cells = match records.is_empty() {
                true => Self::cells(spec, ids, store).map(Ok),
                false => Self::records(spec, (ids, store), records).map(Err),
            };
            let of_records = faults.join().ok()??;
            Some((cells?, KeyFaults { of_records, of_cells: Vec::new() }))
        })?;
        let cells = match cells {
            Ok(cells) if spec.pretabular.steps.is_empty() => Cells { key_faults, ..cells },
            Ok(cells) => {
                let (of, store) = CellStore::of_cells(cells, spec.key.group);
                Counted::of_cells(store).finish(spec, of, key_faults, Vec::new()).ok()?
            }
            Err((records, of, cells)) => records.finish(spec, of, key_faults, cells).ok()?,
        };
        Some(Collected::InMemory(cells.into()))
    }

    /// The records of all threads, the dimensions, and the number of cells.
    fn records(
        spec: &CubeSpec,
        (ids, store): (Vec<CodeIds>, Store),
        records: Vec<RecordStore>,
    ) -> Option<(RecordStore, Final, usize)> {
        is_possible(spec, store.layout(), &ids, &store.shards).then_some(())?;
        let cells = store.len()?;
        drop(store);
        let mut all = RecordStore::new(spec);
        records.into_iter().try_for_each(|records| all.append(records))?;
        Some((all, Final::new(spec, ids).ok()?, cells)).filter(|(all, ..)| all.has_whole_units())
    }

    /// The cells in their final order, without faults of their keys.
    fn cells(spec: &CubeSpec, ids: Vec<CodeIds>, store: Store) -> Option<Cells> {
        let layout = store.layout().clone();
        is_possible(spec, &layout, &ids, &store.shards).then_some(())?;
        let of = Final::new(spec, ids).ok()?;
        let widths: Vec<u32> = of.dimensions.iter().map(|dimension| finish::bits(dimension.codes.len())).collect();
        let to = Layout::new(&widths)?;
        match (store.shards, to.is_narrow()) {
            (Shards::Narrow(shards), true) => cells::<_, u64>(shards, (&layout, &to), of),
            (Shards::Narrow(shards), false) => cells::<_, u128>(shards, (&layout, &to), of),
            (Shards::Wide(shards), true) => cells::<_, u64>(shards, (&layout, &to), of),
            (Shards::Wide(shards), false) => cells::<_, u128>(shards, (&layout, &to), of),
        }
    }
}

/// Whether no cell is a structural zero.
fn is_possible(spec: &CubeSpec, layout: &Layout, ids: &[CodeIds], shards: &Shards) -> bool {
    fn check<W: Word>(spec: &CubeSpec, layout: &Layout, ids: &[CodeIds], shards: &[Mutex<Shard<W>>]) -> bool {
        let rules = || spec.structural_zeros.iter().map(Never::new).collect::<Vec<_>>();
        let work = |rules: &mut Vec<Never>, shard: &Mutex<Shard<W>>| {
            let mut coordinate = Vec::new();
            for cell in &shard.lock().map_err(|_| ())?.cells {
                coordinate.clear();
                coordinate.extend(layout.codes(cell.codes));
                if rules.iter_mut().any(|rule| rule.covers(&coordinate, ids)) {
                    return Err(());
                }
            }
            Ok(())
        };
        spec.structural_zeros.is_empty() || in_parallel(shards, rules, work, &mut |_| ()).is_ok()
    }
    match shards {
        Shards::Narrow(shards) => check(spec, layout, ids, shards),
        Shards::Wide(shards) => check(spec, layout, ids, shards),
    }
}

/// The cells in their final order.
fn cells<V: Word, W: Word>(shards: Vec<Mutex<Shard<V>>>, (from, to): (&Layout, &Layout), of: Final) -> Option<Cells> {
    let work = |(): &mut (), shard: &Mutex<Shard<V>>| {
        let cells = std::mem::take(&mut *shard.lock().map_err(|_| ())?).cells;
        let last = |Cell { codes, key, count }: Cell<V>| {
            let codes = from.codes(codes).zip(&of.ranks).map(|(code, rank)| rank[code as usize]);
            Cell { codes: to.pack::<W>(codes), key, count }
        };
        Ok::<Vec<Cell<W>>, ()>(cells.into_iter().map(last).collect())
    };
    let parts = in_parallel(&shards, || (), work, &mut |_| ()).ok()?;
    drop(shards);
    let mut cells = Vec::with_capacity(parts.iter().map(Vec::len).sum());
    parts.into_iter().for_each(|part| cells.extend(part));
    // All cells differ in their codes, which come first.
    sort(&mut cells);
    let population: u64 = cells.iter().try_fold(0_u64, |sum, cell| sum.checked_add(cell.count.into()))?;
    (population <= MAX_COUNT).then_some(())?;
    let column = |(): &mut (), &field: &(u32, u32)| {
        Ok::<Vec<u32>, ()>(cells.iter().map(|cell| code(cell.codes, field)).collect())
    };
    let (coords, counts, keys) = std::thread::scope(|scope| {
        let counts = scope.spawn(|| cells.iter().map(|cell| cell.count.into()).collect());
        let keys = scope.spawn(|| cells.iter().map(|cell| cell.key).collect());
        let coords = in_parallel(to.fields(), || (), column, &mut |_| ()).ok()?;
        Some((coords, counts.join().ok()?, keys.join().ok()?))
    })?;
    Some(of.into_cells(coords, (counts, keys), population, KeyFaults::default()))
}

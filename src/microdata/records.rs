//! Records in columns, and the units that they belong to.

use std::cell::OnceCell;

use super::draw::Tickets;
use super::units::UnitColumn;

/// All records of a dataset in columns.
#[derive(Debug, Clone)]
pub struct Records {
    /// For each dimension, the position of each record's code.
    columns: Vec<Vec<u32>>,
    /// The columns before the first change, for the dimensions that a step has changed.
    originals: Vec<Option<Vec<u32>>>,
    keys: Vec<u64>,
    /// The weight of each record. Empty while all weights are 1.
    weights: Vec<u32>,
    changed: Vec<bool>,
    households: Vec<Households>,
    /// For each dimension, the hash of each code.
    hashes: Vec<Vec<u64>>,
    /// A number that identifies each record, and that no step changes. Steps for households do not need it.
    tickets: OnceCell<Vec<u128>>,
}

/// The units of one column of identifiers, for example households.
#[derive(Debug, Clone)]
struct Households {
    tickets: Vec<u128>,
    /// For each record, the position of its household.
    of: Vec<u32>,
    /// The records of unit u are `members[start[u]..start[u + 1]]`.
    start: Vec<u32>,
    members: Vec<u32>,
}

impl Records {
    /// Takes records in columns. `codes` has the texts of each dimension's codes, `keys` may be empty. There are at most
    /// 2^32 − 2 records, and all columns have the same length.
    ///
    /// A record is identified by its codes, its key and its units. Records that agree in all of them are numbered:
    /// nobody can tell which of them is which, so their order does not matter.
    pub fn new(columns: Vec<Vec<u32>>, codes: &[Vec<&str>], keys: Vec<u64>, units: Vec<UnitColumn>) -> Self {
        let records = columns.first().map_or(0, Vec::len);
        let of_code = Tickets::new("code");
        let hashes: Vec<Vec<u64>> =
            codes.iter().map(|codes| codes.iter().map(|code| of_code.of(code.as_bytes()) as u64).collect()).collect();
        Self {
            originals: vec![None; columns.len()],
            columns,
            keys,
            weights: Vec::new(),
            changed: vec![false; records],
            households: units.into_iter().map(Households::new).collect(),
            hashes,
            tickets: OnceCell::new(),
        }
    }

    /// The number of records.
    pub fn len(&self) -> usize {
        self.changed.len()
    }

    /// Whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.changed.is_empty()
    }

    /// The position of a record's code of a dimension, after the steps so far.
    pub fn code(&self, dimension: usize, record: usize) -> u32 {
        self.columns[dimension][record]
    }

    /// The position of a record's code of a dimension, before all steps.
    pub fn original_code(&self, dimension: usize, record: usize) -> u32 {
        self.originals[dimension].as_ref().unwrap_or(&self.columns[dimension])[record]
    }

    /// The key of a record, or 0 if records have no keys.
    pub fn key(&self, record: usize) -> u64 {
        self.keys.get(record).copied().unwrap_or(0)
    }

    /// How often a record counts.
    pub fn weight(&self, record: usize) -> u32 {
        self.weights.get(record).copied().unwrap_or(1)
    }

    /// Whether the steps have changed a record: its codes, or its weight to another number than 1.
    pub fn is_changed(&self, record: usize) -> bool {
        // A later step may give a record its own code back.
        let differs =
            |(own, now): (&Option<Vec<u32>>, &Vec<u32>)| own.as_ref().is_some_and(|own| own[record] != now[record]);
        self.changed[record] && (self.weight(record) != 1 || self.originals.iter().zip(&self.columns).any(differs))
    }

    /// The number that identifies a record.
    pub(crate) fn ticket(&self, record: usize) -> u128 {
        self.tickets()[record]
    }

    /// The numbers that identify the records, from their codes before all steps.
    fn tickets(&self) -> &[u128] {
        self.tickets.get_or_init(|| {
            let of_record = Tickets::new("record");
            let mut bytes = Vec::with_capacity(8 * self.columns.len() + 8 + 16 * self.households.len());
            let ticket = |record| {
                bytes.clear();
                for (dimension, hashes) in self.hashes.iter().enumerate() {
                    bytes.extend_from_slice(&hashes[self.original_code(dimension, record) as usize].to_le_bytes());
                }
                bytes.extend_from_slice(&self.key(record).to_le_bytes());
                for households in &self.households {
                    bytes.extend_from_slice(&households.tickets[households.of[record] as usize].to_le_bytes());
                }
                of_record.of(&bytes)
            };
            let mut tickets: Vec<u128> = (0..self.len()).map(ticket).collect();
            number_repeats(&mut tickets);
            tickets
        })
    }

    /// The units of a column of identifiers, or the records themselves.
    pub(super) fn units(&self, column: Option<usize>) -> Units<'_> {
        match column {
            Some(column) => Units { households: Some(&self.households[column]), tickets: &[] },
            None => Units { households: None, tickets: self.tickets() },
        }
    }

    /// Gives records another code of a dimension.
    pub(super) fn set_codes(&mut self, dimension: usize, codes: impl Iterator<Item = (usize, u32)>) {
        let column = &mut self.columns[dimension];
        if self.originals[dimension].is_none() {
            self.originals[dimension] = Some(column.clone());
        }
        for (record, code) in codes {
            self.changed[record] |= column[record] != code;
            column[record] = code;
        }
    }

    /// Multiplies the weights of records.
    pub(super) fn multiply_weights(&mut self, weights: impl Iterator<Item = (usize, u32)>) {
        self.weights.resize(self.changed.len(), 1);
        for (record, weight) in weights {
            self.changed[record] |= weight != 1;
            self.weights[record] = self.weights[record].saturating_mul(weight);
        }
    }
}

impl Households {
    fn new(units: UnitColumn) -> Self {
        let UnitColumn { tickets, of, .. } = units;
        let mut start = vec![0_u32; tickets.len() + 1];
        of.iter().for_each(|&unit| start[unit as usize + 1] += 1);
        for unit in 0..tickets.len() {
            start[unit + 1] += start[unit];
        }
        let mut next = start.clone();
        let mut members = vec![0; of.len()];
        for (record, &unit) in (0..).zip(&of) {
            members[next[unit as usize] as usize] = record;
            next[unit as usize] += 1;
        }
        Self { tickets, of, start, members }
    }
}

/// Gives records with equal tickets different ones.
fn number_repeats(tickets: &mut [u128]) {
    // Sorting the high halves takes half the memory. The low halves decide only among equal high halves.
    let mut order: Vec<(u64, u32)> =
        (0..).zip(tickets.iter()).map(|(record, ticket)| ((ticket >> 64) as u64, record)).collect();
    order.sort_unstable();
    let again = Tickets::new("repeat");
    for run in order.chunk_by_mut(|a, b| a.0 == b.0).filter(|run| run.len() > 1) {
        run.sort_unstable_by_key(|(_, record)| tickets[*record as usize]);
        for run in
            run.chunk_by(|a, b| tickets[a.1 as usize] == tickets[b.1 as usize]).map(<[_]>::to_vec).collect::<Vec<_>>()
        {
            for (number, (_, record)) in (1_u64..).zip(run).skip(1) {
                let first = tickets[record as usize];
                tickets[record as usize] = again.of(&[&first.to_le_bytes()[..], &number.to_le_bytes()].concat());
            }
        }
    }
}

/// The units of a step: households, or records.
#[derive(Clone, Copy)]
pub(super) struct Units<'a> {
    households: Option<&'a Households>,
    tickets: &'a [u128],
}

impl<'a> Units<'a> {
    pub fn len(&self) -> usize {
        self.households.map_or(self.tickets.len(), |households| households.tickets.len())
    }

    pub fn ticket(&self, unit: usize) -> u128 {
        self.households.map_or(self.tickets, |households| &households.tickets)[unit]
    }

    /// The records of a unit. Every unit has at least one.
    pub fn members(self, unit: usize) -> impl ExactSizeIterator<Item = usize> + use<'a> {
        let (start, end) = match self.households {
            Some(households) => (households.start[unit] as usize, households.start[unit + 1] as usize),
            None => (unit, unit + 1),
        };
        (start..end).map(move |at| self.households.map_or(at, |households| households.members[at] as usize))
    }

    /// A record of the unit. All its records have the same code of a step's variable.
    pub fn first(self, unit: usize) -> usize {
        self.households.map_or(unit, |households| households.members[households.start[unit] as usize] as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(rows: &[(u32, u64, &str)]) -> Records {
        let mut units = UnitColumn::default();
        for &(.., household) in rows {
            let unit = units.unit(household);
            units.extend(unit);
        }
        let column = rows.iter().map(|row| row.0).collect();
        Records::new(vec![column], &[vec!["a", "b"]], rows.iter().map(|row| row.1).collect(), vec![units])
    }

    #[test]
    fn tickets_do_not_depend_on_the_order_of_records() {
        let rows = [(0, 7, "h1"), (1, 7, "h1"), (0, 7, "h1"), (0, 7, "h2"), (0, 7, "h1")];
        let mut backwards = rows;
        backwards.reverse();
        let sorted = |records: &Records| {
            let mut tickets = records.tickets().to_vec();
            tickets.sort_unstable();
            tickets
        };
        let (one, other) = (records(&rows), records(&backwards));
        assert_eq!(sorted(&one), sorted(&other));
        let mut distinct = sorted(&one);
        distinct.dedup();
        assert_eq!(distinct.len(), rows.len(), "equal records have different tickets");
        // A record that differs from all others has its own ticket in any order.
        assert_eq!((one.ticket(1), one.ticket(3)), (other.ticket(3), other.ticket(1)));
    }

    #[test]
    fn units_have_their_records() {
        let records = records(&[(0, 1, "h1"), (1, 2, "h2"), (0, 3, "h1")]);
        let households = records.units(Some(0));
        let of = |units: Units<'_>, unit| units.members(unit).collect::<Vec<_>>();
        assert_eq!((households.len(), of(households, 0), of(households, 1)), (2, vec![0, 2], vec![1]));
        assert_eq!((households.first(0), households.first(1)), (0, 1));
        let own = records.units(None);
        assert_eq!((own.len(), of(own, 2), own.first(2)), (3, vec![2], 2));
    }

    #[test]
    fn original_codes_stay() {
        let mut records = records(&[(0, 1, "h1"), (1, 2, "h2")]);
        records.set_codes(0, [(0, 1), (1, 1)].into_iter());
        records.multiply_weights([(1, 3)].into_iter());
        let of = |record| (records.code(0, record), records.original_code(0, record), records.weight(record));
        assert_eq!([of(0), of(1)], [(1, 0, 1), (1, 1, 3)]);
        assert_eq!([records.is_changed(0), records.is_changed(1)], [true, true]);
    }
}

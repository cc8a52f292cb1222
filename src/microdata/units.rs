//! Numbers the units that records belong to, for example households.

use hashbrown::HashTable;

use super::draw::Tickets;

/// The unit of each record. The first 128 bits of a SHA-256 hash of its identifier identify a unit. Steps draw the unit's
/// random numbers from these bits. The memory holds only the last identifier.
#[derive(Clone)]
pub struct UnitColumn {
    of_unit: Tickets,
    /// The hash of each unit, in order of appearance.
    pub(super) tickets: Vec<u128>,
    /// For each record, the position of its unit.
    pub(super) of: Vec<u32>,
    index: HashTable<u32>,
    /// The last identifier and its unit. It is tried first, because the persons of a household often follow each other.
    last: (String, u32),
}

/// Shows no identifier.
impl std::fmt::Debug for UnitColumn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("UnitColumn").field("units", &self.tickets.len()).field("records", &self.of.len()).finish()
    }
}

impl Default for UnitColumn {
    fn default() -> Self {
        let of_unit = Tickets::new("unit");
        Self { of_unit, tickets: Vec::new(), of: Vec::new(), index: HashTable::new(), last: (String::new(), u32::MAX) }
    }
}

impl UnitColumn {
    /// The position of a unit. A new unit is added. `None` beyond 2^32 − 2 units.
    pub fn unit(&mut self, identifier: &str) -> Option<u32> {
        if self.last.1 < u32::MAX && self.last.0 == identifier {
            return Some(self.last.1);
        }
        let unit = self.unit_of(self.of_unit.of(identifier.as_bytes()))?;
        self.last.0.clear();
        self.last.0.push_str(identifier);
        self.last.1 = unit;
        Some(unit)
    }

    fn unit_of(&mut self, ticket: u128) -> Option<u32> {
        // Part of a SHA-256 hash is uniform enough for this table.
        let hash = |ticket: u128| ticket as u64;
        let tickets = &self.tickets;
        if let Some(&unit) = self.index.find(hash(ticket), |&unit| tickets[unit as usize] == ticket) {
            return Some(unit);
        }
        let unit = u32::try_from(tickets.len()).ok().filter(|unit| *unit < u32::MAX - 1)?;
        self.tickets.push(ticket);
        let tickets = &self.tickets;
        self.index.insert_unique(hash(ticket), unit, |&unit| hash(tickets[unit as usize]));
        Some(unit)
    }

    /// Adds records with the positions of their units.
    pub fn extend(&mut self, units: impl IntoIterator<Item = u32>) {
        self.of.extend(units);
    }

    /// Adds the units and the records of another column. `None` beyond 2^32 − 2 units.
    pub fn append(&mut self, other: Self) -> Option<()> {
        let Self { tickets, of, .. } = other;
        if self.tickets.is_empty() {
            (self.tickets, self.index) = (tickets, other.index);
            self.of.extend(of);
            return Some(());
        }
        let units = tickets.into_iter().map(|ticket| self.unit_of(ticket)).collect::<Option<Vec<u32>>>()?;
        self.of.extend(of.into_iter().map(|unit| units[unit as usize]));
        Some(())
    }

    /// The number of units.
    pub fn len(&self) -> usize {
        self.tickets.len()
    }

    /// Whether there are no units.
    pub fn is_empty(&self) -> bool {
        self.tickets.is_empty()
    }

    /// For each record, the position of its unit.
    pub fn of(&self) -> &[u32] {
        &self.of
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_appended_column_keeps_its_units() {
        let column = |identifiers: &[&str]| {
            let mut units = UnitColumn::default();
            for identifier in identifiers {
                let unit = units.unit(identifier);
                units.extend(unit);
            }
            units
        };
        let (first, second) = (["h1", "h2", "h1", "", "h2"], ["h3", "h2", "h2", "h1", ""]);
        let whole = column(&[first, second].concat());
        assert_eq!((whole.of(), whole.len()), (&[0, 1, 0, 2, 1, 3, 1, 1, 0, 2][..], 4));
        for mut start in [UnitColumn::default(), column(&[])] {
            start.append(column(&first)).and_then(|()| start.append(column(&second))).expect("there are few units");
            assert_eq!((&start.tickets, start.of()), (&whole.tickets, whole.of()));
            // Later units are found, too.
            assert_eq!((start.unit("h3"), start.unit("h4")), (Some(3), Some(4)));
        }
    }
}

//! Moves: records that came, went or changed, and the moves that an attacker could confuse with them.

use super::space::Trait;

/// What happened to a record between the releases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Added,
    Removed,
    /// One or more answers changed. The key stayed.
    Changed,
}

/// A record that came, went or changed.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Move {
    pub kind: Kind,
    /// The classes in the new release. A removed record has the classes of the old release here.
    pub record: Vec<u32>,
    /// The classes in the old release. Only a changed record has other classes here.
    pub before: Vec<u32>,
}

impl Move {
    /// The traits with a new answer.
    pub fn changes(&self) -> impl Iterator<Item = usize> {
        (0..self.record.len()).filter(|&at| self.record[at] != self.before[at])
    }

    /// A changed record has a new answer, and no other record has one.
    fn is_possible(&self) -> bool {
        (self.kind == Kind::Changed) == (self.record != self.before)
    }

    /// The opposite: a record that went instead of came, or a changed record with old and new answers exchanged.
    pub fn reverse(&self) -> Self {
        let kind = match self.kind {
            Kind::Added => Kind::Removed,
            Kind::Removed => Kind::Added,
            Kind::Changed => Kind::Changed,
        };
        Self { kind, record: self.before.clone(), before: self.record.clone() }
    }

    /// The same move with another old and new class of a trait.
    fn with(&self, at: usize, before: u32, after: u32) -> Self {
        let mut other = self.clone();
        (other.before[at], other.record[at]) = (before, after);
        other
    }

    /// The moves that differ from this move in one trait, and the opposite. The trait has another class, another old or new
    /// class, or old and new class exchanged.
    pub fn alternatives(&self, traits: &[Trait]) -> Vec<Self> {
        let mut others = vec![self.reverse()];
        for (at, of) in traits.iter().enumerate() {
            let (before, after) = (self.before[at], self.record[at]);
            for class in 0..of.shares.len() as u32 {
                others.push(self.with(at, class, class));
                if self.kind == Kind::Changed {
                    others.extend([self.with(at, class, after), self.with(at, before, class)]);
                }
            }
            if before != after {
                others.push(self.with(at, after, before));
            }
        }
        others.retain(|other| other != self && other.is_possible());
        others.sort_unstable();
        others.dedup();
        others
    }
}

/// The traits whose classes two moves can exchange. The classes must differ. A new answer can go to changed records only.
pub(super) fn exchangeable([one, other]: &[Move; 2]) -> Vec<usize> {
    let classes = |of: &Move, at: usize| (of.before[at], of.record[at]);
    let are_changed = one.kind == Kind::Changed && other.kind == Kind::Changed;
    let is_old = |of: &Move, at: usize| of.before[at] == of.record[at];
    (0..one.record.len())
        .filter(|&at| classes(one, at) != classes(other, at))
        .filter(|&at| are_changed || is_old(one, at) && is_old(other, at))
        .collect()
}

/// Two moves after they exchanged the old and new class of a trait.
pub(super) fn exchange([one, other]: &[Move; 2], at: usize) -> [Move; 2] {
    [one.with(at, other.before[at], other.record[at]), other.with(at, one.before[at], one.record[at])]
}

/// Two changed records after they exchanged all new answers: each old record is linked to the other new record.
pub(super) fn relink([one, other]: &[Move; 2]) -> [Move; 2] {
    let link = |old: &Move, new: &Move| Move { record: new.record.clone(), ..old.clone() };
    [link(one, other), link(other, one)]
}

/// Whether both moves are possible.
pub(super) fn are_possible(pair: &[Move; 2]) -> bool {
    pair.iter().all(Move::is_possible)
}

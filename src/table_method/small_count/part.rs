//! The search among the cells that are rounded together.

use super::above::Above;

/// Most passes over the cells of a part that exchange cells.
const PASSES: usize = 10;

/// Cells that are rounded together, and the published cells that contain some of these cells, but not all. The number
/// of cells that rise is fixed. So the choice of these cells does not change a published cell that contains all of
/// them.
pub(super) struct Part {
    base: i64,
    /// Start of each member's groups in `groups`, then the end.
    group_starts: Vec<u32>,
    groups: Vec<u32>,
    /// Start of each group's members in `members`, then the end. A group is a published cell.
    member_starts: Vec<u32>,
    members: Vec<u32>,
    /// The sum of (count − value) over each member's groups.
    pulls: Vec<i64>,
    /// Number of each member's groups, times the base.
    weights: Vec<i64>,
    has_risen: Vec<bool>,
}

impl Part {
    /// Starts a search with the values of the published cells. `falls` is the count minus the value of each cell.
    pub(super) fn new(cells: &[usize], above: &Above, falls: &[i64], base: i64) -> Self {
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for (member, &small) in (0..).zip(cells) {
            pairs.extend(above.of(small).iter().map(|&cell| (cell, member)));
        }
        pairs.sort_unstable();
        let (mut member_starts, mut members) = (vec![0], Vec::new());
        let mut of = Vec::new();
        let mut pulls = vec![0; cells.len()];
        for group in pairs.chunk_by(|one, next| one.0 == next.0).filter(|group| group.len() < cells.len()) {
            for &(cell, member) in group {
                members.push(member);
                of.push((member, member_starts.len() as u32 - 1));
                pulls[member as usize] += falls[cell as usize];
            }
            member_starts.push(members.len() as u32);
        }
        of.sort_unstable();
        let start = |member: usize| of.partition_point(|&(other, _)| (other as usize) < member) as u32;
        let group_starts: Vec<u32> = (0..=cells.len()).map(start).collect();
        Self {
            base,
            weights: group_starts.windows(2).map(|range| i64::from(range[1] - range[0]) * base).collect(),
            group_starts,
            groups: of.into_iter().map(|(_, group)| group).collect(),
            member_starts,
            members,
            pulls,
            has_risen: vec![false; cells.len()],
        }
    }

    /// Sets whether a member has risen before this search.
    pub(super) fn start(&mut self, member: usize, has_risen: bool) {
        self.has_risen[member] = has_risen;
    }

    /// Whether a member has risen.
    pub(super) fn has_risen(&self, member: usize) -> bool {
        self.has_risen[member]
    }

    /// Lets the best member rise, if one is left.
    pub(super) fn rise(&mut self) {
        if let Some(best) = self.best() {
            self.turn(best);
        }
    }

    /// Exchanges a member that has risen with one that has not, as long as this lowers the sum of squares. Returns the
    /// number of exchanges.
    pub(super) fn exchange(&mut self) -> usize {
        let mut exchanges = 0;
        for _ in 0..PASSES {
            let before = exchanges;
            for member in 0..self.has_risen.len() {
                if self.has_risen[member] && self.exchange_one(member) {
                    exchanges += 1;
                }
            }
            if exchanges == before {
                break;
            }
        }
        exchanges
    }

    /// Exchanges one member that has risen with the best other member, if this lowers the sum of squares.
    fn exchange_one(&mut self, member: usize) -> bool {
        // (pull + base)² − pull², summed over the member's groups and divided by the base.
        let cost = 2 * self.pulls[member] + self.weights[member];
        self.turn(member);
        match self.best() {
            Some(best) if self.gain(best) > cost => {
                self.turn(best);
                true
            }
            _ => {
                self.turn(member);
                false
            }
        }
    }

    /// The first of the members that lower the sum of squares most by rising.
    fn best(&self) -> Option<usize> {
        let mut best: Option<(i64, usize)> = None;
        for member in (0..self.has_risen.len()).filter(|&member| !self.has_risen[member]) {
            let gain = self.gain(member);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, member));
            }
        }
        best.map(|(_, member)| member)
    }

    /// The fall of the sum of squares if a member rises, divided by the base: pull² − (pull − base)², over its groups.
    fn gain(&self, member: usize) -> i64 {
        2 * self.pulls[member] - self.weights[member]
    }

    /// Turns a member from 0 to the base or back, and updates the pulls of all members that share a group.
    fn turn(&mut self, member: usize) {
        let change = if self.has_risen[member] { self.base } else { -self.base };
        self.has_risen[member] = !self.has_risen[member];
        for &group in &self.groups[self.group_starts[member] as usize..self.group_starts[member + 1] as usize] {
            let range = self.member_starts[group as usize] as usize..self.member_starts[group as usize + 1] as usize;
            self.members[range].iter().for_each(|&other| self.pulls[other as usize] += change);
        }
    }
}

//! The steps by which an attacker reaches the claims of the examples. A page shows them one after another.

use super::bounds::Bounds;
use super::equations::Equations;
use super::{Evidence, Step, StepCell, words};

/// The largest number of cells in a step.
pub(super) const MOST_CELLS: usize = 8;
/// The largest number of sums that are shown in full.
const MOST_SUMS: usize = 3;

/// Reads cells by their numbers in [`Equations`].
pub(super) struct Cells<'a> {
    pub evidence: &'a Evidence,
    pub lines: &'a Equations,
}

impl Cells<'_> {
    /// A cell with its codes and its value.
    pub fn of(&self, cell: usize) -> StepCell {
        let (view, place) = self.lines.place(cell);
        words::step_cell(self.evidence, &self.evidence.views[view], place)
    }

    /// A step with the first of some cells. It says how many cells are left out.
    fn step(&self, says: String, cells: &[usize]) -> Step {
        let shown = cells.iter().take(MOST_CELLS).map(|&cell| self.of(cell));
        Step::new(says + &left_out(cells.len())).with(shown)
    }

    /// A group, its part, and their most likely difference.
    pub fn difference(&self, whole: usize, part: usize, difference: u64, chance: f64) -> Vec<Step> {
        let [of_whole, of_part] = [self.of(whole), self.of(part)];
        let subtract = of_whole
            .value
            .zip(of_part.value)
            .map(|(whole, part)| Step::new(format!("The first value less the second value is {}.", whole - part)));
        let mut steps = vec![Step::new("The first group contains the second group.").with([of_whole, of_part])];
        steps.extend(subtract);
        steps.push(Step::new(format!(
            "The attacker computes from the p-table how likely each true difference is. The likeliest one is {}, with a \
             probability of {chance:.2}.",
            records(difference)
        )));
        steps
    }

    /// A cell's value, the sums of its parts along other axes, and their average.
    pub fn average(&self, cell: usize, average: f64, deviation: f64) -> Vec<Step> {
        let mut steps = vec![Step::new("The attacker starts with the value of this cell.").with([self.of(cell)])];
        // A total with a single part counts the same records as the part, so both have the same noise.
        let is_sum = |&line: &usize| self.lines.line(line).0 == cell && self.lines.line(line).1.len() > 1;
        let sums: Vec<usize> = self.lines.of(cell).filter(is_sum).collect();
        for &line in sums.iter().take(MOST_SUMS) {
            let parts = self.lines.line(line).1;
            let values: Option<Vec<i64>> = parts.iter().map(|&part| self.of(part as usize).value).collect();
            let Some(values) = values else { continue };
            let says = format!(
                "These {} parts together are the same people. Their values add up to {}.",
                parts.len(),
                values.iter().sum::<i64>()
            );
            let parts: Vec<usize> = parts.iter().map(|&part| part as usize).collect();
            steps.push(self.step(says, &parts));
        }
        if sums.len() > MOST_SUMS {
            let more = match sums.len() - MOST_SUMS {
                1 => "One more sum counts the same people.".to_owned(),
                more => format!("{more} more sums count the same people."),
            };
            steps.push(Step::new(more));
        }
        steps.push(Step::new(format!(
            "The average of all estimates is {average:.2}, with a standard deviation of {deviation:.2}. Estimates with \
             less noise have more weight. The rounded average is {}.",
            average.round().max(0.0)
        )));
        steps
    }

    /// A cell that is published as 0, and the values that prove records in it.
    pub fn presence(&self, bounds: &Bounds, cell: usize) -> Vec<Step> {
        let mut steps = vec![Step::new("This cell is published as 0. It looks empty.").with([self.of(cell)])];
        let least = bounds.least[cell];
        let sum = |cells: &[usize], of: &[i64]| cells.iter().map(|&cell| of[cell]).sum::<i64>();
        let parts = |line: usize| self.lines.line(line).1.iter().map(|&part| part as usize).collect::<Vec<usize>>();
        // The cell is the total of parts that have records.
        let below = self.lines.of(cell).filter(|&line| self.lines.line(line).0 == cell).map(parts);
        let below = below.max_by_key(|parts| sum(parts, &bounds.least)).filter(|parts| sum(parts, &bounds.least) > 0);
        // The cell is a part, and the other parts are too few for their total.
        let above = self.lines.up(cell).find_map(|line| {
            let whole = self.lines.line(line).0;
            let others: Vec<usize> = parts(line).into_iter().filter(|&part| part != cell).collect();
            let most = sum(&others, &bounds.most);
            (bounds.least[whole] > most).then_some((whole, others, most))
        });
        // The total has two possible parts, and the other part has another value than the total.
        let pair = self.lines.up(cell).find_map(|line| {
            let open: Vec<usize> = parts(line).into_iter().filter(|&part| bounds.most[part] > 0).collect();
            let whole = self.lines.line(line).0;
            let other = *open.iter().find(|&&part| part != cell)?;
            (open.len() == 2 && self.of(whole).value != self.of(other).value).then_some((whole, other))
        });
        if let Some(parts) = below {
            let records = records(sum(&parts, &bounds.least).unsigned_abs());
            let says =
                format!("These are parts of the cell. All published values together prove at least {records} in them.");
            steps.push(self.step(says, &parts));
        } else if let Some((whole, others, most)) = above {
            let of_whole = records(bounds.least[whole].unsigned_abs());
            let says = format!("All published values together prove that this total has at least {of_whole}.");
            steps.push(self.step(says, &[whole]));
            let of_others = records(most.unsigned_abs());
            steps.push(self.step(format!("The other parts of the total have at most {of_others} together."), &others));
        } else if let Some((whole, other)) = pair {
            let says = "If the cell were empty, this total and its only other part would have the same records, and so the \
                        same value. The values differ.";
            steps.push(self.step(says.into(), &[whole, other]));
        } else {
            let wholes: Vec<usize> = self.lines.up(cell).map(|line| self.lines.line(line).0).collect();
            let says = "The values of these totals and of their parts leave no count of 0.";
            steps.push(self.step(says.into(), &wholes));
        }
        steps.push(Step::new(format!("So the cell has at least {}.", records(least.unsigned_abs()))));
        steps
    }

    /// A cell with a likely count of 1 or 2: from its value alone, and from all sums.
    pub fn likely(&self, cell: usize, alone: f64, chance: f64) -> Vec<Step> {
        let own = format!("The value alone gives a count of 1 or 2 a probability of {alone:.3}.");
        let mut steps = vec![Step::new(own).with([self.of(cell)])];
        steps.extend(self.sums(
            cell,
            "The attacker combines each value with all sums that contain it, until the probabilities no longer change.",
        ));
        steps.push(Step::new(format!("All values together give a count of 1 or 2 a probability of {chance:.3}.")));
        steps
    }

    /// A cell with only one possible count: from its value alone, from all sums, and from a linear program.
    pub fn certain(&self, alone: &Bounds, bounds: &Bounds, cell: usize, count: i64) -> Vec<Step> {
        let range = |bounds: &Bounds| match (bounds.least[cell], bounds.most[cell]) {
            (least, most) if least == most => format!("only the count {least}"),
            (least, most) => format!("the counts from {least} to {most}"),
        };
        let mut steps = vec![Step::new(format!("The value alone allows {}.", range(alone))).with([self.of(cell)])];
        if alone.is_known(cell) {
            return steps;
        }
        steps.extend(self.sums(cell, "True counts add up to true totals, so each value limits the other counts."));
        steps.push(Step::new(format!("All sums together allow {}.", range(bounds))));
        if !bounds.is_known(cell) {
            steps.push(Step::new(format!("A linear program over all sums leaves only the count {count}.")));
        }
        steps
    }

    /// The totals that contain a cell.
    fn sums(&self, cell: usize, then: &str) -> Option<Step> {
        let wholes: Vec<usize> = self.lines.up(cell).map(|line| self.lines.line(line).0).collect();
        let says = match wholes.len() {
            0 => return None,
            1 => format!("One total contains the cell. {then}"),
            many => format!("{many} totals contain the cell. {then}"),
        };
        Some(self.step(says, &wholes))
    }
}

/// How many cells a step leaves out, in words.
fn left_out(cells: usize) -> String {
    match cells.saturating_sub(MOST_CELLS) {
        0 => String::new(),
        1 => " One more cell is not listed.".into(),
        more => format!(" {more} more cells are not listed."),
    }
}

/// A number of records in words.
fn records(number: u64) -> String {
    if number == 1 { "1 record".into() } else { format!("{number} records") }
}

/// A total, its only part with records, and the parts that may be empty.
pub(super) fn equal(total: StepCell, only: StepCell, others: Vec<StepCell>) -> Vec<Step> {
    let value = only.value.is_some() && only.value == total.value;
    let says = if value {
        "A total and one of its parts have the same value."
    } else {
        "Only one part of a total has records."
    };
    vec![
        Step::new(says).with([total, only]),
        Step::new(format!("The value of each other part is possible for an empty cell.{}", left_out(others.len())))
            .with(others.into_iter().take(MOST_CELLS)),
        Step::new("So the attacker concludes that all records of the total are in this one part."),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::audit::sample::Sample;
    use crate::audit::system::System;
    use crate::audit::{Finding, averaging, differencing, equality, hidden_presence, posterior, reconstruction};

    const NO_METHOD: &str = r#"{ "kind": "none" }"#;

    fn says(finding: &Finding) -> Vec<&str> {
        finding.example.iter().flat_map(|example| &example.steps).map(|step| step.says.as_str()).collect()
    }

    /// A code of 0 records, and a code of one record: without noise, every attack reaches its claim at once.
    #[test]
    fn steps_by_hand() {
        let sample = Sample::empty(&[3, 2]).add(&[0, 0], 6).add(&[0, 1], 1).add(&[1, 0], 9);
        let evidence = sample.method(NO_METHOD, "").evidence(&["", "0", "1", "0 1"]);
        let difference = differencing(&evidence);
        assert_eq!(
            says(&difference),
            [
                "The first group contains the second group.",
                "The first value less the second value is 1.",
                "The attacker computes from the p-table how likely each true difference is. The likeliest one is 1 record, \
                 with a probability of 1.00.",
            ]
        );
        let cells = &difference.example.as_ref().expect("an example").steps[0].cells;
        let values: Vec<_> = cells.iter().map(|cell| (cell.axes.len(), cell.value)).collect();
        assert_eq!(values, [(0, Some(16)), (1, Some(15))]);
        let certain = reconstruction(&evidence, 1);
        assert_eq!(says(&certain), ["The value alone allows only the count 1."]);
        let equal = equality(&evidence);
        assert_eq!(says(&equal)[0], "A total and one of its parts have the same value.");
        let cells = &equal.example.as_ref().expect("an example").steps[0].cells;
        assert_eq!((cells[0].value, cells[1].value), (Some(9), Some(9)));
        assert_eq!(cells[1].codes, ["1", "0"]);
    }

    /// Every step speaks of published cells of its own attack, and the last step has the claim of the example.
    #[test]
    fn steps_have_published_values_and_end_in_the_claim() {
        let sample = Sample::drawn(&[6, 4, 5], 500, 4);
        let evidence = sample.evidence(&["", "0", "1", "2", "0 1", "0 2", "1 2", "0 1 2"]);
        let find = |cell: &StepCell| {
            let view = evidence.views.iter().find(|view| {
                let names = view.axes.iter().map(|axis| evidence.dimensions[axis.dimension].name.clone());
                names.eq(cell.axes.iter().cloned())
            });
            let view = view.expect("a published view");
            let at = view
                .sizes
                .iter()
                .zip(&cell.codes)
                .fold(0, |at, (size, code)| at * size + code.parse::<usize>().expect("codes are numbers"));
            view.values[at]
        };
        for finding in [averaging(&evidence), hidden_presence(&evidence), posterior(&evidence), differencing(&evidence)]
        {
            let example = finding.example.as_ref().expect("an example");
            assert!(example.steps.len() >= 2, "{}", finding.name);
            for cell in example.steps.iter().flat_map(|step| &step.cells) {
                assert_eq!(cell.value, Some(find(cell)), "{}", finding.name);
            }
        }
        let average = averaging(&evidence);
        let truth = &average.example.as_ref().expect("an example").truth;
        let rounded = says(&average).last().and_then(|last| last.rsplit(' ').next()).expect("a number").to_owned();
        assert!(truth.contains(&format!("estimates is {},", rounded.trim_end_matches('.'))), "{truth}; {rounded}");
    }

    /// The bounds of the example prove the presence that the last step claims.
    #[test]
    fn presence_follows_from_its_steps() {
        let sample = Sample::drawn(&[6, 2, 5], 500, 4);
        let evidence = sample.evidence(&["", "0", "1", "2", "0 1", "0 2", "1 2", "0 1 2"]);
        let system = System::new(&evidence);
        let (cells, mut proven) = (Cells { evidence: &evidence, lines: &system.lines }, 0);
        for cell in 0..system.lines.cells() {
            let (view, place) = system.lines.place(cell);
            if evidence.views[view].values[place] != 0 || system.bounds.least[cell] == 0 {
                continue;
            }
            proven += 1;
            let steps = cells.presence(&system.bounds, cell);
            let last = steps.last().expect("a conclusion");
            assert!(last.says.starts_with("So the cell has at least"), "{last:?}");
            assert!(steps.len() >= 3);
        }
        assert!(proven > 0);
    }
}

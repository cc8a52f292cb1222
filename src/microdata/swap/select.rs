//! Selects the units to swap.

use super::super::draw::{Draws, below};
use super::super::share::Share;

/// The ticket of the random start of a selection. No unit has it, except by a coincidence of 128 bits.
const START: u128 = u128::MAX;

/// Selects exactly `rate` of the units, rounded half up. `order` lists all units: neighbours are of one area and
/// stratum. The selection takes units at equal distances from a random start, so each group of `within` and each stratum gives its
/// share, rounded up or down. Each unit has the same probability.
pub(super) fn at_rate(order: &[u32], rate: Share, draws: &Draws) -> Vec<u32> {
    take(order, rate.of(order.len() as u64), draws, 0)
}

/// Selects `rate` of the units. Units at risk come first. If they exceed the rate, each has the same probability.
/// Otherwise all units at risk are selected, and other units fill the rate.
pub(super) fn at_risk_first(order: &[u32], at_risk: &[bool], rate: Share, draws: &Draws) -> Vec<u32> {
    let quota = rate.of(order.len() as u64);
    let (risky, others): (Vec<u32>, Vec<u32>) = order.iter().partition(|&&unit| at_risk[unit as usize]);
    let mut selected = take(&risky, quota.min(risky.len() as u64), draws, 0);
    selected.extend(take(&others, quota - selected.len() as u64, draws, 1));
    selected
}

/// Takes `quota` units of a list at equal distances. `start` is the number of the random start.
fn take(order: &[u32], quota: u64, draws: &Draws, start: usize) -> Vec<u32> {
    let units = order.len() as u128;
    let Ok(most) = u64::try_from(units) else { return Vec::new() };
    let offset = u128::from(below(draws.of(START)[start], most.max(1)));
    let reached = |at: u128| (at * u128::from(quota) + offset) / units;
    let is_taken = |at: u128| reached(at + 1) > reached(at);
    (0..).zip(order).filter(|&(at, _)| is_taken(at)).map(|(_, &unit)| unit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_met_exactly_and_in_each_part() {
        for (units, rate, expected) in
            [(0, "0.5", 0), (10, "0.25", 3), (1000, "0.1", 100), (1001, "0.1", 100), (7, "0", 0)]
        {
            let order: Vec<u32> = (0..units).collect();
            let rate = Share::parse(rate).expect("a valid rate");
            for seed in 0..20 {
                let selected = at_rate(&order, rate, &Draws::new(0, "swap", &[seed]));
                assert_eq!(selected.len(), expected, "{units} units");
                for part in order.chunks(50).filter(|part| part.len() == 50) {
                    let in_part = selected.iter().filter(|unit| part.contains(unit)).count() as f64;
                    assert!((in_part - rate.value() * 50.0).abs() <= 1.0, "{in_part}");
                }
            }
        }
    }

    #[test]
    fn every_unit_has_the_same_probability() {
        let order: Vec<u32> = (0..30).collect();
        let rate = Share::parse("0.2").expect("a valid rate");
        let mut often = [0_u32; 30];
        for seed in 0..3000_u32 {
            let draws = Draws::new(0, "swap", &seed.to_le_bytes());
            at_rate(&order, rate, &draws).iter().for_each(|unit| often[*unit as usize] += 1);
        }
        // Each is selected 600 times on average, with a standard deviation of 21.9. 4.5 deviations have a probability
        // of 7e-6, and 30 units are tested.
        assert!(often.iter().all(|&often| (f64::from(often) - 600.0).abs() < 4.5 * 21.9), "{often:?}");
    }

    #[test]
    fn units_at_risk_come_first() {
        let order: Vec<u32> = (0..100).collect();
        let draws = Draws::new(0, "swap", &[1]);
        let rate = Share::parse("0.1").expect("a valid rate");
        let few: Vec<bool> = (0..100).map(|unit| unit % 20 == 0).collect();
        let selected = at_risk_first(&order, &few, rate, &draws);
        assert_eq!((selected.len(), selected.iter().filter(|unit| few[**unit as usize]).count()), (10, 5));
        let many: Vec<bool> = (0..100).map(|unit| unit % 2 == 0).collect();
        let selected = at_risk_first(&order, &many, rate, &draws);
        assert_eq!((selected.len(), selected.iter().filter(|unit| many[**unit as usize]).count()), (10, 10));
    }
}

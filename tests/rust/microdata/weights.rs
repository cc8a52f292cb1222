//! Weights are unbiased, have the stated variance, and keep to their bound.

use cellveil::microdata::{
    Distribution, Draw, Impossible, Records, Share, StepKind, StepReport, Weights, WeightsReport, change,
};

use super::{AREA, DISTRICT, SEX, axis, counts, dimensions, records, step, town};

fn run(records: &mut Records, draw: Draw, seed: u8) -> WeightsReport {
    let weights = Weights { unit: Some(0), strata: vec![axis(AREA, Some(DISTRICT))], draw };
    let reports = change(records, &[step(StepKind::Weights(weights), seed)], &dimensions(), &Impossible::default());
    match reports.unwrap().as_slice() {
        [StepReport::Weights(report)] => report.clone(),
        other => panic!("not the report of weights: {other:?}"),
    }
}

fn third() -> Distribution {
    let share = |text| Share::parse(text).unwrap();
    Distribution::new(&[(0, share("2/3")), (3, share("1/3"))], 1).unwrap()
}

fn changed(number: u64) -> Draw {
    Draw::Changed(Share::new(number, 1).unwrap())
}

#[test]
fn counts_are_unbiased_and_have_the_stated_variance() {
    let persons = town(2000, 1);
    let of = [axis(SEX, None)];
    // Households with men: their squared numbers of men, by stratum (district and size).
    let strata = |household: u32| {
        let size = persons.iter().filter(|person| person.0 == household).count();
        (persons.iter().find(|person| person.0 == household).unwrap().1 / 4, size)
    };
    let mut sizes = std::collections::BTreeMap::new();
    let households: Vec<_> = (0..2000).map(|household| (household, strata(household))).collect();
    households.iter().for_each(|(_, stratum)| *sizes.entry(*stratum).or_insert(0_u32) += 1);
    let men = |household: u32| persons.iter().filter(|person| person.0 == household && person.2 == 0).count() as f64;
    let truth: f64 = households.iter().map(|(household, _)| men(*household)).sum();
    for (draw, variance) in [
        (changed(10), Box::new(|size: f64| 1.6 * (10.0 / size).min(1.0)) as Box<dyn Fn(f64) -> f64>),
        (Draw::Independent(third()), Box::new(|_| 2.0)),
    ] {
        let stated: f64 = households
            .iter()
            .map(|(household, stratum)| variance(sizes[stratum].into()) * men(*household).powi(2))
            .sum();
        let runs = 200;
        let (mut sum, mut squares, mut bound) = (0.0, 0.0, 0.0);
        for seed in 0..runs {
            let mut records = records(&persons);
            bound = run(&mut records, draw.clone(), seed).variance_of_records;
            let error = counts(&records, &of, false)[&vec![0]] as f64 - truth;
            sum += error;
            squares += error * error;
        }
        let runs = f64::from(runs);
        let mean = sum / runs;
        // 4 standard errors: level 6e-5. The variance estimate has a relative error of about √(2/200) = 0.1.
        assert!(mean.abs() < 4.0 * (stated / runs).sqrt(), "{mean}");
        assert!((squares / runs / stated - 1.0).abs() < 0.4, "{} for {stated}", squares / runs);
        assert!(stated < bound, "the bound is for any set of records");
    }
}

#[test]
fn the_weights_have_the_paper_s_probabilities() {
    let persons = town(20_000, 2);
    let mut records = records(&persons);
    let report = run(&mut records, changed(50), 1);
    let mut first: Vec<usize> = (0..persons.len()).collect();
    first.dedup_by_key(|at| persons[*at].0);
    let many = |weight| first.iter().filter(|&&record| records.weight(record) == weight).count() as f64;
    // 50 in each of the strata: 6 districts by 4 sizes. All strata have more than 50 households.
    assert_eq!((report.units, report.strata), (20_000, 24));
    let expected = 24.0 * 50.0;
    let within = |found: f64, mean: f64| (found - mean).abs() < 4.5 * mean.sqrt();
    assert!(within(many(0), expected * 0.6) && within(many(2), expected * 0.2) && within(many(3), expected * 0.2));
    assert_eq!(many(0) + many(1) + many(2) + many(3), 20_000.0);
    assert_eq!(report.changed as f64, many(0) + many(2) + many(3));
    assert_eq!(report.dropped as f64, many(0));
    // The bound of page 25 for counts of units: 1.6·Σc.
    assert!((report.variance_of_units - 1.6 * expected).abs() < 1e-6, "{}", report.variance_of_units);
}

#[test]
fn a_sample_without_replacement_has_a_third_of_each_stratum() {
    let persons = town(3000, 3);
    let mut records = records(&persons);
    let report = run(&mut records, Draw::WithoutReplacement(third()), 1);
    let mut strata = std::collections::BTreeMap::new();
    let mut sizes = std::collections::BTreeMap::new();
    persons.iter().for_each(|person| *sizes.entry(person.0).or_insert(0_u32) += 1);
    let mut seen = std::collections::BTreeSet::new();
    for (record, person) in persons.iter().enumerate().filter(|(_, person)| seen.insert(person.0)) {
        let (units, sampled) = strata.entry((person.1 / 4, sizes[&person.0])).or_insert((0_u32, 0_u32));
        *units += 1;
        assert!([0, 3].contains(&records.weight(record)));
        *sampled += u32::from(records.weight(record) == 3);
    }
    for (stratum, (units, sampled)) in strata {
        assert!([units / 3, units.div_ceil(3)].contains(&sampled), "{stratum:?}: {sampled} of {units}");
    }
    assert_eq!(report.changed, 3000);
}

#[test]
fn all_records_of_a_household_have_its_weight() {
    let persons = town(2000, 4);
    let mut records = records(&persons);
    run(&mut records, changed(20), 1);
    let mut weights = std::collections::BTreeMap::new();
    for (record, person) in persons.iter().enumerate() {
        assert_eq!(*weights.entry(person.0).or_insert(records.weight(record)), records.weight(record));
        assert_eq!(records.is_changed(record), records.weight(record) != 1);
    }
}

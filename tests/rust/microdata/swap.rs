//! Record swapping keeps what it promises and meets its rate.

use cellveil::microdata::{Impossible, Risky, Share, StepKind, StepReport, Swap, SwapReport, Target, change};

use super::{AGE, AREA, DISTRICT, REGION, SEX, axis, counts, dimensions, records, records_of, shuffled, step, town};

fn households(rate: &str) -> Swap {
    Swap {
        variables: vec![AREA],
        unit: Some(0),
        rate: Share::parse(rate).unwrap(),
        within: vec![Some(DISTRICT), Some(REGION)],
        apart: None,
        strata: vec![axis(SEX, None), axis(AGE, None)],
        target: Target::Random,
    }
}

fn report(reports: &[StepReport]) -> SwapReport {
    match reports {
        [StepReport::Swap(report)] => report.clone(),
        other => panic!("not the report of one swap: {other:?}"),
    }
}

fn risky() -> Risky {
    Risky { tables: vec![vec![axis(AREA, None), axis(SEX, None), axis(AGE, None)]], small: 9 }
}

#[test]
fn all_promised_counts_stay() {
    for seed in 0..8 {
        let persons = town(3000, u64::from(seed));
        for target in [Target::Random, Target::Risky(risky()), Target::AllRisky(risky())] {
            let swap = Swap { target, ..households("0.1") };
            let mut records = records(&persons);
            let reports =
                change(&mut records, &[step(StepKind::Swap(swap), seed)], &dimensions(), &Impossible::default());
            let report = report(&reports.unwrap());
            assert!(report.pairs[0] > 0 && report.moved > 0, "{report:?}");
            // The strata by the swapped variable, and every table of the regions.
            for axes in [
                vec![axis(AREA, None), axis(SEX, None), axis(AGE, None)],
                vec![axis(AREA, None)],
                vec![axis(AREA, Some(REGION)), axis(SEX, None), axis(AGE, None)],
            ] {
                assert_eq!(counts(&records, &axes, false), counts(&records, &axes, true));
            }
            let mut homes = std::collections::BTreeMap::new();
            let mut moved = 0;
            for (record, person) in persons.iter().enumerate() {
                let (home, before) = (records.code(AREA, record), records.original_code(AREA, record));
                assert_eq!(*homes.entry(person.0).or_insert(home), home, "a household stays together");
                assert_eq!(records.is_changed(record), home != before);
                assert_eq!(before, person.1);
                moved += u64::from(home != before);
            }
            assert_eq!(moved, report.moved);
        }
    }
}

#[test]
fn a_table_beyond_the_strata_changes() {
    // Without strata, households of one size swap. The table of areas by sex then changes: the test above can fail.
    let persons = town(3000, 1);
    let mut records = records(&persons);
    let swap = Swap { strata: Vec::new(), ..households("0.1") };
    change(&mut records, &[step(StepKind::Swap(swap), 1)], &dimensions(), &Impossible::default()).unwrap();
    let by_sex = [axis(AREA, None), axis(SEX, None)];
    assert_ne!(counts(&records, &by_sex, false), counts(&records, &by_sex, true));
    let by_area = [axis(AREA, None)];
    assert_eq!(counts(&records, &by_area, false), counts(&records, &by_area, true), "sizes are always matched");
}

#[test]
fn the_rate_is_met_exactly() {
    let persons = town(2000, 3);
    for (rate, selected) in [("0.05", 100), ("0.1", 200), ("0.5", 1000), ("0.0003", 1)] {
        let mut records = records(&persons);
        let swap = Swap { strata: Vec::new(), within: vec![None], ..households(rate) };
        let reports = change(&mut records, &[step(StepKind::Swap(swap), 9)], &dimensions(), &Impossible::default());
        let report = report(&reports.unwrap());
        let pairs: u64 = report.pairs.iter().sum();
        assert_eq!((report.units, report.selected), (2000, selected));
        assert_eq!(pairs + report.without_partner, selected, "each selected household has a partner, or is counted");
        if rate != "0.5" {
            assert_eq!(report.without_partner, 0);
        }
    }
}

#[test]
fn the_order_of_records_does_not_matter() {
    let persons = town(1500, 5);
    let swaps = [
        households("0.1"),
        Swap { target: Target::Risky(risky()), ..households("0.2") },
        Swap { target: Target::AllRisky(risky()), ..households("0.2") },
        Swap { unit: None, ..households("0.1") },
    ];
    for swap in swaps {
        let steps = [step(StepKind::Swap(swap.clone()), 1), step(StepKind::Swap(swap), 2)];
        let areas = |seed: Option<u64>| {
            let order =
                seed.map_or_else(|| persons.iter().copied().enumerate().collect(), |seed| shuffled(&persons, seed));
            let mut records = records_of(&order);
            let reports = change(&mut records, &steps, &dimensions(), &Impossible::default()).unwrap();
            let mut areas: Vec<(usize, u32)> =
                order.iter().enumerate().map(|(record, (at, _))| (*at, records.code(AREA, record))).collect();
            areas.sort_unstable();
            (areas, reports)
        };
        let first = areas(None);
        assert_eq!(areas(Some(1)), first);
        assert_eq!(areas(Some(2)), first);
    }
}

#[test]
fn partners_come_from_wider_areas_if_they_must() {
    // Two households of two persons in one area of each district, and one of three persons.
    let household = |id: u32, area: u32, size: usize| vec![(id, area, 0, 0); size];
    let persons = [household(0, 0, 2), household(1, 4, 2), household(2, 12, 2), household(3, 20, 3)].concat();
    let run = |within: Vec<Option<usize>>| {
        let mut records = records(&persons);
        let tables = vec![vec![axis(AREA, None), axis(SEX, None)]];
        let target = Target::AllRisky(Risky { tables, small: 1000 });
        let swap = Swap { within, target, ..households("0.1") };
        let reports = change(&mut records, &[step(StepKind::Swap(swap), 1)], &dimensions(), &Impossible::default());
        report(&reports.unwrap())
    };
    let found = run(vec![Some(DISTRICT)]);
    assert_eq!((found.selected, found.pairs, found.without_partner), (4, vec![0], 4));
    let found = run(vec![Some(DISTRICT), Some(REGION)]);
    assert_eq!((found.pairs, found.without_partner), (vec![0, 1], 2));
    let found = run(vec![Some(DISTRICT), None]);
    // Three households of two persons make one pair. Nobody can swap with the household of three.
    assert_eq!((found.pairs, found.without_partner, found.moved), (vec![0, 1], 2, 4));
}

#[test]
fn partners_are_apart() {
    let persons = town(2000, 7);
    let mut records = records(&persons);
    let swap = Swap { within: vec![Some(REGION)], apart: Some(DISTRICT), strata: Vec::new(), ..households("0.1") };
    change(&mut records, &[step(StepKind::Swap(swap), 1)], &dimensions(), &Impossible::default()).unwrap();
    let group = |level: usize, area: u32| dimensions()[AREA].group_of(Some(level), area);
    let mut moved = 0;
    for record in (0..records.len()).filter(|&record| records.is_changed(record)) {
        let (home, before) = (records.code(AREA, record), records.original_code(AREA, record));
        assert_ne!(group(DISTRICT, home), group(DISTRICT, before));
        assert_eq!(group(REGION, home), group(REGION, before));
        moved += 1;
    }
    assert!(moved > 500);
}

#[test]
fn no_pair_makes_an_impossible_combination() {
    // No child (age 0) can live in areas 0 to 3. The town is made so, and the swaps keep it so.
    let persons: Vec<_> = town(2000, 11)
        .into_iter()
        .map(|(h, area, sex, age)| (h, area, sex, if area < 4 { age.max(1) } else { age }))
        .collect();
    let rule = vec![(AREA, vec![0, 1, 2, 3]), (AGE, vec![0])];
    let impossible = Impossible::new(&[rule], &[24, 2, 3]);
    let swap = Swap { strata: Vec::new(), within: vec![None], ..households("0.2") };
    let children = |records: &cellveil::microdata::Records| {
        (0..records.len()).filter(|&record| records.code(AREA, record) < 4 && records.code(AGE, record) == 0).count()
    };
    let mut without = records(&persons);
    change(&mut without, &[step(StepKind::Swap(swap.clone()), 1)], &dimensions(), &Impossible::default()).unwrap();
    assert!(children(&without) > 0, "without the rule, the combination occurs");
    let mut with = records(&persons);
    let reports = change(&mut with, &[step(StepKind::Swap(swap), 1)], &dimensions(), &impossible).unwrap();
    assert_eq!(children(&with), 0);
    assert!(report(&reports).impossible > 0);
}

#[test]
fn households_at_risk_come_first() {
    let persons = town(4000, 13);
    let run = |target: Target, rate: &str| {
        let mut records = records(&persons);
        let swap = Swap { target, strata: Vec::new(), ..households(rate) };
        let reports = change(&mut records, &[step(StepKind::Swap(swap), 1)], &dimensions(), &Impossible::default());
        report(&reports.unwrap())
    };
    let small = Risky { small: 12, ..risky() };
    let (targeted, all) = (run(Target::Risky(small.clone()), "0.1"), run(Target::AllRisky(small), "0.1"));
    let at_risk = targeted.at_risk.unwrap();
    assert!(at_risk > 20 && at_risk < 400, "the test needs fewer households at risk than the rate selects: {at_risk}");
    assert_eq!(all.selected, at_risk);
    assert_eq!((targeted.at_risk_moved, targeted.without_partner), (at_risk, 0));
    assert!(all.at_risk_moved + all.without_partner >= at_risk);
}

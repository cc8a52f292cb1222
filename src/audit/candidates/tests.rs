use super::*;
use crate::audit::evidence::Evidence;
use crate::audit::sample::{D5, Sample};
use crate::audit::testing::{HASH, S05, World, dimension};

fn publish(method: &str, ptable: Option<&[u8]>) -> Evidence {
    World::new(vec![dimension("a", 3, &[])], &[1; 3], 1).publish(1, method, ptable)
}

#[test]
fn candidates_of_rounding() {
    let evidence = publish(r#"{ "kind": "random-rounding", "base": 3 }"#, None);
    let random = Candidates::new(&evidence.compiled);
    for (value, least) in [(3, 1), (3_000_000, 2_999_998)] {
        let (counts, chances): (Vec<u64>, Vec<f64>) = random.counts(value).iter().copied().unzip();
        assert_eq!(counts, (least..least + 5).collect::<Vec<_>>());
        let expected = [1.0, 2.0, 3.0, 2.0, 1.0].map(|thirds| thirds / 3.0);
        assert!(chances.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{chances:?}");
        assert_eq!(random.most_likely(value), value as u64);
        // The mean squared distance is (4 · 1/3 + 1 · 2/3 + 0 + 1 · 2/3 + 4 · 1/3) / 3.
        assert!((random.error(value) - 4.0 / 3.0).abs() < 1e-9);
    }
    assert_eq!(random.bounds(0, Status::Shown), (0, 2));
    assert_eq!(random.bounds(0, Status::Suppressed), (0, 0));
    assert_eq!(random.bounds(4, Status::Shown), (0, MAX_COUNT)); // the method never publishes 4

    let evidence = publish(r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#, None);
    let nearest = Candidates::new(&evidence.compiled);
    assert_eq!(nearest.bounds(10, Status::Shown), (10, 12)); // 8 and 9 are suppressed
    assert_eq!(nearest.bounds(15, Status::Shown), (13, 17));
    assert_eq!(nearest.bounds(0, Status::Suppressed), (0, 9));
    assert_eq!(nearest.error(15), 2.0);
}

#[test]
fn candidates_of_ptables() {
    let evidence = publish(HASH, Some(S05));
    let table = Candidates::new(&evidence.compiled);
    let counts = |value| -> Vec<u64> { table.counts(value).iter().map(|&(count, _)| count).collect() };
    assert_eq!(counts(0), [0, 1, 2, 3, 4, 5]);
    assert_eq!(counts(1), [0; 0]);
    assert_eq!(counts(3), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(counts(40), (35..=45).collect::<Vec<_>>());
    assert!((table.error(40) - 3.0).abs() < 1e-6);
    // The p-table never gives 1 or 2, so 0 is the only value below 3. Counts up to 5 can have the value 0.
    let evidence = publish(&HASH.replace('}', r#", "threshold": 3 }"#), Some(S05));
    let hidden = Candidates::new(&evidence.compiled);
    assert_eq!(hidden.bounds(0, Status::Suppressed), (0, 5));
    assert_eq!(hidden.bounds(0, Status::Blocked), (0, MAX_COUNT));
}

/// By the rows of the p-table, the value 3 is 1 + 2, 2 + 1, and so on to 8 − 5. Values of 1 and 2 are never shown.
#[test]
fn candidates_by_hand() {
    let evidence = Sample::drawn(&[2], 10, 1).method(r#"{ "kind": "cell-key", "ptable": "p" }"#, D5).evidence(&[""]);
    let candidates = Candidates::new(&evidence.compiled);
    assert_eq!(candidates.set(0), CountSet { least: 0, most: 5, number: 6 });
    assert_eq!(candidates.set(1).number + candidates.set(2).number + candidates.set(-1).number, 0);
    assert_eq!(candidates.set(3), CountSet { least: 1, most: 8, number: 8 });
    assert_eq!(candidates.set(1000), CountSet { least: 995, most: 1005, number: 11 });
    assert!((candidates.chance(1, -1) - 0.734_469_54).abs() < 1e-9);
}

/// The method shows only multiples of the base. It suppresses the counts 3 and 4, so the value 5 stands for 5, 6 and 7.
#[test]
fn suppressed_counts_are_no_candidates() {
    let method = r#"{ "kind": "threshold-rounding", "threshold": 5, "base": 5 }"#;
    let evidence = Sample::drawn(&[2], 10, 1).method(method, "").evidence(&[""]);
    let candidates = Candidates::new(&evidence.compiled);
    assert_eq!(candidates.set(5), CountSet { least: 5, most: 7, number: 3 });
    assert_eq!(candidates.set(10), CountSet { least: 8, most: 12, number: 5 });
    assert_eq!((candidates.set(0).number, candidates.set(7).number), (0, 0));
}

/// The list for a range has the likelihood of each count, also of counts beside the candidates.
#[test]
fn likelihoods_of_a_range() {
    let threshold = HASH.replace('}', ", \"threshold\": 3 }");
    for method in [HASH, &threshold] {
        let evidence = publish(method, Some(S05));
        let candidates = Candidates::new(&evidence.compiled);
        for (value, status) in [(0, Status::Shown), (7, Status::Shown), (0, Status::Suppressed), (0, Status::Blocked)] {
            for range in [0..=20, 4..=5, 12..=14, 90..=91] {
                let found: Vec<f64> = candidates.likelihoods(value, status, range.clone()).collect();
                let expected = range.map(|count| candidates.likelihood(count as u64, value, status));
                assert_eq!(found, expected.collect::<Vec<f64>>(), "{value}, {status:?}");
            }
        }
    }
}

use super::*;
use crate::audit::testing::{HASH, S05, World, dimension};

fn inverse(method: &str, ptable: Option<&[u8]>, values: &[i64]) -> Inverse {
    let counts = vec![1; values.len()];
    let mut evidence = World::new(vec![dimension("a", values.len(), &[])], &counts, 1).publish(1, method, ptable);
    evidence.views[1].values = values.to_vec();
    evidence.views[1].status = vec![Status::Shown; values.len()];
    Inverse::new(&evidence)
}

#[test]
fn rounding_backwards() {
    let random = inverse(r#"{ "kind": "random-rounding", "base": 3 }"#, None, &[0, 3, 3_000_000]);
    for (value, least) in [(3, 1), (3_000_000, 2_999_998)] {
        let (counts, chances): (Vec<u64>, Vec<f64>) = random.counts(value).iter().copied().unzip();
        assert_eq!(counts, (least..least + 5).collect::<Vec<_>>());
        let expected = [1.0, 2.0, 3.0, 2.0, 1.0].map(|thirds| thirds / 3.0);
        assert!(chances.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-9), "{chances:?}");
        assert_eq!(random.most_likely(value), value as u64);
        // (4 · 1/3 + 1 · 2/3 + 0 + 1 · 2/3 + 4 · 1/3) / 3
        assert!((random.error(value) - 4.0 / 3.0).abs() < 1e-9);
    }
    assert_eq!(random.bounds(0, Status::Shown), (0, 2));
    assert_eq!(random.bounds(0, Status::Suppressed), (0, 0));
    assert_eq!(random.bounds(4, Status::Shown), (0, MAX_COUNT)); // not of this method

    let nearest = inverse(r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#, None, &[10, 15]);
    assert_eq!(nearest.bounds(10, Status::Shown), (10, 12)); // 8 and 9 are suppressed
    assert_eq!(nearest.bounds(15, Status::Shown), (13, 17));
    assert_eq!(nearest.bounds(0, Status::Suppressed), (0, 9));
    assert_eq!(nearest.error(15), 2.0);
}

#[test]
fn ptables_backwards() {
    let table = inverse(HASH, Some(S05), &[0, 1, 3, 40]);
    let counts = |value| -> Vec<u64> { table.counts(value).iter().map(|&(count, _)| count).collect() };
    assert_eq!(counts(0), [0, 1, 2, 3, 4, 5]);
    assert_eq!(counts(1), [0; 0]);
    assert_eq!(counts(3), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(counts(40), (35..=45).collect::<Vec<_>>());
    assert!((table.error(40) - 3.0).abs() < 1e-6);
    // Values below 3 are only 0: counts up to 5.
    let hidden = inverse(&HASH.replace('}', r#", "threshold": 3 }"#), Some(S05), &[3]);
    assert_eq!(hidden.bounds(0, Status::Suppressed), (0, 5));
    assert_eq!(hidden.bounds(0, Status::Blocked), (0, MAX_COUNT));
}

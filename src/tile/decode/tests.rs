use super::*;
use crate::tile::{Encoding, encode};

fn hypercube() -> Vec<u64> {
    vec![]
}

#[test]
fn size() {
    let text = std::fs::read_to_string("/work/shared/reference/hypercube/cells.csv").unwrap();
    let rows: Vec<Vec<u64>> =
        text.lines().skip(1).map(|l| l.split(',').map(|v| v.parse().unwrap()).collect()).collect();
    let col = |k: usize| Column::from_values(&rows.iter().map(|r| r[k]).collect::<Vec<_>>());
    let s = Section {
        cardinalities: vec![2, 2, 21, 5, 13, 9, 5],
        coordinates: (0..7).map(col).collect(),
        counts: col(7),
        keys: col(8),
    };
    let _ = hypercube();
    for e in [Encoding::Modelled, Encoding::Packed] {
        let t = std::time::Instant::now();
        let bytes = encode(std::slice::from_ref(&s), 8, Some(e)).unwrap();
        let t2 = std::time::Instant::now();
        assert_eq!(decode(&bytes).unwrap(), [s.clone()]);
        println!("{e:?} {} bytes, encode {:?} decode {:?}", bytes.len(), t2 - t, t2.elapsed());
    }
}

use crate::audit::Evidence;
use crate::audit::equations::Equations;
use crate::audit::testing::{World, dimension};

fn lines(evidence: &Evidence) -> Vec<(usize, Vec<u32>)> {
    let lines = Equations::new(evidence);
    (0..lines.len()).map(|line| lines.line(line)).map(|(whole, parts)| (whole, parts.to_vec())).collect()
}

#[test]
fn two_by_three_by_hand() {
    let world = World::new(vec![dimension("a", 2, &[]), dimension("b", 3, &[])], &[1; 6], 1);
    let evidence = world.publish(2, r#"{ "kind": "none" }"#, None);
    // Cell 0 is the total, 1 and 2 are the rows, 3 to 5 the columns, and 6 to 11 the inner cells.
    let expected = [
        (0, vec![1, 2]),
        (0, vec![3, 4, 5]),
        (1, vec![6, 7, 8]),
        (2, vec![9, 10, 11]),
        (3, vec![6, 9]),
        (4, vec![7, 10]),
        (5, vec![8, 11]),
    ];
    assert_eq!(lines(&evidence), expected);
    let lines = Equations::new(&evidence);
    assert_eq!(lines.of(4).collect::<Vec<_>>(), [1, 5]);
    assert_eq!(lines.up(4).collect::<Vec<_>>(), [1]);
    assert_eq!((lines.place(0), lines.place(4), lines.place(11)), ((0, 0), (2, 1), (3, 5)));
}

/// The groups of a level add up to the total. The codes of each group add up to the group, and so do the groups of a
/// finer level.
#[test]
fn levels_by_hand() {
    let world = World::new(vec![dimension("a", 4, &[&[0, 0, 1, 1], &[0, 1, 1, 1]])], &[1; 4], 1);
    let evidence = world.publish(1, r#"{ "kind": "none" }"#, None);
    // Cell 0 is the total, 1 to 4 are the codes, 5 and 6 the first level, and 7 and 8 the second level.
    let expected = [
        (0, vec![1, 2, 3, 4]),
        (0, vec![5, 6]),
        (0, vec![7, 8]),
        (1, vec![7]),
        (5, vec![1, 2]),
        (6, vec![3, 4]),
        (7, vec![1]),
        (8, vec![2, 3, 4]),
    ];
    assert_eq!(lines(&evidence), expected);
}

//! Measures the time of a design for `npm run bench -- ptable`.

use std::time::Instant;

use cellveil::ptable::design::Design;

/// Prints the median time of many runs in milliseconds.
#[test]
#[ignore = "prints figures"]
fn prints_the_time_of_a_design() {
    for (name, design) in [("d10_v9", Design::new(10, 9.0)), ("d50_v30", Design::new(50, 30.0))] {
        let mut times: Vec<f64> = (0..500)
            .map(|_| {
                let start = Instant::now();
                let designed = design.rows().expect("feasible");
                let time = start.elapsed().as_secs_f64() * 1e3;
                assert_eq!(designed.rows.len() as u32, design.last_row() + 1);
                time
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!("native_{name} {:.6}", times[times.len() / 2]);
    }
}

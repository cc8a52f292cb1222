use cellveil::ptable::design::*;
use std::time::Instant;
#[test]
fn scratch() {
    for (d, v, js) in [
        (10, 9.0, 0),
        (10, 9.0, 2),
        (50, 100.0, 0),
        (50, 40.0, 0),
        (50, 40.0, 3),
        (15, 15.0, 2),
        (5, 3.0, 2),
        (2, 0.93188, 0),
    ] {
        for shape in [Shape::Entropy, Shape::Laplace] {
            for mono in [false, true] {
                for stay in [None, Some(0.3)] {
                    let design = Design {
                        shape,
                        monotone: PerRow::All(mono),
                        stay: stay.map(|s| PerRow::All(Some(s))),
                        ..Design::new(d, v).blocked(js)
                    };
                    let t = Instant::now();
                    let r = design.rows();
                    let el = t.elapsed();
                    match r {
                        Err(e) => println!("{d} {v} {js} {shape:?} mono {mono} {stay:?}: {e} {el:?}"),
                        Ok(x) => {
                            let (mut wm, mut wv, mut ws) = (0f64, 0f64, 0f64);
                            for row in &x.rows[1..] {
                                let m: f64 = row.noise.iter().zip(&row.probabilities).map(|(n, p)| *n as f64 * p).sum();
                                wm = wm.max(m.abs());
                                wv = wv.max((row.variance - v).abs());
                                ws = ws.max((row.probabilities.iter().sum::<f64>() - 1.0).abs());
                            }
                            let t = Instant::now();
                            let tab = x.table();
                            let el2 = t.elapsed();
                            let t = Instant::now();
                            let dn = x.dense(256);
                            let el3 = t.elapsed();
                            let near = dn
                                .map(|d| d.variances.iter().map(|(a, b)| (a - b).abs()).fold(0.0, f64::max))
                                .map_err(|e| e.to_string());
                            println!(
                                "{d} {v} {js} {shape:?} mono {mono} {stay:?}: mean {wm:.1e} var {wv:.1e} sum {ws:.1e} {el:?} table {el2:?} dense {el3:?} near {near:?} rows {}",
                                tab.last_row()
                            );
                        }
                    }
                }
            }
        }
    }
}

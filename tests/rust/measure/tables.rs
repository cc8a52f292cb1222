//! Measures of tables, computed by hand or with other tools.

use cellveil::measure::{
    Cells, Choices, Context, Divisor, Measures, Multiplier, RiskMeasures, Suppressed, UtilityMeasures, measure,
    risk::entropy_term,
};
use cellveil::protect::Status;

use super::{Table, assert_close, rows};

/// Three areas of two by three cells. Two cells are suppressed, and one value is negative.
fn areas() -> Table {
    let shown = Some;
    Table::new(
        &[3, 2, 3],
        &[0, 1, 4, 9, 2, 0, 12, 0, 0, 0, 7, 0, 3, 30, 1, 6, 0, 2],
        &[
            shown(0),
            shown(0),
            shown(6),
            shown(9),
            shown(3),
            shown(0),
            shown(12),
            shown(0),
            shown(3),
            shown(0),
            shown(6),
            shown(-2),
            None,
            shown(30),
            None,
            shown(6),
            shown(0),
            shown(3),
        ],
    )
}

/// The figures come from a script that follows the formulas with loops over cells (Python 3.11, `math` and
/// `statistics.variance`).
#[test]
fn utility_of_three_areas_matches_a_script() {
    let utility = areas().measures(None, &Choices::default()).utility;
    assert_close(utility.hellinger, 2.054_580_329_522_169_6);
    assert_close(utility.hellinger_utility, 0.765_858_841_265_020_7);
    assert_close(utility.hellinger_proportions, 0.233_342_479_350_122_95);
    assert_close(utility.hellinger_areas, 1.157_239_072_246_151_9);
    assert_close(utility.hdm_rows, 0.239_216_558_429_250_33);
    assert_close(utility.hdm_columns, 0.682_109_431_231_518_2);
    assert_close(utility.cramers_v_change, 5.019_542_208_531_091);
    assert_close(utility.variance_change, 5.678_915_307_526_045);
    assert_close(utility.between_variance_change, -9.112_738_821_173_982);
    assert_close(utility.total_noise, 15.0);
    assert_close(utility.average_noise, 15.0 / 18.0);
    assert_close(utility.changed_share, 7.0 / 11.0);
    assert_eq!((utility.robust_eigenvalues, utility.information_gain), (None, None));
}

#[test]
fn areas_and_targets_can_be_chosen() {
    let target = Some(vec![vec![0, 1], vec![1, 2]]);
    let utility = areas().measures(None, &Choices { target, ..Choices::default() }).utility;
    assert_close(utility.between_variance_change, -6.526_985_141_024_211);
    let utility = areas().measures(None, &Choices { areas: Some(1), ..Choices::default() }).utility;
    assert_close(utility.hellinger_areas, 1.185_955_730_760_437_4);
    assert_close(utility.variance_change, 2.800_201_816_347_125_4);
    // The table has no axis 3.
    let utility = areas().measures(None, &Choices { areas: Some(3), ..Choices::default() }).utility;
    assert_eq!(utility.hellinger_areas.or(utility.variance_change).or(utility.between_variance_change), None);
    for target in [vec![vec![0]], vec![vec![2], vec![0]], vec![vec![], vec![0]], vec![vec![0, 1], vec![0, 1, 2]]] {
        let choices = Choices { target: Some(target), ..Choices::default() };
        assert_eq!(areas().measures(None, &choices).utility.between_variance_change, None, "{choices:?}");
    }
}

#[test]
fn suppressed_cells_share_the_rest_of_their_row() {
    let table = areas();
    let choices = Choices { suppressed: Suppressed::Average, ..Choices::default() };
    let totals = [Some(16), Some(20), Some(45)];
    let context = Context { row_totals: Some(&totals), ..Context::default() };
    let utility = measure(&table.cells(), &context, &choices).utility;
    assert_close(utility.hellinger, 1.577_735_568_113_538_3);
    assert_close(utility.total_noise, 13.0);
    // A guessed value is not a published value, so the changed share does not use it.
    assert_close(utility.changed_share, 7.0 / 11.0);
    // A suppressed total counts as 1. The published cells add up to 38, so nothing is left.
    let context = Context { row_totals: Some(&[Some(16), Some(20), None]), ..Context::default() };
    assert_close(measure(&table.cells(), &context, &choices).utility.hellinger, 2.054_580_329_522_169_6);
}

/// The figures come from the same script, with the complete matrix of random rounding and with either divisor. The last
/// cell is blocked.
#[test]
fn risk_of_three_areas_matches_a_script() {
    let mut table = areas();
    table.values = vec![0, 0, 3, 9, 3, 0, 12, 0, 0, 0, 6, 0, 3, 30, 3, 6, 0, 77];
    table.status = vec![Status::Shown; 18];
    table.status[17] = Status::Blocked;
    let method = rows(r#"{ "kind": "random-rounding", "base": 3 }"#);
    let risk = table.measures(Some(&method), &Choices::default()).risk;
    let before = risk.before.unwrap();
    assert_close(before.r, 0.318_870_038_671_294_93);
    assert_close(before.r_unsplit, 0.347_147_609_106_292_3);
    assert_close(before.r_l2, 0.364_047_294_498_651);
    // Thirds are kept to 2^-32.
    let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    let after = risk.after.unwrap();
    close(after.terms.zeros, 0.339_804_544_490_508);
    close(after.terms.entropy, 0.103_866_237_653_726_89);
    close(after.terms.entropy_small, 0.072_546_966_867_064_19);
    close(after.terms.entropy_large, 0.044_854_851_117_478_67);
    close(after.terms.size, 0.361_471_861_411_111_26);
    close(after.r, 0.125_396_002_508_854_74);
    close(after.r_unsplit, 0.153_220_630_713_143_46);
    close(after.r_l2, 0.292_641_550_007_716_1);
    let realised = Choices { divisor: Divisor::Realised, ..Choices::default() };
    let after = table.measures(Some(&method), &realised).risk.after.unwrap();
    close(after.terms.zeros, 0.339_804_544_490_508);
    close(after.terms.entropy, 0.108_671_810_689_560_74);
    close(after.terms.entropy_small, 0.074_427_260_378_670_01);
    close(after.terms.entropy_large, 0.033_443_641_208_566_8);
    close(after.terms.size, 0.361_471_861_411_111_26);
    close(after.r, 0.125_571_086_976_087_6);
    close(after.r_unsplit, 0.157_065_089_141_810_5);
    close(after.r_l2, 0.293_222_667_090_479_8);
    let multiplier = Some(Multiplier { small: 0.75, large: 0.9 });
    let after = table.measures(Some(&method), &Choices { multiplier, ..Choices::default() }).risk.after.unwrap();
    close(after.r, 0.196_499_923_207_507_25);
    close(after.terms.entropy, 0.257_068_938_192_974_05);
    let after = table.measures(Some(&method), &Choices { multiplier, ..realised }).risk.after.unwrap();
    close(after.r, 0.196_380_358_812_880_24);
    close(after.terms.entropy, 0.268_962_731_456_662_83);
}

/// Computed by hand: counts 0, 4, 12 and 12 with threshold 10 and base 5. The first two are suppressed, and the others
/// are published as 10. The suppressed cells share 4, so each counts as 2. Each of the others counts as 12.
#[test]
fn suppression_counts_as_a_published_value() {
    let table = Table::new(&[4], &[0, 4, 12, 12], &[None, None, Some(10), Some(10)]);
    let method = rows(r#"{ "kind": "threshold-rounding", "threshold": 10, "base": 5 }"#);
    let multiplier = Some(Multiplier { small: 1.0, large: 1.0 });
    let risk = table.measures(Some(&method), &Choices { multiplier, ..Choices::default() }).risk;
    let terms = risk.after.unwrap().terms;
    assert_eq!(terms.zeros, 0.0); // no 0 is published
    assert_close(terms.entropy_small, 0.0);
    assert_close(terms.entropy_large, 0.0);
    // The shares are 1/14, 1/14, 3/7 and 3/7.
    let entropy = (14f64.ln() + 6.0 * (7.0f64 / 3.0).ln()) / 7.0;
    assert_close(terms.entropy, 1.0 - entropy / 4f64.ln());
    assert_eq!(risk.dr2, None);
    assert_eq!(risk.dr1, None);
}

/// V, variances and shares from R 4.2: `chisq.test`, `var`.
#[test]
fn two_way_table_matches_r() {
    let (f, g) = ([12, 5, 7, 9, 20, 3, 0, 4, 8, 30, 1, 2], [12, 6, 6, 9, 21, 3, 0, 3, 9, 30, 0, 3]);
    let utility = Table::shown(&[4, 3], &f, &g).measures(None, &Choices::default()).utility;
    assert_close(utility.cramers_v_change, 4.335_183_841_900_27);
    assert_close(utility.variance_change, 4.185_218_165_627_78);
    assert_close(utility.between_variance_change, 0.136_082_081_502_616);
    let v = cellveil::measure::utility::cramers_v(&f.map(|count| count as f64), 3);
    assert_close(v, 0.542_104_837_857_732);
}

#[test]
fn unchanged_table_loses_nothing() {
    let counts = [12, 5, 7, 9, 20, 3, 0, 4, 8, 30, 1, 2];
    let table = Table::shown(&[4, 3], &counts, &counts.map(|count| count as i64));
    let method = rows(r#"{ "kind": "none" }"#);
    let measures = table.measures(Some(&method), &Choices::default());
    assert_eq!(
        measures.utility,
        UtilityMeasures {
            hellinger: Some(0.0),
            hellinger_utility: Some(1.0),
            hellinger_proportions: Some(0.0),
            hellinger_areas: Some(0.0),
            hdm_rows: Some(0.0),
            hdm_columns: Some(0.0),
            cramers_v_change: Some(0.0),
            variance_change: Some(0.0),
            between_variance_change: Some(0.0),
            total_noise: Some(0.0),
            average_noise: Some(0.0),
            changed_share: Some(0.0),
            robust_eigenvalues: None, // four rows are too few for three columns
            variance: None,           // the source of noise in totals is not given
            information_gain: Some(1.0),
        }
    );
    assert_eq!(measures.risk.after, measures.risk.before);
    assert_eq!(measures.risk.not_raised, Some(true));
    assert_eq!((measures.risk.dr1, measures.risk.dr2), (Some(1.0), Some(1.0)));
}

/// Small tables: axes with one category, a single row, a single column, no axis, no records, no cells.
#[test]
fn degenerate_tables_have_the_measures_that_apply() {
    let measures = |sizes: &[usize], counts: &[u64], values: &[i64]| {
        let table = Table::shown(sizes, counts, values);
        table.measures(Some(&rows(r#"{ "kind": "random-rounding", "base": 3 }"#)), &Choices::default())
    };
    let one = measures(&[1, 1], &[4], &[3]);
    assert_close(one.risk.before.unwrap().r, 0.1 * (1.0 + 2f64.ln()) / 2.0);
    assert_eq!((one.risk.attribute_lines, one.risk.attribute_share), (Some(0), None));
    assert_close(one.utility.hellinger, (2.0 - 3f64.sqrt()) / 2f64.sqrt());
    assert_eq!(one.utility.hellinger_proportions, Some(0.0));
    assert_eq!(one.utility.cramers_v_change.or(one.utility.variance_change), None);
    assert_eq!(one.utility.information_gain, None);

    // A single row is its own area. The areas of a single column have one cell each.
    let row = measures(&[1, 3], &[0, 2, 6], &[0, 3, 6]);
    assert_eq!((row.utility.cramers_v_change, row.utility.between_variance_change), (None, None));
    assert_close(row.utility.variance_change, 100.0 * (9.0 / (28.0 / 3.0) - 1.0));
    assert_eq!(
        (row.risk.attribute_lines, row.risk.full_cells, row.risk.attribute_share),
        (Some(1), Some(0), Some(1.0))
    );
    let column = measures(&[3], &[0, 2, 6], &[0, 3, 6]);
    assert_eq!((column.utility.cramers_v_change, column.utility.variance_change), (None, None));
    assert_eq!(column.utility.hellinger, column.utility.hdm_rows);
    assert_close(column.utility.hdm_columns, (3.0 - 8f64.sqrt()) / 2f64.sqrt());
    let none = measures(&[], &[4], &[3]);
    assert_eq!((none.utility.hellinger_areas, none.utility.hellinger), (None, one.utility.hellinger));

    let nobody = measures(&[2, 2], &[0; 4], &[0; 4]);
    assert_eq!((nobody.risk.before, nobody.risk.after, nobody.risk.not_raised), (None, None, None));
    assert_eq!((nobody.risk.dr1, nobody.risk.dr2, nobody.risk.small_cells), (None, Some(1.0), Some(0.0)));
    assert_eq!((nobody.risk.attribute_lines, nobody.risk.attribute_share), (Some(0), None));
    assert_eq!((nobody.utility.hellinger, nobody.utility.hellinger_utility), (Some(0.0), None));
    assert_eq!((nobody.utility.hellinger_proportions, nobody.utility.changed_share), (None, None));
    assert_eq!((nobody.table.zeros, nobody.table.average_cell), (Some(4), Some(0.0)));

    let nothing = measures(&[0, 5], &[], &[]);
    assert_eq!((nothing.risk, nothing.utility), (RiskMeasures::default(), UtilityMeasures::default()));
    assert_eq!((nothing.table.cells, nothing.table.population, nothing.table.average_cell), (0, Some(0), None));
}

/// Proportional rows and columns have no association that could change, although their expected counts are inexact.
#[test]
fn independent_table_has_no_association_measure() {
    let counts = [7, 49, 21, 3, 21, 9, 11, 77, 33];
    let values = [7, 50, 21, 3, 21, 9, 11, 77, 33];
    let utility = Table::shown(&[3, 3], &counts, &values).measures(None, &Choices::default()).utility;
    assert_eq!((utility.cramers_v_change, utility.between_variance_change), (None, None));
}

/// The measures skip areas that have no records in one of the two tables.
#[test]
fn empty_areas_have_no_share() {
    let with = Table::shown(&[4, 2], &[1, 3, 4, 4, 1, 1, 0, 0], &[2, 3, 4, 5, 0, 0, 3, 0]);
    let without = Table::shown(&[2, 2], &[1, 3, 4, 4], &[2, 3, 4, 5]);
    let change = |table: Table| table.measures(None, &Choices::default()).utility.between_variance_change;
    assert!(change(with.clone()).is_some());
    assert_eq!(change(with), change(without));
    assert_eq!(change(Table::shown(&[2, 2], &[1, 3, 0, 0], &[2, 3, 4, 5])), None);
}

#[test]
fn confidential_measures_are_absent() {
    let json = serde_json::to_value(Measures::undisclosed(12)).unwrap();
    let mut disclosed = Vec::new();
    for (part, measures) in json.as_object().unwrap() {
        let known = measures.as_object().unwrap().iter().filter(|measure| !measure.1.is_null());
        disclosed.extend(known.map(|(name, value)| format!("{part}.{name} {value}")));
    }
    assert_eq!(disclosed, ["table.cells 12"]);
}

/// A method without random draws that looks at the whole table. The probabilities are the shares of the table's cells: two
/// of three cells of count 1 or 2 are suppressed, and one cell of count 9 is.
#[test]
fn realised_probabilities_are_shares_of_the_cells() {
    let counts = [1, 1, 2, 9, 9, 20, 0, 0];
    let shown = [None, None, Some(2), None, Some(9), Some(20), Some(0), Some(0)];
    let table = Table::new(&[2, 4], &counts, &shown);
    let none = rows(r#"{ "kind": "none" }"#);
    let context = Context { method: Some(&none), is_realised: true, ..Context::default() };
    let measures = measure(&table.cells(), &context, &Choices::default());
    // H(X) of five counts, less H(X|Y): three of eight cells are suppressed, with the counts 1, 1 and 9.
    let entropy = |shares: &[f64]| -shares.iter().map(|share| share * share.ln()).sum::<f64>();
    let of_counts = entropy(&[0.25, 0.25, 0.125, 0.25, 0.125]);
    let given = 3.0 / 8.0 * entropy(&[2.0 / 3.0, 1.0 / 3.0]);
    let gain = measures.utility.information_gain.unwrap();
    assert!((gain - (of_counts - given) / of_counts).abs() < 1e-12, "{gain}");
    // The three suppressed cells have the mean count 11/3. One of three small counts and two of three larger counts are
    // published unchanged.
    let after = measures.risk.after.unwrap().terms;
    let small = entropy_term(&[(0.0, 2.0), (2.0, 1.0), (11.0 / 3.0, 3.0)]) / 3.0;
    let large = entropy_term(&[(9.0, 1.0), (20.0, 1.0)]) * 2.0 / 3.0;
    assert_close(after.entropy_small, small);
    assert_close(after.entropy_large, large);
}

/// Values with decimals are numbers: 12.5 is as far from 12 as 12 from 11.5.
#[test]
fn decimals_scale_values() {
    let (counts, values) = ([12, 3, 0, 40], [12_500, 3000, 0, 39_500]);
    let table = Table::shown(&[2, 2], &counts, &values);
    let cells = Cells { decimals: 3, ..table.cells() };
    let measures = measure(&cells, &Context::default(), &Choices::default());
    assert_eq!(measures.utility.total_noise, Some(1.0));
    assert_eq!(measures.utility.changed_share, Some(2.0 / 3.0));
    assert!(measures.utility.hellinger.unwrap() < 0.1);
}

//! The entropy term: how unevenly records are spread over cells.

/// 1 − H(F/N)/ln K, for values of at least 0, each with its number of cells. The term is 0 if all cells are equal, and
/// 1 if one cell contains all records. The term is also 0 if K is at most 1 or N is 0. Source: Shlomo, Antal and Elliot
/// 2015, equations (1) and (2).
///
/// ```
/// use cellveil::measure::risk::entropy_term;
/// assert_eq!(entropy_term(&[(0.0, 3.0), (8.0, 1.0)]), 1.0);
/// assert_eq!(entropy_term(&[(0.0, 2.0), (4.0, 2.0)]), 0.5); // ln 2 of ln 4
/// assert_eq!(entropy_term(&[(7.0, 1.0)]), 0.0);
/// ```
#[inline(never)]
pub fn entropy_term(values: &[(f64, f64)]) -> f64 {
    let cells: f64 = values.iter().map(|(_, cells)| cells).sum();
    let population: f64 = values.iter().map(|(value, cells)| value * cells).sum();
    if cells <= 1.0 || population <= 0.0 {
        return 0.0;
    }
    let held = |&(value, cells): &(f64, f64)| {
        let share = value / population;
        if share > 0.0 { -cells * share * libm::log(share) } else { 0.0 }
    };
    let entropy: f64 = values.iter().map(held).sum();
    // Rounding errors can give a result outside 0 to 1.
    (1.0 - entropy / libm::log(cells)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::entropy_term;

    #[test]
    fn no_cell_one_cell_and_no_record_are_not_uneven() {
        for values in [&[][..], &[(0.0, 1.0)], &[(5.0, 1.0)], &[(0.0, 9.0)]] {
            assert_eq!(entropy_term(values), 0.0, "{values:?}");
        }
    }

    #[test]
    fn equal_cells_have_none_and_one_full_cell_has_all() {
        for cells in [2.0, 3.0, 7.0, 1e6] {
            assert!(entropy_term(&[(3.0, cells)]) < 1e-12);
            assert_eq!(entropy_term(&[(0.0, cells - 1.0), (3.0, 1.0)]), 1.0);
        }
    }
}

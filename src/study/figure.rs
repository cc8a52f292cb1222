//! Writes figures in the form that the papers print.

/// Writes a whole number with a comma every three digits: 245,700.
pub(super) fn whole(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a number of at least 0 with a comma every three digits and the given number of decimals: 1,258.7.
pub(super) fn decimal(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match text.split_once('.') {
        Some((digits, rest)) => format!("{}.{rest}", whole(digits.parse().unwrap_or_default())),
        None => whole(text.parse().unwrap_or_default()),
    }
}

/// Returns `part` as a percentage of `of`.
pub(super) fn percent(part: u64, of: u64) -> f64 {
    100.0 * part as f64 / of as f64
}

/// Makes a list of figures in which every figure is present.
pub(super) fn printed(figures: &[&str]) -> Vec<Option<String>> {
    figures.iter().map(|figure| Some((*figure).to_owned())).collect()
}

/// Returns the positions of the figures from the largest to the smallest. Equal figures keep their order.
pub(super) fn order(figures: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..figures.len()).collect();
    order.sort_by(|&a, &b| figures[b].total_cmp(&figures[a]));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_as_papers_print_them() {
        let wholes = [(0, "0"), (999, "999"), (1000, "1,000"), (245_700, "245,700"), (1_500_000, "1,500,000")];
        for (number, text) in wholes {
            assert_eq!(whole(number), text);
        }
        assert_eq!(decimal(1258.74, 1), "1,258.7");
        assert_eq!(decimal(0.0546, 3), "0.055");
        assert_eq!(decimal(2589.0, 0), "2,589");
        assert_eq!(order(&[1.0, 3.0, 2.0, 3.0]), [1, 3, 2, 0]);
    }
}

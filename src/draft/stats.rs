//! Statistics of a column's values, and the test for record keys. Both have bounded memory.

use std::rc::Rc;

use super::names;
use super::value::{Dates, date, number, whole};
use crate::base::SplitMix;
use crate::key::check::KeyTally;
use crate::key::{DEFAULT_MODULUS, MAX_MODULUS, Modulus};

/// The size of the sample of numbers from which quantiles are computed. Quantiles then have an error of about one percent
/// of the rows, and intervals are rounded further.
const SAMPLE: usize = 8192;

/// What the values have in common, without values that look like missing answers.
#[derive(Debug)]
pub(super) struct Stats {
    /// Whether numbers may have a decimal comma.
    pub comma: bool,
    /// The number of rows.
    pub rows: u64,
    /// Rows whose value is no number.
    pub words: u64,
    /// Whether a number has a fraction.
    pub has_fraction: bool,
    /// Whether a number begins with a zero, as codes do.
    pub is_padded: bool,
    /// The least and the largest number.
    pub range: Option<(f64, f64)>,
    /// Rows with zero.
    pub zeros: u64,
    /// Rows with a comma that may group thousands: one to three digits, a comma, and three digits.
    grouped: u64,
    /// Rows with a comma that can only be a decimal comma.
    decimal: u64,
    /// The form of the dates, if all values are dates.
    dates: Option<Option<Dates>>,
    /// Letters of all values, for a mean length.
    letters: u64,
    /// Rows whose value has a space.
    pub spaced: u64,
    /// Whether all values have the same length.
    pub width: Option<Option<usize>>,
    sample: Vec<f64>,
    random: SplitMix,
    numbers: u64,
}

impl Stats {
    pub fn new(comma: bool) -> Self {
        Self {
            comma,
            rows: 0,
            words: 0,
            has_fraction: false,
            is_padded: false,
            range: None,
            zeros: 0,
            grouped: 0,
            decimal: 0,
            dates: None,
            letters: 0,
            spaced: 0,
            width: None,
            sample: Vec::new(),
            random: SplitMix(1),
            numbers: 0,
        }
    }

    pub fn add(&mut self, text: &str, rows: u64) {
        self.rows += rows;
        self.letters += text.chars().count() as u64 * rows;
        if text.trim().contains(' ') {
            self.spaced += rows;
        }
        let form = date(text);
        self.dates = Some(match self.dates {
            None => form,
            Some(before) if before == form => before,
            Some(_) => None,
        });
        self.width = Some(match self.width {
            None => Some(text.len()),
            Some(before) => before.filter(|width| *width == text.len()),
        });
        let Some(value) = number(text, self.comma) else {
            self.words += rows;
            return;
        };
        self.has_fraction |= text.contains(['.', ',']);
        if let Some((whole, fraction)) = text.trim_start_matches('-').split_once(',') {
            let may_group = (1..=3).contains(&whole.len()) && !whole.starts_with('0') && fraction.len() == 3;
            *(if may_group { &mut self.grouped } else { &mut self.decimal }) += rows;
        }
        let digits = text.trim_start_matches('-');
        self.is_padded |=
            digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0.") && !digits.starts_with("0,");
        self.range = Some(self.range.map_or((value, value), |(least, most)| (least.min(value), most.max(value))));
        self.zeros += if value == 0.0 { rows } else { 0 };
        for _ in 0..rows {
            self.numbers += 1;
            if self.sample.len() < SAMPLE {
                self.sample.push(value);
            } else {
                // Reservoir sampling (Vitter 1985): every row has the same chance.
                let at = self.random.below(usize::try_from(self.numbers).unwrap_or(usize::MAX));
                if let Some(slot) = self.sample.get_mut(at) {
                    *slot = value;
                }
            }
        }
    }

    /// Whether all values are numbers without padding.
    pub fn are_numbers(&self) -> bool {
        self.rows > 0 && self.words == 0 && !self.is_padded
    }

    /// Whether all commas may group thousands. Nobody can then tell 12,345 from 12.345.
    pub fn is_ambiguous(&self) -> bool {
        self.grouped > 0 && self.decimal == 0
    }

    /// The form of the dates, if all values are dates.
    pub fn dates(&self) -> Option<Dates> {
        self.dates.flatten()
    }

    /// The mean number of letters.
    pub fn mean_length(&self) -> u64 {
        self.letters / self.rows.max(1)
    }

    /// The numbers below which the given shares of the rows lie, in percent.
    pub fn quantiles(&self, percent: &[usize]) -> Vec<f64> {
        let mut sorted = self.sample.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |share: &usize| sorted.get((sorted.len() * share / 100).min(sorted.len().saturating_sub(1))).copied();
        percent.iter().filter_map(at).collect()
    }
}

/// Tests whether a column has record keys.
#[derive(Debug)]
pub(super) struct KeyTest {
    tally: KeyTally,
    modulus: Modulus,
    rows: u32,
}

impl KeyTest {
    fn new(largest: i64) -> Option<Self> {
        let largest = u64::try_from(largest).ok()?;
        let modulus = [DEFAULT_MODULUS, MAX_MODULUS].into_iter().find(|modulus| largest < *modulus)?;
        Self::below(modulus)
    }

    fn below(modulus: u64) -> Option<Self> {
        let modulus = Modulus::try_from(modulus).ok()?;
        Some(Self { tally: KeyTally::new(modulus, None), modulus, rows: 0 })
    }

    /// Begins the test of a column with many values: nearly all of them differ. The caller adds the values.
    pub fn of_many(values: &[(Rc<str>, u64, bool)], rows: u64) -> Option<Self> {
        if (values.len() as u64) < rows - rows / 50 {
            return None;
        }
        let largest = values.iter().map(|(text, ..)| whole(text)).try_fold(0, |most, value| Some(value?.max(most)))?;
        Self::new(largest)
    }

    /// Tests a column with all its values. A column with few different keys needs a name that says so.
    pub fn of_few(name: &str, values: &[(Rc<str>, u64)]) -> Option<Self> {
        let mut largest = 0;
        for (text, _) in values {
            let value = whole(text)?;
            if value < 0 {
                return None;
            }
            largest = largest.max(value);
        }
        let is_large = largest >= 1 << 24;
        if values.len() < 2 || !(is_large || names::is_key(name)) {
            return None;
        }
        let small = u64::try_from(largest).ok()?.checked_add(1)?.checked_next_power_of_two()?;
        let mut test = if is_large { Self::new(largest)? } else { Self::below(small)? };
        values.iter().all(|(text, rows)| test.add(text, *rows)).then_some(test)
    }

    /// Adds a value. Returns whether it can be a key.
    pub fn add(&mut self, text: &str, rows: u64) -> bool {
        let key = whole(text).and_then(|key| u64::try_from(key).ok()).filter(|key| *key < self.modulus.get());
        let Some(key) = key else { return false };
        for _ in 0..rows {
            // A number of its own for each row: nothing is known about cells yet.
            self.tally.add(key, None, self.rows, 0);
            self.rows = self.rows.wrapping_add(1);
        }
        true
    }

    /// The modulus of sound keys.
    pub fn sound(&self) -> Option<u64> {
        (self.rows >= 20 && self.tally.faults().is_empty()).then(|| self.modulus.get())
    }
}

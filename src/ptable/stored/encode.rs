//! Encodes a p-table in its stored form.

use std::collections::BTreeMap;

use super::super::{DenseTable, IntervalTable, ONE};
use super::{DENSE, HEADER_LEN, Header, INTERVAL, MAGIC, VERSION};
use crate::base::bits::{pack, width};

pub(in super::super) fn encode_interval(table: &IntervalTable) -> Vec<u8> {
    let entries = table.entries();
    let (least_noise, noise_width) = noise_range(entries.iter().map(|entry| entry.noise));
    let longest = table.rows().map(<[_]>::len).max().unwrap_or(1) as u32;
    let header = Header {
        shape: INTERVAL,
        row_zero: false,
        noise_width,
        rows: table.rows().len() as u32,
        columns: longest,
        least_noise,
        stored: entries.len() as u32,
    };
    let mut out = Vec::with_capacity(HEADER_LEN + 8 * entries.len());
    header.write(&mut out);
    pack(&mut out, width(longest - 1), table.rows().map(|row| row.len() as u32 - 1));
    pack(&mut out, noise_width, entries.iter().map(|entry| offset(entry.noise, least_noise)));
    // A bound of 1 ends a row and is not stored. All other bounds fit 32 bits.
    pack(&mut out, 32, entries.iter().filter(|entry| entry.upper != ONE).map(|entry| entry.upper as u32));
    out
}

pub(in super::super) fn encode_dense(table: &DenseTable) -> Vec<u8> {
    // Equal rows are stored once. Tables that repeat every few rows, such as the 10-5 table, become very small.
    let mut numbers: BTreeMap<&[i16], u32> = BTreeMap::new();
    let mut distinct = Vec::new();
    let indices: Vec<u32> = table
        .rows()
        .map(|row| {
            *numbers.entry(row).or_insert_with(|| {
                distinct.push(row);
                distinct.len() as u32 - 1
            })
        })
        .collect();
    let noises = || distinct.iter().flat_map(|row| row.iter().map(|&noise| i32::from(noise)));
    let (least_noise, noise_width) = noise_range(noises());
    let header = Header {
        shape: DENSE,
        row_zero: table.has_row_zero(),
        noise_width,
        rows: table.rows().len() as u32,
        columns: table.keys(),
        least_noise,
        stored: distinct.len() as u32,
    };
    let mut out = Vec::new();
    header.write(&mut out);
    if distinct.len() < indices.len() {
        pack(&mut out, width(header.stored - 1), indices);
    }
    pack(&mut out, noise_width, noises().map(|noise| offset(noise, least_noise)));
    out
}

impl Header {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend(MAGIC);
        out.extend([VERSION, self.shape, u8::from(self.row_zero), self.noise_width as u8]);
        out.extend(self.rows.to_le_bytes());
        out.extend(self.columns.to_le_bytes());
        out.extend(self.least_noise.to_le_bytes());
        out.extend([0, 0]);
        out.extend(self.stored.to_le_bytes());
    }
}

/// Returns the least noise, and the width for the differences between noises and the least noise.
fn noise_range(noises: impl Iterator<Item = i32>) -> (i16, u32) {
    let (least, most) = noises.fold((i32::MAX, i32::MIN), |(least, most), noise| (least.min(noise), most.max(noise)));
    // A valid table has at least one noise, and its noises fit 16 bits.
    (least as i16, width(most.wrapping_sub(least) as u32))
}

fn offset(noise: i32, least: i16) -> u32 {
    (noise - i32::from(least)) as u32
}

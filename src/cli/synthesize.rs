//! `cellveil synthesize`: writes invented households and persons, and a specification for them.

mod parquet;

use std::io::{self, Write};
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::stream::{Stream, real};
use super::{Failure, print};
use crate::host::Bar;
use crate::synthetic::{Areas, Household, Households, Request, csv_header, push_csv, specification};

/// Number of households between two steps of the progress bar.
const STEP: u32 = 10_000;
/// Number of bytes of CSV that are collected before a write.
const BATCH: usize = 1 << 16;

/// Write records of invented households and persons, the same for the same seed.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Number of households, 1 to 100,000,000; a household has 2.3 persons on average
    #[arg(long, value_name = "N")]
    households: u64,
    /// Seed of the random numbers, 0 to 2^53 - 1
    #[arg(long, value_name = "S")]
    seed: u64,
    /// File for the records, a row a person: CSV, CSV.gz if the name ends in .gz, or Parquet if it ends in .parquet
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// File for a specification, which cellveil tile accepts for these records
    #[arg(long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { households, seed, out, spec, force } = arguments;
    let request = Request::new(*households, *seed)?;
    if spec.as_ref().is_some_and(|spec| real(spec) == real(out)) {
        let expected = "expected another file for the specification";
        return Err(Failure::wrong(format!("--spec {}: is the file of --out; {expected}", out.display())));
    }
    // Both files are opened first, so that a wrong name fails before the work.
    let mut records = Stream::create("--out", out, *force)?;
    let described = spec.as_ref().map(|path| Stream::create("--spec", path, *force)).transpose()?;
    let bar = Bar::new(format!("Writing {}", out.display()));
    let mut persons = 0;
    let people = Households::new(request).inspect(|household| {
        persons += household.persons.len() as u64;
        if household.number.is_multiple_of(STEP) {
            bar.set(household.number.into(), request.households().into());
        }
    });
    let ending = out.extension().map(|ending| ending.to_ascii_lowercase());
    let written = match ending.as_ref().and_then(|ending| ending.to_str()) {
        Some("parquet") => parquet::write(people, &mut records),
        Some("gz") => {
            let mut packed = GzEncoder::new(&mut records, Compression::default());
            write_csv(people, &mut packed).and_then(|()| packed.finish().map(drop))
        }
        _ => write_csv(people, &mut records),
    };
    // A full disk fails here, before any file has its name.
    written.and_then(|()| records.flush()).map_err(|error| records.failed(&error))?;
    drop(bar);
    if let Some(mut file) = described {
        file.write_all(specification(request).as_bytes()).map_err(|error| file.failed(&error))?;
        file.place()?;
    }
    records.place()?;
    let areas = Areas::settled(request).count();
    let counts = [(u64::from(request.households()), "household"), (persons, "person"), (areas as u64, "area")];
    let counts = counts.map(|(number, unit)| format!("{number} {unit}{}", if number == 1 { "" } else { "s" }));
    print(&format!("{}: {}\n", out.display(), counts.join(", ")))
}

fn write_csv(people: impl Iterator<Item = Household>, out: &mut impl Write) -> io::Result<()> {
    let mut lines = csv_header().into_bytes();
    for household in people {
        push_csv(&household, &mut lines);
        if lines.len() >= BATCH {
            out.write_all(&lines)?;
            lines.clear();
        }
    }
    out.write_all(&lines)
}

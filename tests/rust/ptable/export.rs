//! P-tables as text. Every format reads back as the p-table that was written.

use cellveil::ptable::export::Format;
use cellveil::ptable::{DenseTable, Entry, IntervalTable, ONE, Ptable};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};

use super::drawn::{CONFIG_CASES, dense, intervals};

#[test]
fn text_gives_the_same_table_in_every_format() {
    let config =
        Config { cases: CONFIG_CASES, rng_seed: RngSeed::Fixed(4), failure_persistence: None, ..Config::default() };
    let tables = prop_oneof![intervals().boxed(), dense().boxed()];
    let law = |table: Ptable| {
        for format in Format::ALL {
            let Ok(text) = table.to_text(format) else {
                prop_assert_ne!(format.shape(), table.shape());
                continue;
            };
            prop_assert_eq!(format.shape(), table.shape());
            let read =
                Ptable::parse(text.as_bytes(), "text").map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(&read, &table);
            prop_assert_eq!(read.to_text(format), Ok(text), "the same table has the same text");
        }
        Ok(())
    };
    TestRunner::new(config).run(&tables, law).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn tau_argus_is_padded() {
    let row = |entries: &[(u64, i32)]| -> Vec<Entry> {
        entries.iter().map(|&(upper, noise)| Entry { upper, noise }).collect()
    };
    let mut rows = vec![row(&[(ONE, 0)]); 10];
    rows.push(row(&[(ONE / 4, -10), (ONE, 1)]));
    let text = Ptable::from(IntervalTable::new(&rows).unwrap()).to_text(Format::TauArgus).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "i;j;p;v;p_int_ub");
    assert_eq!(lines[1], " 0; 0;1.0000000000;  0;1.0000000000");
    assert_eq!(lines[11..], ["10; 0;0.2500000000;-10;0.2500000000", "10;11;0.7500000000;  1;1.0000000000"]);
}

#[test]
fn cantabular_has_ranges_of_keys() {
    let table = Ptable::from(DenseTable::new(5, false, [-1, 0, 0, 0, 1].repeat(250)).unwrap());
    let text = table.to_text(Format::Cantabular).unwrap();
    assert!(text.starts_with("cell_value,cell_key,perturbation\n1,0,-1\n1,1-3,0\n1,4,1\n2,0,-1\n"), "{text}");
    assert!(table.to_text(Format::Ons).unwrap().starts_with("pcv,ckey,pvalue\n1,0,-1\n1,1,0\n1,2,0\n1,3,0\n1,4,1\n"));
}

#[test]
fn formats_have_names_and_shapes() {
    for format in Format::ALL {
        assert_eq!(format.name().parse(), Ok(format));
    }
    let unknown = "R\"".parse::<Format>().unwrap_err().to_string();
    assert_eq!(unknown, "\"R\\\"\" is not a p-table format; expected ptable, ons, cantabular or tau-argus");
    let table = Ptable::from(DenseTable::new(1, false, vec![0; 250]).unwrap());
    let message = table.to_text(Format::TauArgus).unwrap_err().to_string();
    assert_eq!(
        message,
        "format tau-argus holds interval tables, but this table is dense; expected a table converted to interval"
    );
}

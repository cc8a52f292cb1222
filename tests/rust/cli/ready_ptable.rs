//! `ptable = "standard"` names a ready-made p-table in a specification or a query.

use crate::support::small_cube::{SPEC, sources};

#[test]
fn a_ready_made_ptable_is_the_file_that_design_writes() {
    let space = sources();
    let tile = |out: &str, ptable: &str| {
        space.write("cube.toml", SPEC.replacen("\"ptable.csv\"", &format!("{ptable:?}"), 1));
        space.done(&["tile", "cube.toml", "--cells", "cells.csv", "--out", out]);
        space.read(&format!("{out}/cube.json"))
    };
    for name in ["light", "standard", "strong"] {
        let text = space.done(&["ptable", "design", "--ready", name]);
        space.write("designed.csv", &text);
        let from_file = tile(&format!("file-{name}"), "designed.csv");
        let by_name = tile(&format!("name-{name}"), name);
        assert!(by_name == from_file, "{name}: the manifests differ");
        // The manifest names the file of the p-table instead of the ready-made design.
        assert!(String::from_utf8(by_name).unwrap().contains("ptables/"), "{name}");

        let query = |ptable: &str| {
            let method = format!(r#"{{"kind":"cell-key","ptable":"{ptable}","threshold":3}}"#);
            space.done(&["table", &format!("name-{name}"), "--rows", "area", "--columns", "sex", "--method", &method])
        };
        assert_eq!(query(name), query("designed.csv"), "{name}");
    }
}

/// An existing file named `standard` takes precedence over the ready-made p-table.
#[test]
fn a_file_of_the_name_comes_first() {
    let space = sources();
    let build = |out: &str, ptable: &str| {
        space.write("cube.toml", SPEC.replacen("\"ptable.csv\"", &format!("{ptable:?}"), 1));
        space.done(&["tile", "cube.toml", "--cells", "cells.csv", "--out", out]);
        space.read(&format!("{out}/cube.json"))
    };
    let expected = build("expected", "ptable.csv");
    space.write("standard", space.read("ptable.csv"));
    assert!(build("found", "standard") == expected);
}

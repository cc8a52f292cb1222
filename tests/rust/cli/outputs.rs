//! No command writes over a file that the same command reads. Another file may be replaced.

use crate::support::workspace::{WRONG, Workspace};

const SALT: &str = "4b19e7c2805dfa36917c3e0ad4b86f25";
const BASE: &str = "[cube]\nid = \"town\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"internal\"\n\
                    [key]\ncolumn = \"key\"\n[[dimension]]\nname = \"area\"\ncodes = \"areas.csv\"\n\
                    [method.default]\nkind = \"cell-key\"\nptable = \"p.csv\"\n";

/// A folder with a keyed cube and all files that it was made from.
fn space() -> Workspace {
    let space = Workspace::new();
    space.write("base.toml", BASE);
    space.write("areas.csv", "code,label\n1,North\n2,South\n");
    let rows: String = (0..60_u64).map(|at| format!("{},{}\n", at % 2 + 1, at * 70_368_744 % (1 << 32))).collect();
    space.write("people.csv", format!("area,key\n{rows}"));
    space.write("matrix.csv", "1,0\n0.5,0.5\n");
    space.write("tables.json", "[]");
    space.done(&["ptable", "design", "--ready", "standard", "--output", "p.csv"]);
    let sealed = format!(
        "extends = \"base.toml\"\n[cube]\naudience = \"public\"\nrelease = \"sealed\"\n[key]\nsalt = \"{SALT}\"\n\
         [method.default]\nkind = \"cell-key\"\nptable = \"p.csv\"\nlookup = \"hash\"\n[publish]\nmax_dimensions = 1\n"
    );
    space.write("sealed.toml", sealed);
    space.done(&["tile", "base.toml", "--records", "people.csv", "--out", "cube"]);
    space
}

#[test]
fn inputs_are_never_replaced() {
    let space = space();
    let own = r#"{"kind":"cell-key","ptable":"p.csv"}"#;
    let table = ["table", "cube", "--rows", "area"];
    let audit = ["audit", "cube", "--spec", "sealed.toml"];
    let measure = ["measure", "cube", "--rows", "area"];
    for (command, flag, inputs) in [
        (&audit[..], "--output", &["sealed.toml", "base.toml", "areas.csv", "p.csv"][..]),
        (&table, "--output", &["cube/cube.json"]),
        (&table, "--receipt", &["cube/cube.json"]),
        (&[&table[..], &["--method", own]].concat(), "--output", &["p.csv"]),
        (&[&table[..], &["--method", own]].concat(), "--receipt", &["p.csv"]),
        (&[&measure[..], &["--method", own]].concat(), "--output", &["p.csv", "cube/cube.json"]),
        (
            &["map", "cube", "--rows", "area", "--compare", own, "--tables", "tables.json"],
            "--output",
            &["p.csv", "tables.json", "cube/cube.json"],
        ),
        (&["ptable", "convert", "p.csv", "--format", "ons"], "--output", &["p.csv"]),
        (&["ptable", "offset", "p.csv", "--from", "4", "--cube", "cube"], "--output", &["p.csv", "cube/cube.json"]),
        (
            &["matrix", "invariant", "matrix.csv", "--cap", "1", "--frequencies", "tables.json"],
            "--output",
            &["matrix.csv", "tables.json"],
        ),
    ] {
        for input in inputs {
            let before = space.read(input);
            space.fails(
                WRONG,
                &[command, &[flag, input]].concat(),
                &[&format!("{flag} {input}: "), "expected another f"],
            );
            assert_eq!(space.read(input), before, "{command:?}");
        }
    }
    // Another name of the same file.
    let long = format!("{}/./sealed.toml", space.path("").display());
    space.fails(WRONG, &[&audit[..], &["--output", &long]].concat(), &["an input of this command (sealed.toml)"]);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("base.toml", space.path("link.toml")).unwrap();
        space.fails(
            WRONG,
            &[&audit[..], &["--output", "link.toml"]].concat(),
            &["an input of this command (base.toml)"],
        );
    }
}

/// A new cube replaces a whole folder, so no input may be in this folder.
#[test]
fn new_cube_never_replaces_its_inputs() {
    let space = space();
    space.write("cube/tiles/more.csv", space.read("people.csv"));
    let tile = ["tile", "base.toml", "--records", "cube/tiles/more.csv", "--force", "--out"];
    space.fails(WRONG, &[&tile[..], &["cube"]].concat(), &["--out cube: it has the input cube/tiles/more.csv"]);
    assert_eq!(space.read("cube/tiles/more.csv"), space.read("people.csv"));
    space.done(&[&tile[..], &["other"]].concat());
}

/// A command may replace its own earlier result, and any other file.
#[test]
fn other_files_are_replaced() {
    let space = space();
    for _ in 0..2 {
        space.done(&["table", "cube", "--rows", "area", "--output", "t.csv", "--receipt", "t.json"]);
        space.done(&["ptable", "convert", "p.csv", "--format", "tau-argus", "--output", "t.csv"]);
        space.done(&["measure", "cube", "--rows", "area", "--output", "people.csv"]);
        space.done(&["table", "cube", "--rows", "area", "--output", "cube/t.csv"]);
    }
}

//! Levels with more groups than the data fill.

use std::fs;
use std::path::Path;
use std::process::Command;

fn cellveil(folder: &Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cellveil"))
        .current_dir(folder)
        .args(arguments)
        .output()
        .expect("the command runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("output is UTF-8")
}

/// Every combination is present: a group without a code of the data is an empty cell, and a filter that drops nothing
/// changes nothing. One that drops codes leaves out the groups that are left without any.
#[test]
fn a_group_that_no_code_belongs_to_is_an_empty_cell() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("levels");
    // Folders above the cube's are made as well.
    let _ = fs::remove_dir_all(folder.join("made"));
    fs::create_dir_all(&folder).unwrap();
    let spec = r#"
        [cube]
        id = "levels"
        unit = "person"
        data = "synthetic"
        audience = "teaching"
        [key]
        column = "key"
        [[dimension]]
        name = "age"
        [[dimension.level]]
        name = "band"
        groups = [
            { code = "young", of = ["1", "2"] },
            { code = "none", of = ["9"] },
            { code = "old", of = ["3"] },
        ]
        [method.default]
        kind = "none"
    "#;
    fs::write(folder.join("cube.toml"), spec).unwrap();
    fs::write(folder.join("records.csv"), "age,key\n1,5\n3,6\n2,7\n").unwrap();
    cellveil(&folder, &["tile", "cube.toml", "--records", "records.csv", "--out", "made/with/cube"]);
    let all = "age:band,value,status\nyoung,2,\nnone,0,\nold,1,\n_T,3,\n";
    assert_eq!(cellveil(&folder, &["table", "made/with/cube", "--rows", "age:band"]), all);
    assert_eq!(cellveil(&folder, &["table", "made/with/cube", "--rows", "age:band", "--filter", "age=1,2,3"]), all);
    let young = "age:band,value,status\nyoung,2,\n_T,2,\n";
    assert_eq!(cellveil(&folder, &["table", "made/with/cube", "--rows", "age:band", "--filter", "age=1,2"]), young);
}

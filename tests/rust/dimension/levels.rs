//! Levels with groups that have no records.

use crate::support::workspace::Workspace;

/// Every combination of groups is present in the table. A group without a code in the data is an empty cell. A filter
/// that removes no code changes nothing. A filter that removes codes also removes the groups without a remaining code.
#[test]
fn group_without_codes_is_an_empty_cell() {
    let space = Workspace::new();
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
    space.write("cube.toml", spec);
    space.write("records.csv", "age,key\n1,5\n3,6\n2,7\n");
    // The command also creates the parent folders of the cube.
    space.done(&["tile", "cube.toml", "--records", "records.csv", "--out", "made/with/cube"]);
    let all = "age:band,value,status\nyoung,2,\nnone,0,\nold,1,\n_T,3,\n";
    assert_eq!(space.done(&["table", "made/with/cube", "--rows", "age:band"]), all);
    assert_eq!(space.done(&["table", "made/with/cube", "--rows", "age:band", "--filter", "age=1,2,3"]), all);
    let young = "age:band,value,status\nyoung,2,\n_T,2,\n";
    assert_eq!(space.done(&["table", "made/with/cube", "--rows", "age:band", "--filter", "age=1,2"]), young);
}

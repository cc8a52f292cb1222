//! A delivery names the specifications and files of several record types. All cubes are written, or none.

use crate::support::workspace::{WRONG, Workspace};

const BASE: &str = "[cube]\nid = \"base\"\nunit = \"person\"\ndata = \"synthetic\"\naudience = \"public\"\n\
                    [key]\ncolumn = \"key\"\n[[dimension]]\nname = \"area\"\nrole = \"geo\"\n\
                    codes = { N = \"North\", S = \"South\" }\n[method.default]\nkind = \"none\"\n";
const DELIVERY: &str = "[[cube]]\nspec = \"persons.toml\"\nrecords = [\"files/persons.csv\"]\n\
                        [[cube]]\nspec = \"households.toml\"\nrecords = \"files/households.csv\"\n\
                        [[cube]]\nspec = \"dwellings.toml\"\ncells = [\"files/dwellings.csv\"]\n";

/// A folder with a delivery of persons, households and dwellings. The three specifications share the areas.
fn space() -> Workspace {
    let space = Workspace::new();
    space.write("base.toml", BASE);
    for (id, unit) in [("persons", "person"), ("households", "household"), ("dwellings", "dwelling")] {
        space.write(
            &format!("{id}.toml"),
            format!("extends = \"base.toml\"\n[cube]\nid = \"{id}\"\ntitle = \"The {id}\"\nunit = \"{unit}\"\n"),
        );
    }
    let rows = |n: u64| -> String {
        (0..n)
            .map(|at| format!("{},{}\n", if at % 3 == 0 { "N" } else { "S" }, (at + 1) * 2_654_435_761 % (1 << 32)))
            .collect()
    };
    space.write("files/persons.csv", format!("area,key\n{}", rows(60)));
    space.write("files/households.csv", format!("area,key\n{}", rows(24)));
    space.write("files/dwellings.csv", "area,count,key\nN,10,15\nS,12,7\n");
    space.write("delivery.toml", DELIVERY);
    space
}

#[test]
fn all_cubes_are_written_each_with_its_unit() {
    let space = space();
    let text = space.done(&["check", "delivery.toml"]);
    assert_eq!(text.matches("0 errors").count(), 3, "{text}");
    let text = space.done(&["tile", "delivery.toml", "--out", "cubes"]);
    for (id, unit) in [("persons", "person"), ("households", "household"), ("dwellings", "dwelling")] {
        assert!(text.contains(&format!("cubes/{id}: ")), "{text}");
        let info = space.done(&["info", &format!("cubes/{id}")]);
        assert!(info.contains(&format!("unit        {unit}\n")), "{info}");
        space.done(&["verify", &format!("cubes/{id}")]);
    }
    let table = space.done(&["table", "cubes/households", "--rows", "area"]);
    assert_eq!(table, "area,value,status\nN,8,\nS,16,\n_T,24,\n");
}

#[test]
fn the_cubes_are_those_of_their_own_specifications() {
    let space = space();
    space.done(&["tile", "delivery.toml", "--out", "cubes"]);
    space.done(&["tile", "persons.toml", "--records", "files/persons.csv", "--out", "alone"]);
    assert_eq!(space.read("cubes/persons/cube.json"), space.read("alone/cube.json"));
}

#[test]
fn one_bad_file_writes_nothing() {
    let space = space();
    space.write("files/dwellings.csv", "area,count,key\nN,10,15\nE,12,7\n");
    space.fails(WRONG, &["tile", "delivery.toml", "--out", "cubes"], &["dwellings.csv", "\"E\""]);
    // An earlier set of cubes stays as it was.
    let good = self::space();
    good.done(&["tile", "delivery.toml", "--out", "cubes"]);
    good.write("files/households.csv", "area,key\n");
    good.write("files/dwellings.csv", "area,count,key\nE,10,15\n");
    good.fails(WRONG, &["tile", "delivery.toml", "--out", "cubes", "--force"], &["dwellings.csv"]);
}

#[test]
fn a_check_covers_every_cube() {
    let space = space();
    space.write("files/persons.csv", "area,key\nW,1\n");
    space.write("households.toml", "extends = \"base.toml\"\n[cube]\nid = \"households\"\nunits = \"household\"\n");
    let (status, text, error) = space.run(&["check", "delivery.toml"]);
    assert_eq!(status, WRONG);
    for part in ["persons.csv", "\"W\"", "units", "dwellings.toml: 0 errors"] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
    assert!(error.contains("delivery.toml: 2 of 3 cubes have errors"), "{error}");
}

#[test]
fn a_wrong_delivery_is_refused() {
    let cube = "[[cube]]\nspec = \"persons.toml\"\nrecords = [\"files/persons.csv\"]\n";
    for (delivery, parts) in [
        ("cube = []\n".to_owned(), &["cube", "an empty list"][..]),
        ("[[cube]]\nrecords = [\"files/persons.csv\"]\n".to_owned(), &["cube[1]", "spec"]),
        ("[[cube]]\nspec = \"persons.toml\"\n".to_owned(), &["cube[1]", "records"]),
        (format!("{cube}file = \"a\"\n"), &["cube[1]", "file"]),
        (format!("{cube}{cube}"), &["persons.toml", "\"persons\"", "another id"]),
        (format!("title = \"Census\"\n{cube}"), &["delivery", "title"]),
        (cube.replace("files/persons.csv", "gone.csv"), &["gone.csv"]),
        (cube.replace("persons.toml", "gone.toml"), &["gone.toml"]),
    ] {
        let space = space();
        space.write("delivery.toml", &delivery);
        space.fails(WRONG, &["tile", "delivery.toml", "--out", "cubes"], parts);
    }
    space().fails(
        WRONG,
        &["tile", "delivery.toml", "--records", "files/persons.csv", "--out", "cubes"],
        &["--records"],
    );
}

#[test]
fn only_folders_of_cubes_are_replaced() {
    let space = space();
    let again = ["tile", "delivery.toml", "--out", "cubes", "--force"];
    space.done(&again[..4]);
    space.fails(WRONG, &again[..4], &["holds cubes already", "--force"]);
    space.done(&again);
    space.write("cubes/notes.txt", "mine");
    space.fails(WRONG, &again, &["notes.txt"]);
    space.remove("cubes/notes.txt");
    space.write("cubes/persons/notes.txt", "mine");
    space.fails(WRONG, &again, &["notes.txt"]);
    space.fails(WRONG, &["tile", "delivery.toml", "--out", "files", "--force"], &["not the folder of a cube"]);
}

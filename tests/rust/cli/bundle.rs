//! `cellveil bundle` writes one whole page or nothing, with only the files that the page needs.

use std::io::{Cursor, Write};

use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::workspace::{REFUSED, WRONG, Workspace, files_in};

const SALT: &str = "4b19e7c2805dfa36917c3e0ad4b86f25";
/// A template with the marks of the real ones.
const TEMPLATE: &str =
    "<html lang=\"{{language}}\">\n<h1>{{title}}</h1>\n<i>{{query}}</i>\n<b>{{cube}}</b>\n{{cores}}</html>\n";

/// A small archive with the files that the command reads.
fn archive(template: &str) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let navigation = "<nav class=\"ways\">\n<a href=\"index.html\">Tables</a>\n</nav>\n";
    let cores = ["full", "tables", "export", "xlsx"].map(|name| (format!("bundle/{name}.deflate"), name));
    let pages = ["table", "workbench", "lesson"].map(|name| (format!("bundle/{name}.html"), template));
    let wasm = ["tables", "people", "make", "workshop"].map(|name| (format!("cellveil/cellveil_{name}_bg.wasm"), name));
    let lessons = ("bundle/lessons.json".to_owned(), "[\"rounding\",\"totals\"]\n");
    let files = cores.into_iter().chain(pages).chain(wasm).chain([("index.html".to_owned(), navigation), lessons]);
    for (path, text) in files {
        writer.start_file(path.as_str(), SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A folder with the archive and four cubes. The default method of `open` needs no p-table.
fn space() -> Workspace {
    let space = Workspace::new();
    space.write("pages.zip", archive(TEMPLATE));
    let spec = |cube: &str, more: &str| {
        format!(
            "[cube]\nid = \"town\"\nunit = \"person\"\n{cube}[key]\ncolumn = \"key\"\nsalt = \"{SALT}\"\n\
             [[dimension]]\nname = \"area\"\nrole = \"geo\"\ncodes = {{ 1 = \"North\", 2 = \"South\" }}\n\
             [[dimension]]\nname = \"sex\"\ncodes = {{ 1 = \"Male\", 2 = \"Female\" }}\n\
             [method.default]\nkind = \"random-rounding\"\nbase = 3\n{more}"
        )
    };
    let title = "title = { en = \"Town & land\", fr = \"Ville\" }\ndata = \"synthetic\"\n";
    space.done(&["ptable", "design", "--ready", "standard", "--output", "noise.csv"]);
    let noise = "[method.noise]\nkind = \"cell-key\"\nptable = \"noise.csv\"\nlookup = \"hash\"\n";
    space.write("open.toml", spec(&format!("{title}audience = \"teaching\"\n"), noise));
    space.write("public.toml", spec(&format!("{title}audience = \"public\"\n"), ""));
    let whole = "[method.whole]\nkind = \"controlled-rounding\"\nbase = 3\n[rules]\nmax_dimensions = 1\n";
    space.write("ruled.toml", spec(&format!("{title}audience = \"teaching\"\n"), whole));
    space.write("inside.toml", spec("title = \"Inside\"\naudience = \"internal\"\n", ""));
    // A multiplicative generator spreads the keys over their whole range.
    let row = |at: u64| format!("{},{},{}\n", at % 2 + 1, at / 2 % 2 + 1, at * 2_654_435_761 % (1 << 32));
    space.write("people.csv", format!("area,sex,key\n{}", (1..=200).map(row).collect::<String>()));
    for name in ["open", "public", "ruled", "inside"] {
        space.done(&["tile", &format!("{name}.toml"), "--records", "people.csv", "--out", name]);
    }
    space
}

const OUT: [&str; 4] = ["--archive", "pages.zip", "--out", "out.html"];

fn bundle<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["bundle"], more, &OUT].concat()
}

/// The text between two marks of the page.
fn between(page: &str, start: &str, end: &str) -> String {
    page.split_once(start).unwrap().1.split_once(end).unwrap().0.to_owned()
}

fn paths(page: &str) -> Vec<String> {
    let files: Value = serde_json::from_str(&between(page, "<b>", "</b>")).unwrap();
    files.as_object().unwrap().keys().cloned().collect()
}

#[test]
fn a_table_has_its_query_and_only_the_files_that_it_needs() {
    let space = space();
    let rows = ["open", "--rows", "sex", "--filter", "area=1", "--no-totals"];
    let text = space.done(&bundle(&rows));
    let said = ["out.html: ", "with 2 of 3 files of the cube town: keyed, synthetic data; audience teaching: teachers"];
    assert!(said.iter().all(|part| text.contains(part)), "{text}");
    let page = space.text("out.html");
    assert!(page.contains("<html lang=\"en\">\n<h1>Town &amp; land</h1>"), "{page}");
    let query: Value = serde_json::from_str(&between(&page, "<i>", "</i>")).unwrap();
    assert_eq!(
        query,
        serde_json::json!({
            "rows": ["sex"], "columns": [], "filter": [["area", ["1"]]], "groups": [], "method": null, "with": [], "areas": null, "totals": false,
        })
    );
    assert_eq!(paths(&page).len(), 2);
    assert_eq!(paths(&page)[0], "cube.json");
    assert!(page.contains("<script id=\"core-full\" type=\"text/plain\">Fw(w.</script>"), "{page}");
    assert_eq!(page.matches("core-").count(), 1);
    assert!(text.starts_with(&format!("out.html: {} bytes", page.len())), "{text}");
}

#[test]
fn a_workbench_has_the_whole_cube_and_the_cores_of_its_exports() {
    let space = space();
    space.done(&bundle(&["open", "--page", "workbench", "--language", "fr"]));
    let page = space.text("out.html");
    assert!(page.contains("<html lang=\"fr\">\n<h1>Ville</h1>"), "{page}");
    assert_eq!(paths(&page).len(), 3);
    for core in ["full", "export", "xlsx"] {
        assert!(page.contains(&format!("id=\"core-{core}\"")), "{core}");
    }
    // Readers may choose the table method of this cube.
    space.done(&bundle(&["ruled", "--page", "workbench", "--rows", "sex", "--force"]));
    assert!(space.text("out.html").contains("id=\"core-tables\""));
}

#[test]
fn a_table_method_takes_the_larger_core() {
    let space = space();
    space.done(&bundle(&["ruled", "--rows", "sex", "--method", "whole"]));
    assert!(space.text("out.html").contains("<script id=\"core-tables\" type=\"text/plain\">KHF]wFYN</script>"));
    space.done(&bundle(&["ruled", "--rows", "sex", "--force"]));
    assert!(space.text("out.html").contains("id=\"core-full\""));
}

#[test]
fn the_lessons_have_their_cores_and_no_cube() {
    let space = space();
    let text = space.done(&bundle(&["--page", "lesson", "--lesson", "totals"]));
    let page = space.text("out.html");
    assert_eq!(text, format!("out.html: {} bytes, with 2 lessons\n", page.len()));
    assert!(page.contains("<h1>Lessons in statistical disclosure control</h1>"), "{page}");
    assert_eq!(between(&page, "<i>", "</i>"), "{\"lesson\":\"totals\"}");
    assert!(paths(&page).is_empty());
    for core in ["tables", "people", "make", "workshop"] {
        assert!(page.contains(&format!("id=\"core-{core}\"")), "{core}");
    }
    assert_eq!(page.matches("core-").count(), 4);
    space.done(&bundle(&["--page", "lesson", "--title", "Our <course>", "--force"]));
    let page = space.text("out.html");
    assert!(page.contains("<h1>Our &lt;course&gt;</h1>") && page.contains("{\"lesson\":\"\"}"), "{page}");
}

#[test]
fn the_lessons_refuse_what_needs_a_cube() {
    let space = space();
    for (more, parts) in [
        (&["--lesson", "sums"][..], ["--lesson \"sums\"", "expected one of rounding, totals"]),
        (&["open"], ["CUBE with --page lesson", "expected --lesson and --title only"]),
        (&["--rows", "sex"], ["a query with --page lesson", "expected"]),
        (&["--language", "fr"], ["--language with --page lesson", "in English"]),
        (&["--audience", "public"], ["--audience with --page lesson", "expected"]),
    ] {
        space.fails(WRONG, &bundle(&[&["--page", "lesson"], more].concat()), &parts);
    }
    space.fails(
        WRONG,
        &bundle(&["open", "--rows", "sex", "--lesson", "totals"]),
        &["--lesson without --page lesson", "expected"],
    );
    space.fails(WRONG, &bundle(&["--rows", "sex"]), &["CUBE is missing", "expected the folder of a cube"]);
}

#[test]
fn the_same_arguments_give_the_same_bytes() {
    let space = space();
    space.done(&bundle(&["open", "--rows", "area", "--columns", "sex"]));
    let first = space.read("out.html");
    space.done(&bundle(&["open", "--rows", "area", "--columns", "sex", "--force"]));
    assert!(first == space.read("out.html"));
}

#[test]
fn texts_of_the_user_stay_texts() {
    let space = space();
    let evil = "</script><script>alert(1)</script>{{cube}}";
    let group = format!("area:{evil}=1,2");
    space.done(&bundle(&["open", "--rows", "area", "--group", &group, "--title", evil]));
    let page = space.text("out.html");
    assert!(page.contains("<h1>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{cube}}</h1>"), "{page}");
    assert_eq!(page.matches("</script>").count(), 1, "the end of the core is the only end of a script");
    let query: Value = serde_json::from_str(&between(&page, "<i>", "</i>")).unwrap();
    assert_eq!(query["groups"][0][1][0][0], evil);
}

#[test]
fn bad_arguments_write_nothing() {
    let space = space();
    let long = "x".repeat(300);
    space.write("taken.html", "mine");
    space.write("ptable.csv", "");
    let own = r#"{"kind":"cell-key","ptable":"ptable.csv","lookup":"hash"}"#;
    for (arguments, status, parts) in [
        (vec!["missing", "--rows", "sex"], WRONG, vec!["missing/cube.json", "expected the folder of a cube"]),
        (vec!["open"], WRONG, vec!["--rows is missing"]),
        (vec!["open", "--rows", "town"], WRONG, vec!["town", "expected"]),
        (vec!["ruled", "--rows", "sex", "--columns", "area"], REFUSED, vec!["expected"]),
        (vec!["open", "--rows", "sex", "--page", "lesson"], WRONG, vec!["lesson", "--page"]),
        (vec!["open", "--rows", "sex", "--title", " "], WRONG, vec!["--title is empty"]),
        (vec!["open", "--rows", "sex", "--language", "e"], WRONG, vec!["--language", "expected one such as en"]),
        (
            vec!["open", "--rows", "sex", "--audience", "everyone"],
            WRONG,
            vec!["everyone", "public, teaching, kiosk, internal"],
        ),
        (
            vec!["ruled", "--rows", "sex", "--audience", "public"],
            WRONG,
            vec!["its audience is teaching", "the audience of the file is public"],
        ),
        (vec!["inside", "--rows", "sex"], WRONG, vec!["true counts", "--audience internal for a file"]),
        (vec!["open", "--page", "workbench", "--areas", "blocks"], WRONG, vec!["--areas", "expected --page table"]),
        (vec!["open", "--page", "workbench", "--columns", "sex"], WRONG, vec!["--rows is missing"]),
        (vec!["ruled", "--rows", "sex", "--method", own], WRONG, vec!["ptable.csv", "expected a p-table of the cube"]),
        (vec!["open", "--rows", &long], WRONG, vec!["expected"]),
    ] {
        space.fails(status, &bundle(&arguments), &parts);
    }
    for (out, parts) in [
        ("taken.html", ["exists already", "expected --force"]),
        ("open", ["is a folder", "expected a file"]),
        ("open/cube.json", ["an input of this command", "expected another file"]),
        ("open/new.html", ["is in the folder of the cube", "expected a file outside"]),
        ("pages.zip", ["an input of this command", "expected another file"]),
        ("missing/out.html", ["--out missing/out.html", "expected to write there"]),
    ] {
        space.fails(WRONG, &["bundle", "open", "--rows", "sex", "--archive", "pages.zip", "--out", out], &parts);
    }
    assert_eq!(space.text("taken.html"), "mine");
}

#[test]
fn a_page_may_not_choose_a_method_of_its_own_in_a_public_cube() {
    let space = space();
    let own = r#"{"kind":"random-rounding","base":5}"#;
    space.fails_with(REFUSED, &bundle(&["public", "--rows", "sex", "--method", own]), &["expected"]);
    space.done(&bundle(&["ruled", "--rows", "sex", "--method", own]));
}

#[test]
fn a_staff_file_needs_the_word_of_the_publisher() {
    let space = space();
    let text = space.done(&bundle(&["inside", "--rows", "sex", "--audience", "internal"]));
    assert!(text.contains("keyed, confidential data; audience internal: only staff"), "{text}");
}

#[test]
fn a_damaged_cube_writes_nothing() {
    let space = space();
    // The table does not need the p-table, but the whole cube is checked.
    let files =
        [("tiles", "cvt"), ("ptables", "cvp")].map(|(name, ending)| files_in(&space.path("open").join(name), ending));
    assert!(files.iter().all(|files| files.len() == 1));
    for file in files.concat() {
        let sound = std::fs::read(&file).unwrap();
        let mut damaged = sound.clone();
        *damaged.last_mut().unwrap() ^= 1;
        std::fs::write(&file, damaged).unwrap();
        space.fails(WRONG, &bundle(&["open", "--rows", "sex", "--filter", "area=1"]), &["open", "s/"]);
        std::fs::write(&file, sound).unwrap();
    }
}

#[test]
fn an_archive_of_another_version_is_named() {
    let space = space();
    space.write("pages.zip", archive("{{figures}}"));
    let sex = ["open", "--rows", "sex"];
    space.fails(
        WRONG,
        &bundle(&sex),
        &["bundle/table.html", "unknown mark \"figures\"", "expected pages of this version"],
    );
    let mut old = ZipWriter::new(Cursor::new(Vec::new()));
    old.start_file("index.html", SimpleFileOptions::default()).unwrap();
    old.write_all(b"<nav class=\"ways\">\n<a href=\"index.html\">Tables</a>\n</nav>\n").unwrap();
    space.write("pages.zip", old.finish().unwrap().into_inner());
    space.fails(WRONG, &bundle(&sex), &["the archive has no bundle/", "expected pages of this version"]);
}

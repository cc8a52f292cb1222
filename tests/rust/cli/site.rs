//! `cellveil site` writes a whole folder or nothing, and only cubes that its readers may see.

use std::io::{Cursor, Write};

use serde_json::Value;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::support::workspace::{WRONG, Workspace};

const SALT: &str = "4b19e7c2805dfa36917c3e0ad4b86f25";
const PAGES: [(&str, &str); 5] =
    [("index", "Tables"), ("maps", "Maps"), ("community", "Areas"), ("risk", "Risk"), ("embed", "Embed")];

/// A small archive: the pages have the marks that the real pages have.
fn archive() -> Vec<u8> {
    let links: String =
        PAGES.iter().map(|(page, title)| format!("      <a href=\"{page}.html\">{title}</a>\n")).collect();
    let page = |name: &str, title: &str| {
        format!(
            "<!doctype html>\n<html lang=\"en-GB\" data-cube=\"demo\" class=\"fills\">\n  <title>{title}</title>\n\
             <link rel=\"manifest\" href=\"manifest.webmanifest\">\n{name}\n      <h1>cellveil</h1>\n    <nav class=\"ways\" aria-label=\"Pages\">\n{links}    </nav>\n</html>\n"
        )
    };
    let mut files: Vec<(String, String)> = Vec::new();
    for (name, title) in PAGES {
        let title = if name == "index" { "cellveil".to_owned() } else { format!("{title} – cellveil") };
        files.push((format!("{name}.html"), page(name, &title)));
        files.push((format!("{name}.js"), String::new()));
    }
    files.push(("cellveil/js/index.js".into(), "export {};".into()));
    files.push(("bundle/table.html".into(), "<title>{{title}}</title>".into()));
    files.push(("sw.js".into(), "code();\n".into()));
    zipped(&files)
}

fn zipped(files: &[(String, String)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (path, text) in files {
        writer.start_file(path.as_str(), SimpleFileOptions::default()).unwrap();
        writer.write_all(text.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A folder with the archive, a specification and three cubes: keyed, sealed, and keyed for staff.
fn space() -> Workspace {
    let space = Workspace::new();
    space.write("pages.zip", archive());
    let spec = |title: &str, more: &str| {
        format!(
            "[cube]\nid = \"town\"\ntitle = \"{title}\"\nunit = \"person\"\n{more}[key]\ncolumn = \"key\"\nsalt = \"{SALT}\"\n\
             [[dimension]]\nname = \"area\"\nrole = \"geo\"\ncodes = {{ 1 = \"North\", 2 = \"South\" }}\n\
             [method.default]\nkind = \"random-rounding\"\nbase = 3\n"
        )
    };
    space.write("open.toml", spec("Town & land", "data = \"synthetic\"\naudience = \"public\"\n"));
    space.write("inside.toml", spec("Inside", "audience = \"internal\"\n"));
    let sealed = spec("Sealed", "audience = \"public\"\nrelease = \"sealed\"\n") + "[publish]\nmax_dimensions = 1\n";
    space.write("sealed.toml", sealed);
    // A multiplicative generator spreads the keys over their whole range.
    let rows: String = (1..=200_u64).map(|at| format!("{},{}\n", at % 2 + 1, at * 2_654_435_761 % (1 << 32))).collect();
    space.write("people.csv", format!("area,key\n{rows}"));
    for name in ["open", "inside", "sealed"] {
        space.done(&["tile", &format!("{name}.toml"), "--records", "people.csv", "--out", &format!("cubes/{name}")]);
    }
    space
}

const SITE: [&str; 5] = ["site", "--archive", "pages.zip", "--out", "site"];

fn site<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&SITE[..], more].concat()
}

fn json(space: &Workspace, file: &str) -> Value {
    serde_json::from_slice(&space.read(file)).unwrap()
}

#[test]
fn a_site_has_the_cubes_the_title_and_the_pages_of_a_publisher() {
    let space = space();
    let text = space.done(&site(&["cubes/open", "cubes/sealed", "--title", "Tables of <Town>"]));
    assert!(text.contains("cube open: keyed, synthetic data, audience public; Town & land\n"), "{text}");
    assert!(text.contains("pages: tables, risk, embed\n") && text.contains("audience public: everybody"), "{text}");
    assert_eq!(json(&space, "site/cubes/index.json"), serde_json::json!(["open", "sealed"]));
    assert_eq!(json(&space, "site/pages/index.json"), serde_json::json!([]));
    let index = space.text("site/index.html");
    for part in ["<title>Tables of &lt;Town&gt;</title>", "<h1>Tables of &lt;Town&gt;</h1>", "data-cube=\"open\" class"]
    {
        assert!(index.contains(part), "{part} is not in {index}");
    }
    assert!(index.contains("risk.html") && !index.contains("maps.html") && !index.contains("demo"), "{index}");
    assert!(!space.path("site/maps.html").exists() && !space.path("site/maps.js").exists());
    assert_eq!(space.read("site/cubes/open/cube.json"), space.read("cubes/open/cube.json"));
    space.done(&["verify", "site/cubes/open"]);
    let listed = json(&space, "site/site.json")["files"].as_array().unwrap().len();
    assert_eq!(
        space.snapshot().iter().filter(|(path, file)| file.is_some() && path.starts_with(space.path("site"))).count(),
        listed
    );
}

#[test]
fn a_sealed_cube_alone_has_no_page_of_risk_and_its_own_title() {
    let space = space();
    let text = space.done(&site(&["cubes/sealed"]));
    assert!(text.contains("pages: tables, embed\n"), "{text}");
    assert!(space.text("site/embed.html").contains("<title>Embed – Sealed</title>"));
}

#[test]
fn only_a_site_with_the_page_embed_has_the_templates_of_one_file() {
    let space = space();
    space.done(&site(&["cubes/open"]));
    assert_eq!(space.text("site/bundle/table.html"), "<title>{{title}}</title>");
    space.done(&site(&["cubes/open", "--pages", "tables", "--force"]));
    assert!(space.path("site/index.html").exists() && !space.path("site/bundle").exists());
}

#[test]
fn the_same_cubes_give_the_same_bytes() {
    let space = space();
    space.done(&site(&["cubes/open"]));
    space.done(&["site", "--archive", "pages.zip", "--out", "again", "cubes/open"]);
    let files = |folder: &str| -> Vec<_> {
        let root = space.path(folder);
        let all = space.snapshot().into_iter();
        all.filter_map(|(path, file)| Some((path.strip_prefix(&root).ok()?.to_owned(), file))).collect()
    };
    assert!(files("site") == files("again"));
}

#[test]
fn true_counts_need_the_word_of_the_publisher() {
    let space = space();
    space.fails(WRONG, &site(&["cubes/inside"]), &["\"inside\"", "true counts", "--audience internal"]);
    space.fails(WRONG, &site(&["cubes/inside", "--audience", "public"]), &["true counts"]);
    // A folder of cubes stands for all of them.
    space.fails(WRONG, &site(&["cubes"]), &["\"inside\"", "true counts"]);
    let text = space.done(&site(&["cubes", "--audience", "internal"]));
    assert!(text.contains("audience internal: only staff"), "{text}");
    assert!(text.contains("offline: not kept, because cube inside has true counts of confidential data\n"), "{text}");
    assert_eq!(space.text("site/sw.js"), "self.cellveil=null;\ncode();\n");
    assert!(!space.text("site/index.html").contains("rel=\"manifest\""));
    assert_eq!(json(&space, "site/cubes/index.json"), serde_json::json!(["inside", "open", "sealed"]));
}

#[test]
fn a_damaged_cube_writes_nothing() {
    let space = space();
    let tile = crate::support::workspace::files_in(&space.path("cubes/open/tiles"), "cvt").remove(0);
    let mut bytes = std::fs::read(&tile).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&tile, bytes).unwrap();
    space.fails(WRONG, &site(&["cubes/open"]), &["cubes/open", "SHA-256"]);
}

#[test]
fn files_outside_the_manifest_stay_inside() {
    let space = space();
    space.write("cubes/open/records.csv", "secret");
    space.done(&site(&["cubes/open"]));
    assert!(!space.path("site/cubes/open/records.csv").exists());
}

#[test]
fn only_a_site_is_replaced() {
    let space = space();
    space.done(&site(&["cubes/open"]));
    space.fails(WRONG, &site(&["cubes/open"]), &["holds a site already", "--force"]);
    space.done(&site(&["cubes/sealed", "--force"]));
    assert!(!space.path("site/cubes/open").exists());
    space.write("site/robots.txt", "mine");
    space.fails(WRONG, &site(&["cubes/open", "--force"]), &["\"robots.txt\""]);
    for out in ["cubes", "cubes/open/site", "."] {
        space.fails(WRONG, &["site", "cubes/open", "--archive", "pages.zip", "--force", "--out", out], &[out]);
    }
    // A site may not replace its own cubes.
    space.remove("site/robots.txt");
    space.fails(WRONG, &site(&["site/cubes/sealed", "--force"]), &["--out site", "input"]);
}

#[test]
fn settings_belong_to_cubes_with_their_areas() {
    let space = space();
    let page = r#"{ "map": { "dimension": "area", "geojson": "areas.geojson" }, "changed": [{ "cube": "gone", "label": "x" }] }"#;
    space.write("maps/page.json", page);
    space.fails(WRONG, &site(&["cubes/open", "--settings", "maps/page.json"]), &["maps/page.json", "map.geojson"]);
    space.write("maps/areas.geojson", "{}");
    let text = space.done(&site(&["cubes/open", "cubes/sealed", "--settings", "maps/page.json"]));
    assert!(text.contains("pages: tables, maps, community, risk, embed\n"), "{text}");
    assert_eq!(json(&space, "site/pages/index.json"), serde_json::json!(["open", "sealed"]));
    // Both cubes share one file, and a changed cube that is not on the site is not named.
    let expected = serde_json::json!({ "map": { "dimension": "area", "geojson": "open.geojson" } });
    assert_eq!(json(&space, "site/pages/sealed.json"), expected);
    assert_eq!(json(&space, "site/pages/open.json"), expected);
    assert!(!space.path("site/pages/sealed.geojson").exists());

    space.write("maps/areas.pmtiles", "PMTiles\u{2}");
    space.write("tiles.json", r#"{ "map": { "dimension": "area", "pmtiles": "maps/areas.pmtiles", "id": "code" } }"#);
    space.write("wards.json", r#"{ "map": { "dimension": "ward" } }"#);
    space.write("list.json", "[]");
    for (given, parts) in [
        ("tiles.json", &["areas.pmtiles", "PMTiles"][..]),
        ("wards.json", &["wards.json", "\"ward\""]),
        ("open=wards.json", &["wards.json", "\"ward\""]),
        ("opne=maps/page.json", &["\"opne\"", "did you mean \"open\""]),
        ("list.json", &["list.json", "not an object"]),
        ("gone.json", &["gone.json"]),
    ] {
        space.fails(
            WRONG,
            &["site", "cubes/open", "--archive", "pages.zip", "--out", "new", "--settings", given],
            parts,
        );
    }
}

#[test]
fn pages_may_be_chosen() {
    let space = space();
    let text = space.done(&site(&["cubes/sealed", "--pages", "maps"]));
    assert!(text.contains("pages: tables, maps\n"), "{text}");
    let text = space.done(&site(&["cubes/sealed", "--pages", "all", "--force"]));
    assert!(text.contains("pages: tables, maps, community, risk, embed\n"), "{text}");
    space.fails(
        WRONG,
        &site(&["cubes/sealed", "--pages", "mapps", "--force"]),
        &["\"mapps\"", "did you mean \"maps\""],
    );
}

#[test]
fn wrong_archives_are_refused() {
    let space = space();
    let out = zipped(&[
        ("index.html".into(), "<nav class=\"ways\">\n<a href=\"index.html\">\n</nav>".into()),
        ("../x".into(), String::new()),
    ]);
    let plain = zipped(&[("index.html".into(), "<p>".into())]);
    let bare = zipped(&[("index.html".into(), "<nav class=\"ways\">\n<a href=\"index.html\">\n</nav>".into())]);
    let old = zipped(&[(
        "index.html".into(),
        "<title>x</title>\n<h1>cellveil</h1>\n<nav class=\"ways\">\n<a href=\"index.html\">\n</nav>".into(),
    )]);
    for (bytes, part) in [
        (b"PK".to_vec(), "pages.zip"),
        (out, "out of a folder"),
        (plain, "no page of tables"),
        (bare, "no title"),
        (old, "no sw.js"),
    ] {
        space.write("wrong.zip", bytes);
        space.fails(WRONG, &["site", "cubes/open", "--archive", "wrong.zip", "--out", "site"], &[part]);
    }
    space.fails(WRONG, &["site", "cubes/open", "--archive", "gone.zip", "--out", "site"], &["gone.zip"]);
}

/// The list in the worker of a site, and the code after the list.
fn worker(space: &Workspace) -> (Value, String) {
    let text = space.text("site/sw.js");
    let (list, code) = text.split_once('\n').unwrap();
    let list = list.strip_prefix("self.cellveil=").and_then(|list| list.strip_suffix(';')).unwrap();
    (serde_json::from_str(list).unwrap(), code.to_owned())
}

/// The paths and digests that a worker lists.
fn listed(list: &Value) -> Vec<(String, String)> {
    serde_json::from_value(list["files"].clone()).unwrap()
}

#[test]
fn the_worker_lists_every_file_with_its_digest() {
    let space = space();
    let text = space.done(&site(&["cubes/open", "cubes/sealed"]));
    let (list, code) = worker(&space);
    assert_eq!(code, "code();\n");
    let files = listed(&list);
    assert!(files.is_sorted(), "{files:?}");
    for (path, digest) in &files {
        assert_eq!(*digest, cellveil::cube::sha256_hex(&space.read(&format!("site/{path}"))), "{path}");
    }
    let mut paths: Vec<_> = files.into_iter().map(|(path, _)| path).chain(["sw.js".to_owned()]).collect();
    paths.sort();
    assert_eq!(json(&space, "site/site.json")["files"], serde_json::json!(paths));
    assert_eq!(list["later"], serde_json::json!([]));
    let bytes: usize =
        paths.iter().filter(|path| *path != "sw.js").map(|path| space.read(&format!("site/{path}")).len()).sum();
    assert_eq!(list["bytes"], bytes);
    assert!(text.contains(&format!("offline: {} files, 0.1 MB kept at once\n", paths.len() - 1)), "{text}");
    // Each page has the name of the version, and the web manifest has the title.
    let version = list["version"].as_str().unwrap();
    assert!(space.text("site/index.html").contains(&format!("<html data-version=\"{version}\"")));
    assert_eq!(json(&space, "site/manifest.webmanifest")["name"], "Statistical tables");
}

#[test]
fn a_change_of_any_file_is_another_version() {
    let space = space();
    let mut versions = std::collections::BTreeSet::new();
    let mut note = |space: &Workspace| {
        let (list, _) = worker(space);
        assert!(versions.insert(list["version"].as_str().unwrap().to_owned()), "{list}");
    };
    space.done(&site(&["cubes/open"]));
    note(&space);
    space.done(&site(&["cubes/open", "--force", "--title", "Other"]));
    note(&space);
    space.done(&site(&["cubes/open", "--force", "--pages", "tables"]));
    note(&space);
    space.done(&site(&["cubes/open", "--force", "--offline-size", "0kB"]));
    note(&space);
    // A change of the worker's code.
    let mut reader = zip::ZipArchive::new(Cursor::new(archive())).unwrap();
    let mut files: Vec<(String, String)> = Vec::new();
    for at in 0..reader.len() {
        let mut file = reader.by_index(at).unwrap();
        let name = file.name().unwrap().into_owned();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut file, &mut text).unwrap();
        files.push((name, text.replace("code();", "other();")));
    }
    space.write("pages.zip", zipped(&files));
    space.done(&site(&["cubes/open", "--force"]));
    note(&space);
}

#[test]
fn a_larger_cube_keeps_its_tiles_on_use() {
    let space = space();
    space.write("page.json", r#"{ "map": { "dimension": "area", "geojson": "areas.geojson" } }"#);
    space.write("areas.geojson", format!("\"{}\"", "a".repeat(3000)));
    let text = space.done(&site(&["cubes/open", "--settings", "page.json", "--offline-size", "0kB"]));
    assert!(
        text.contains("kept at once; cube open (0.1 MB): tiles kept on use; pages/open.geojson (0.1 MB): not kept\n"),
        "{text}"
    );
    let (list, _) = worker(&space);
    assert_eq!(list["later"], serde_json::json!(["cubes/open/tiles/"]));
    let files = listed(&list);
    assert!(files.iter().all(|(path, _)| !path.contains("/tiles/") && !path.ends_with(".geojson")), "{files:?}");
    assert!(files.iter().any(|(path, _)| path == "cubes/open/cube.json"));
    space.done(&site(&["cubes/open", "--settings", "page.json", "--offline-size", "1MB", "--force"]));
    assert_eq!(worker(&space).0["later"], serde_json::json!([]));
}

#[test]
fn browsers_keep_nothing_of_a_site_with_no_offline() {
    let space = space();
    let text = space.done(&site(&["cubes/open", "--no-offline"]));
    assert!(text.contains("offline: not kept\n"), "{text}");
    // The worker only removes an earlier version, so that no browser shows this version for ever.
    assert_eq!(space.text("site/sw.js"), "self.cellveil=null;\ncode();\n");
    assert!(!space.path("site/manifest.webmanifest").exists());
    let index = space.text("site/index.html");
    assert!(!index.contains("manifest") && !index.contains("data-version"), "{index}");
    space.done(&site(&["cubes/open", "--force"]));
    assert!(space.text("site/index.html").contains("rel=\"manifest\""));
}

#[test]
fn wrong_sizes_are_refused() {
    let space = space();
    for size in ["", "20", "20mb", "-1MB", "1.5MB", "MB", "99999999999999GB"] {
        let option = format!("--offline-size={size}");
        space.fails(WRONG, &site(&["cubes/open", &option]), &["--offline-size", "20MB"]);
    }
}

#[test]
fn names_of_folders_are_checked() {
    let space = space();
    for (from, to) in [("open", "other/open"), ("sealed", "with space")] {
        let spec = format!("{from}.toml");
        space.done(&["tile", &spec, "--records", "people.csv", "--out", to]);
    }
    space.fails(WRONG, &site(&["cubes/open", "other/open"]), &["other/open", "different names"]);
    space.fails(WRONG, &site(&["with space"]), &["with space", "letters"]);
    space.fails(WRONG, &site(&["maps"]), &["maps", "the folder of a cube"]);
    space.fails(WRONG, &site(&["other/open/tiles"]), &["no cube.json"]);
}

#[test]
fn a_kiosk_has_its_options_on_every_page() {
    let space = space();
    let text = space.done(&site(&[
        "cubes/open",
        "--kiosk",
        "--kiosk-idle",
        "90",
        "--kiosk-link",
        "https://statistics.example/a&b+c/",
    ]));
    // A kiosk lacks the page "Embed", because visitors cannot take HTML with them.
    assert!(text.contains("pages: tables, risk\nkiosk: all pages are in kiosk mode\n"), "{text}");
    for page in ["index", "risk"] {
        let html = space.text(&format!("site/{page}.html"));
        let attribute = " data-kiosk=\"idle=90&amp;link=https://statistics.example/a%26b%2Bc/\" lang=\"en-GB\"";
        assert!(html.contains(attribute), "{html}");
        assert!(html.contains("data-cube=\"open\""), "{html}");
    }
    space.done(&site(&["cubes/open", "--kiosk", "--force"]));
    assert!(space.text("site/index.html").contains(" data-kiosk=\"\" "));
    space.done(&site(&["cubes/open", "--kiosk", "--pages", "all", "--force"]));
    assert!(space.text("site/embed.html").contains("data-kiosk"));
    let (status, text, notes) = space.run(&site(&["cubes/open", "--force"]));
    assert!(status == 0 && !text.contains("kiosk:") && notes.contains("has no kiosk mode"), "{text}{notes}");
    assert!(!space.text("site/index.html").contains("kiosk"));
    let (_, _, notes) = space.run(&site(&["cubes/open", "--force"]));
    assert!(!notes.contains("kiosk"), "{notes}");
}

#[test]
fn wrong_options_of_a_kiosk_are_refused() {
    let space = space();
    for idle in ["9", "3601"] {
        let arguments = site(&["cubes/open", "--kiosk", "--kiosk-idle", idle]);
        space.fails(WRONG, &arguments, &["--kiosk-idle", idle, "10 to 3600"]);
    }
    for link in [
        "statistics.example",
        "ftp://statistics.example/",
        "https://",
        "https:///tables/",
        "https://me@statistics.example/",
        "https://statistics.example/?a=1",
        "https://statistics.example/#a",
        "https://statistics.example/a b",
        "javascript:alert(1)",
    ] {
        let arguments = site(&["cubes/open", "--kiosk", "--kiosk-link", link]);
        space.fails(WRONG, &arguments, &["--kiosk-link", "public address"]);
    }
    space.fails(WRONG, &site(&["cubes/open", "--kiosk-idle", "60"]), &["--kiosk"]);
    assert!(!space.path("site").exists());
}

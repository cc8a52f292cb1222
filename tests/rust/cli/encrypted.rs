//! Encrypted cubes on the command line: what `tile` accepts, and what every reader refuses.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cellveil::cube::encrypted::{Encrypted, EncryptedError, Unlocked, encrypt};
use cellveil::cube::sha256_hex;
use serde_json::Value;

use crate::support::program::{PROGRAM, texts};
use crate::support::small_cube::{CELLS, PTABLE, SPEC, sealed};
use crate::support::workspace::Workspace;

const PASSPHRASE: &str = "slow tin otter 4";

/// Runs the program with the passphrase in the variable `WORDS`.
fn with(space: &Workspace, passphrase: &str, arguments: &[&str]) -> Output {
    Command::new(PROGRAM).current_dir(space.path("")).env("WORDS", passphrase).args(arguments).output().unwrap()
}

/// Runs a command that must succeed, and returns its standard output.
fn done(space: &Workspace, arguments: &[&str]) -> String {
    let (status, output, error) = texts(with(space, PASSPHRASE, arguments));
    assert_eq!(status, 0, "{arguments:?}: {error}");
    output
}

/// Runs a command that must fail with exit status 2 and one line with all `parts`.
fn fails(space: &Workspace, passphrase: &str, arguments: &[&str], parts: &[&str]) {
    let before = space.snapshot();
    let (status, output, error) = texts(with(space, passphrase, arguments));
    assert_eq!((status, output.as_str()), (2, ""), "{arguments:?}: {error}");
    assert_eq!(error.matches('\n').count(), 1, "{error}");
    assert!(error.contains("expected"), "{error}");
    for part in parts {
        assert!(error.contains(part), "{part:?} is not in {error}");
    }
    assert!(!error.contains(passphrase) || passphrase.is_empty(), "{error}");
    assert!(before == space.snapshot(), "{arguments:?} changed files");
}

const TILE: [&str; 8] = ["tile", "kiosk.toml", "--cells", "cells.csv", "--passphrase-env", "WORDS", "--out", "kiosk"];
const TABLE: [&str; 7] = ["table", "kiosk", "--rows", "area", "--columns", "sex", "--passphrase-env=WORDS"];

/// The specification of the kiosk's cube: confidential data have one method there.
fn for_kiosk() -> String {
    SPEC.replace("\"internal\"", "\"kiosk\"").replace("[method.none]\nkind = \"none\"\n", "")
}

/// A workspace with a plain cube for staff, and an encrypted cube of the same data for a kiosk.
fn space() -> Workspace {
    let space = Workspace::new();
    space.write("plain.toml", SPEC);
    space.write("kiosk.toml", for_kiosk());
    space.write("ptable.csv", PTABLE);
    space.write("cells.csv", CELLS);
    space.done(&["tile", "plain.toml", "--cells", "cells.csv", "--out", "plain"]);
    done(&space, &TILE);
    space
}

fn document(space: &Workspace, cube: &str) -> Value {
    serde_json::from_slice(&space.read(&format!("{cube}/cube.json"))).unwrap()
}

/// The stored files of a cube, in the order of the public document.
fn stored(space: &Workspace, cube: &str) -> Vec<PathBuf> {
    let files = document(space, cube)["files"].as_array().unwrap().clone();
    files.iter().map(|file| space.path(&format!("{cube}/files/{}", file[0].as_str().unwrap()))).collect()
}

#[test]
fn an_encrypted_cube_gives_the_tables_of_the_plain_cube() {
    let space = space();
    let plain = space.done(&["table", "plain", "--rows", "area", "--columns", "sex"]);
    assert_eq!(done(&space, &TABLE), plain);
    let info = done(&space, &["info", "kiosk", "--passphrase-env", "WORDS"]);
    assert!(info.contains("audience    kiosk") && info.contains("release     keyed"), "{info}");
    let verified = done(&space, &["verify", "kiosk", "--passphrase-env", "WORDS"]);
    assert!(!verified.contains("not a file of the cube"), "{verified}");
    space.write("kiosk/stray.txt", "");
    let verified = done(&space, &["verify", "kiosk", "--passphrase-env", "WORDS"]);
    assert!(verified.contains("stray.txt: not a file of the cube"), "{verified}");
}

#[test]
fn nothing_of_the_cube_is_readable_except_the_public_fields() {
    let space = space();
    let document = document(&space, "kiosk");
    let fields: Vec<&str> = document.as_object().unwrap().keys().map(String::as_str).collect();
    let mut expected =
        ["format", "version", "id", "title", "data", "audience", "cube", "key", "cipher", "index", "files", "digest"];
    let mut found = fields.clone();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    assert_eq!(document["key"]["iterations"], 600_000);
    // Words and names that the plain files have. The check finds them in the plain cube.
    let names = |cube: &str| -> Vec<String> {
        let within = |path: &Path| path.starts_with(space.path(cube));
        let all = space.snapshot().into_iter().filter(|(path, _)| within(path));
        all.map(|(path, bytes)| format!("{path:?} {}", String::from_utf8_lossy(&bytes.unwrap_or_default()))).collect()
    };
    for word in ["Isles", "structural_zeros", "4b19e7c2805dfa36917c3e0ad4b86f25", "cell-key", "ptables", "tiles"] {
        assert!(names("plain").iter().any(|text| text.contains(word)), "{word}");
        assert!(!names("kiosk").iter().any(|text| text.contains(word)), "{word}");
    }
    for path in stored(&space, "kiosk") {
        assert_eq!((std::fs::metadata(path).unwrap().len() - 28) % 4096, 0);
    }
}

#[test]
fn two_runs_have_no_stored_file_in_common() {
    let space = space();
    let first = document(&space, "kiosk");
    done(&space, &[&TILE[..], &["--force"]].concat());
    let second = document(&space, "kiosk");
    assert_ne!(first["cube"], second["cube"]);
    assert_ne!(first["key"]["salt"], second["key"]["salt"]);
    assert!(first["files"].as_array().unwrap().iter().all(|file| !second["files"].as_array().unwrap().contains(file)));
}

#[test]
fn tile_says_how_to_make_a_kiosk_cube_and_refuses_weak_passphrases() {
    let space = space();
    fails(&space, "", &["tile", "kiosk.toml", "--cells", "cells.csv", "--out", "new"], &["--passphrase-env"]);
    let checked = space.done(&["check", "kiosk.toml", "--cells", "cells.csv"]);
    assert!(checked.contains("note: the cube has true counts for a kiosk; expected"), "{checked}");
    let mut tile = TILE;
    tile[7] = "new";
    for weak in ["fifteen letters", "aaaaaaaaaaaaaaaa", "An example, not a secret ", "password12345678"] {
        fails(&space, weak, &tile, &["--passphrase-env", "expected 16 or more characters"]);
    }
    fails(&space, "", &tile, &["not set or is empty"]);
    // Somebody gives the passphrase in place of the variable's name.
    let mut mistaken = tile;
    mistaken[5] = PASSPHRASE;
    fails(&space, PASSPHRASE, &mistaken, &["--passphrase-env: the variable is not set"]);
    fails(&space, "sehr geheime Wörter", &tile, &["outside ASCII"]);
    tile[1] = "plain.toml";
    fails(&space, PASSPHRASE, &tile, &["audience = \"kiosk\""]);
    space.write("open.toml", SPEC.replace("\"internal\"", "\"kiosk\"").replace("confidential", "synthetic"));
    tile[1] = "open.toml";
    let (status, _, error) = texts(with(&space, "short", &tile));
    assert_eq!(status, 0, "{error}");
    assert!(error.contains("warning: the passphrase is too short"), "{error}");
}

/// Two protected values of a cell tell more than one, and a method that changes nothing tells everything.
#[test]
fn confidential_data_on_a_kiosk_have_one_method_that_protects() {
    let space = space();
    let two = SPEC.replace("\"internal\"", "\"kiosk\"");
    let open = for_kiosk();
    let (head, rest) = open.split_once("[method.default]").unwrap();
    let (_, tail) = rest.split_once("[publish]").unwrap();
    let with = |method: &str| format!("{head}[method.default]\n{method}[publish]{tail}");
    let cases = [
        (two.clone(), ["kiosk", "the methods default, none"]),
        (with("kind = \"none\"\n"), ["default", "a method that protects"]),
        (with("kind = \"suppression\"\nthreshold = 5\n"), ["default", "visitors of a kiosk combine tables"]),
        (with("kind = \"controlled-rounding\"\nbase = 3\n"), ["default", "visitors of a kiosk combine tables"]),
        (
            with("kind = \"random-rounding\"\nbase = 3\nprotect_below = 10\n"),
            ["default", "protect_below lets visitors"],
        ),
        (
            with("kind = \"random-rounding\"\nbase = 3\ntotal_variance = 9\n"),
            ["default", "total_variance lets visitors"],
        ),
    ];
    let mut tile = TILE;
    tile[7] = "new";
    for (at, (spec, words)) in cases.into_iter().enumerate() {
        let name = format!("case-{at}.toml");
        space.write(&name, spec);
        let mut tile = tile;
        tile[1] = &name;
        fails(&space, PASSPHRASE, &tile, &words);
    }
    // Other data may be compared on a kiosk.
    space.write("open.toml", two.replace("confidential", "synthetic"));
    tile[1] = "open.toml";
    done(&space, &tile);
}

/// Somebody stores the decrypted files of a kiosk's cube.
#[test]
fn plain_files_of_confidential_data_for_a_kiosk_are_refused() {
    let space = space();
    let (shared, methods) = SPEC.split_once("[method.none]").unwrap();
    let (_, publish) = methods.split_once("[publish]").unwrap();
    space.write("one.toml", format!("{shared}[publish]{publish}"));
    space.done(&["tile", "one.toml", "--cells", "cells.csv", "--out", "one"]);
    let mut manifest = document(&space, "one");
    space.done(&["info", "one"]);
    manifest["audience"] = "kiosk".into();
    space.write("one/cube.json", sealed(&manifest));
    for arguments in [&["info", "one"][..], &["verify", "one"], &["table", "one", "--rows", "area"]] {
        fails(&space, "", arguments, &["release", "encrypted files for a kiosk"]);
    }
    // With other data, the same files open.
    manifest["data"] = "synthetic".into();
    space.write("one/cube.json", sealed(&manifest));
    space.done(&["info", "one"]);
}

#[test]
fn every_command_refuses_an_encrypted_folder_in_one_sentence() {
    let space = space();
    let (shared, _) = SPEC.split_once("[method.none]").unwrap();
    let public = shared.replace("\"internal\"", "\"public\"\nrelease = \"sealed\"");
    space.write("sealed.toml", public + "[publish]\nmax_dimensions = 2\n");
    for arguments in [
        &["table", "kiosk", "--rows", "area"][..],
        &["info", "kiosk"],
        &["verify", "kiosk"],
        &["measure", "kiosk", "--rows", "area"],
        &["audit", "kiosk", "--spec", "sealed.toml"],
        &["audit", "plain", "--against", "kiosk", "--spec", "sealed.toml"],
        &["map", "kiosk", "--rows", "area"],
        &["site", "kiosk", "--out", "site", "--archive", "kiosk.toml"],
    ] {
        let (status, _, error) = texts(with(&space, "", arguments));
        assert_eq!((status, error.matches('\n').count()), (2, 1), "{arguments:?}: {error}");
        let is_site = arguments[0] == "site";
        assert!(is_site || (error.contains("the cube is encrypted") && error.contains("expected")), "{error}");
        let takes_one = is_site || ["table", "info", "verify"].contains(&arguments[0]);
        assert_eq!(error.contains("takes no passphrase"), !takes_one, "{error}");
    }
    fails(&space, PASSPHRASE, &["info", "plain", "--passphrase-env", "WORDS"], &["not encrypted"]);
}

#[test]
fn a_wrong_passphrase_a_truncated_file_and_a_flipped_byte_are_refused() {
    let space = space();
    fails(&space, "slow tin otter 5", &TABLE, &["wrong passphrase, or a damaged file"]);
    let verify = ["verify", "kiosk", "--passphrase-env", "WORDS"];
    for path in stored(&space, "kiosk") {
        let bytes = std::fs::read(&path).unwrap();
        std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        fails(&space, PASSPHRASE, &verify, &["truncated"]);
        let mut changed = bytes.clone();
        changed[100] ^= 1;
        std::fs::write(&path, changed).unwrap();
        fails(&space, PASSPHRASE, &verify, &["damaged or replaced"]);
        std::fs::remove_file(&path).unwrap();
        fails(&space, PASSPHRASE, &verify, &["files/"]);
        std::fs::write(&path, bytes).unwrap();
    }
    done(&space, &verify);
}

#[test]
fn a_changed_public_document_is_refused() {
    let space = space();
    let original = document(&space, "kiosk");
    let info = ["info", "kiosk", "--passphrase-env", "WORDS"];
    type Change = fn(&mut Value);
    let cases: [(Change, &str); 12] = [
        (|d| d["version"] = 2.into(), "newer"),
        (|d| d["title"] = "Another".into(), "another cube"),
        (|d| d["id"] = "other".into(), "another cube"),
        (|d| d["data"] = "synthetic".into(), "another cube"),
        (|d| d["audience"] = "public".into(), "kiosk"),
        (|d| d["key"]["iterations"] = 1000.into(), "600000"),
        (|d| d["key"]["iterations"] = 4_000_000_000_u32.into(), "600000"),
        (|d| d["key"]["kdf"] = "none".into(), "PBKDF2-SHA-256"),
        (|d| d["key"]["salt"] = "00".into(), "hexadecimal"),
        (|d| d["cipher"] = "none".into(), "AES-256-GCM"),
        (|d| d["cube"] = "000102030405060708090a0b0c0d0e0f".into(), "wrong passphrase"),
        (|d| d["more"] = 1.into(), "more"),
    ];
    for (change, word) in cases {
        let mut changed = original.clone();
        change(&mut changed);
        space.write("kiosk/cube.json", in_order(&changed));
        fails(&space, PASSPHRASE, &info, &[word]);
    }
    let text = in_order(&original);
    space.write("kiosk/cube.json", String::from_utf8(text.clone()).unwrap().replace("Demonstration", "Demonstratioo"));
    fails(&space, PASSPHRASE, &info, &["damaged", "digest"]);
    space.write("kiosk/cube.json", text);
    done(&space, &info);
}

/// A public document with the correct digest, and with its format first.
fn in_order(document: &Value) -> Vec<u8> {
    sealed(document)
}

/// Somebody copies a stored file over another one, and repairs the list and the names.
#[test]
fn swapped_files_are_refused_even_with_a_repaired_list() {
    let space = space();
    let verify = ["verify", "kiosk", "--passphrase-env", "WORDS"];
    let files = stored(&space, "kiosk");
    let index = document(&space, "kiosk")["index"].as_str().unwrap().to_owned();
    let others: Vec<&PathBuf> = files.iter().filter(|path| !path.ends_with(&index)).collect();
    let bytes = std::fs::read(others[0]).unwrap();
    std::fs::write(others[0], std::fs::read(others[1]).unwrap()).unwrap();
    // The name no longer fits, or the size.
    let (status, _, error) = texts(with(&space, PASSPHRASE, &verify));
    assert!(status == 2 && (error.contains("replaced") || error.contains("truncated")), "{error}");
    // The list loses the overwritten file.
    let mut repaired = document(&space, "kiosk");
    let name = others[0].file_name().unwrap().to_str().unwrap().to_owned();
    repaired["files"].as_array_mut().unwrap().retain(|file| file[0] != *name);
    let original = space.read("kiosk/cube.json");
    space.write("kiosk/cube.json", in_order(&repaired));
    fails(&space, PASSPHRASE, &verify, &["swapped or are older"]);
    std::fs::write(others[0], bytes).unwrap();
    space.write("kiosk/cube.json", original);
    done(&space, &verify);
}

/// Somebody puts a file of an earlier encryption of the cube into the folder, with a repaired list.
#[test]
fn older_files_are_refused_even_with_a_repaired_list() {
    let space = space();
    std::fs::rename(space.path("kiosk"), space.path("older")).unwrap();
    done(&space, &TILE);
    let verify = ["verify", "kiosk", "--passphrase-env", "WORDS"];
    let older = document(&space, "older");
    let name = older["index"].as_str().unwrap().to_owned();
    let original = space.read("kiosk/cube.json");
    // The older index, with all older files: the key is another one, although the passphrase is equal.
    for path in stored(&space, "older") {
        let file = path.file_name().unwrap().to_str().unwrap().to_owned();
        space.write(&format!("kiosk/files/{file}"), std::fs::read(&path).unwrap());
    }
    let mut changed = document(&space, "kiosk");
    changed["index"] = name.into();
    changed["files"] = older["files"].clone();
    space.write("kiosk/cube.json", in_order(&changed));
    fails(&space, PASSPHRASE, &verify, &["wrong passphrase, or a damaged file"]);
    // The index stays, and the list has the older files.
    let current = document_of(&original);
    let index = current["index"].clone();
    let mut files = older["files"].as_array().unwrap().clone();
    files.extend(current["files"].as_array().unwrap().iter().filter(|file| file[0] == index).cloned());
    files.sort_by_key(|file| file[0].as_str().unwrap().to_owned());
    let mut changed = current.clone();
    changed["files"] = files.into();
    space.write("kiosk/cube.json", in_order(&changed));
    fails(&space, PASSPHRASE, &verify, &["swapped or are older"]);
}

fn document_of(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).unwrap()
}

/// `tests/js/encrypted.test.js` has files whose names and sizes are right, and whose place is wrong.
#[test]
fn the_library_opens_each_file_and_encrypts_the_files_again() {
    let space = Workspace::new();
    space.write("kiosk.toml", for_kiosk());
    space.write("ptable.csv", PTABLE);
    space.write("cells.csv", CELLS);
    done(&space, &TILE);
    let index = document(&space, "kiosk")["index"].as_str().unwrap().to_owned();
    let document = space.read("kiosk/cube.json");
    let index = space.read(&format!("kiosk/files/{index}"));
    let unlocked = Encrypted::from_bytes(&document).unwrap().unlock(PASSPHRASE, &index).unwrap();
    let inside = space.read(&format!("kiosk/{}", unlocked.stored("cube.json").unwrap()));
    let manifest = unlocked.open("cube.json", &inside).unwrap();
    let paths = document_of(&manifest)["files"].as_array().unwrap().clone();
    let files: Vec<(String, Vec<u8>)> = paths
        .iter()
        .map(|file| file["path"].as_str().unwrap().to_owned())
        .map(|path| {
            let bytes = space.read(&format!("kiosk/{}", unlocked.stored(&path).unwrap()));
            let content = unlocked.open(&path, &bytes).unwrap();
            assert_eq!(sha256_hex(&content).get(..8), path.rsplit('/').next().and_then(|name| name.get(..8)), "{path}");
            (path, content)
        })
        .collect();
    assert!(matches!(unlocked.open("tiles/none", &inside), Err(EncryptedError::NoFile(_))));
    let again = encrypted_again(&files, manifest);
    assert_eq!(again.len(), files.len() + 3, "the files, the manifest inside, the index and the public document");
}

/// Encrypts files of a cube with a counter in place of random numbers.
fn encrypted_again(files: &[(String, Vec<u8>)], manifest: Vec<u8>) -> Vec<(String, Vec<u8>)> {
    let all: Vec<_> = files.iter().cloned().chain([("cube.json".to_owned(), manifest)]).collect();
    let mut next = 0;
    let stored = encrypt::<EncryptedError>(&all, PASSPHRASE, &mut |bytes| {
        bytes.fill_with(|| {
            next += 1;
            next as u8
        });
        Ok(())
    });
    let stored = stored.unwrap();
    let (name, document) = stored.last().unwrap();
    assert_eq!(name, "cube.json");
    let get = |path: &str| &stored.iter().find(|(found, _)| found == path).unwrap().1;
    let encrypted = Encrypted::from_bytes(document).unwrap();
    let index = get(&encrypted.index()).clone();
    let unlocked: Unlocked = encrypted.unlock(PASSPHRASE, &index).unwrap();
    for (path, content) in &all {
        assert_eq!(&unlocked.open(path, get(&unlocked.stored(path).unwrap())).unwrap(), content, "{path}");
    }
    stored
}

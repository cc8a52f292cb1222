//! The size budget of tiles: the 18,806 cells of the hypercube with 256 keys in at most 39.2 KB, which is 0.9 of
//! (log2 C(245,700, 18,806) + entropy of the counts + 8 bits a key) / 8 bytes.
#![cfg(feature = "cli")]

use std::path::Path;
use std::process::Command;

use cellveil::tile::{self, Encoding};

/// Bytes.
const BUDGET: usize = 39_200;

#[test]
fn hypercube_tiles_fit_their_budget() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo/hypercube");
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sizes-hypercube");
    let status = Command::new(env!("CARGO_BIN_EXE_cellveil"))
        .arg("tile")
        .arg(demo.join("cube.toml"))
        .arg("--cells")
        .arg(demo.join("cells.csv.gz"))
        .args([Path::new("--force"), Path::new("--out"), &out])
        .status()
        .unwrap();
    assert!(status.success());
    let tiles: Vec<Vec<u8>> = std::fs::read_dir(out.join("tiles"))
        .unwrap()
        .map(|tile| std::fs::read(tile.unwrap().path()).unwrap())
        .collect();
    let sections: Vec<_> = tiles.iter().flat_map(|bytes| tile::decode(bytes).unwrap()).collect();
    assert_eq!(sections.iter().map(|section| section.len()).sum::<usize>(), 18_806);
    let bytes: usize = tiles.iter().map(Vec::len).sum();
    let packed: usize =
        sections.iter().map(|s| tile::encode(std::slice::from_ref(s), 8, Some(Encoding::Packed)).unwrap().len()).sum();
    println!("hypercube tiles: {bytes} bytes, packed {packed}, budget {BUDGET}");
    assert!(bytes <= BUDGET, "{bytes} bytes; expected at most {BUDGET}");
}

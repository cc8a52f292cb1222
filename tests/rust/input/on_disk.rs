//! Cells that move to temporary files give the same cube as cells in memory.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use cellveil::build::collect::{Cells, Collected};
use cellveil::build::{BuiltFile, Disk, Temporary, build_collected};
use cellveil::input::{collect_on_disk, collect_with};
use cellveil::spec::CubeSpec;

use super::parquet_file::{Column, write};
use super::threads::{SPEC, csv, derived, spec};
use super::{TestFile, assert_says, parse};
use crate::support::program::texts;
use crate::support::workspace::{Workspace, files_in};

const THREADS: [usize; 2] = [1, 3];
/// A store has room for few cells: some hundreds with one thread, and fewer with several.
const LITTLE: u64 = 20_000;

type Made = io::Result<Box<dyn Temporary>>;

fn in_memory() -> Made {
    Ok(Box::new(Cursor::new(Vec::new())))
}

/// Collects with little memory. Returns the cells on disk, and how many temporary files there were.
fn on_disk(
    spec: &CubeSpec,
    records: &[PathBuf],
    cells: &[PathBuf],
    threads: usize,
    create: &(dyn Fn() -> Made + Sync),
) -> Result<(Collected, usize), String> {
    let files = AtomicUsize::new(0);
    let create = || {
        files.fetch_add(1, Ordering::Relaxed);
        create()
    };
    let last = AtomicUsize::new(0);
    let sorting = |done, total| {
        assert!(done <= total);
        last.store(done as usize, Ordering::Relaxed);
    };
    let disk = Disk { memory: LITTLE, create: &create, sorting: &sorting };
    let collected = collect_on_disk(spec, records, cells, threads, Some(&disk), &mut |_, _| ());
    let collected = collected.map_err(|problems| problems.to_string())?;
    if matches!(collected, Collected::OnDisk(_)) {
        assert!(last.load(Ordering::Relaxed) > 256, "the merging reports its progress");
    }
    Ok((collected, files.into_inner()))
}

fn files(spec: &CubeSpec, collected: &Collected) -> Vec<BuiltFile> {
    build_collected(spec, collected, &|_| Err(String::new()), &mut |done, total| assert!(done <= total)).unwrap()
}

/// Checks that little memory gives the same files and the same judgement of keys. Returns the cells in memory.
fn same(spec: &CubeSpec, records: &[&TestFile], cells: &[&TestFile]) -> Cells {
    let paths = |files: &[&TestFile]| files.iter().map(|file| file.0.clone()).collect::<Vec<_>>();
    let (records, cells) = (paths(records), paths(cells));
    let expected = collect_with(spec, &records, &cells, 1, &mut |_, _| ()).unwrap();
    let built = files(spec, &Collected::InMemory(expected.clone().into()));
    for threads in THREADS {
        let (found, made) = on_disk(spec, &records, &cells, threads, &in_memory).unwrap();
        assert!(matches!(found, Collected::OnDisk(_)) && made == 3, "{made} temporary files");
        let head = Cells { coords: Vec::new(), counts: Vec::new(), keys: Vec::new(), ..expected.clone() };
        assert!(*found.head() == Cells { coords: Vec::new(), ..head }, "{threads} threads");
        assert!(files(spec, &found) == built, "{threads} threads");
    }
    expected
}

/// The specification without structural zeros, and with what `[publish]` says.
fn publishing(text: &str) -> CubeSpec {
    let (plain, _) = SPEC.split_once("[structural_zeros]").unwrap();
    parse(&format!("{plain}\n[publish]\n{text}\n")).unwrap()
}

#[test]
fn the_files_are_those_of_cells_in_memory() {
    let file = TestFile::new("people.csv", csv(30_000).as_bytes());
    let cells = same(&spec(), &[&file], &[]);
    assert!(cells.counts.len() > 25_000 && cells.key_faults.of_records.is_empty());
    // The first axis, a later axis, coarser views in a list, and views that the builder chooses.
    for text in [
        "split = \"region\"",
        "split = \"born\"",
        "split = \"age\"\nviews = [[\"region\", \"sex\"], [\"born\"]]",
        "views = \"auto\"\nbudget = \"400 kB\"",
    ] {
        same(&publishing(text), &[&file], &[]);
    }
    same(&derived(), &[&file], &[]);
}

#[test]
fn a_small_cube_stays_in_memory() {
    let file = TestFile::new("people.csv", csv(100).as_bytes());
    let (found, files) =
        on_disk(&publishing("split = \"age\""), std::slice::from_ref(&file.0), &[], 1, &in_memory).unwrap();
    assert!(matches!(found, Collected::InMemory(_)) && files == 0);
}

/// Keys that repeat within cells, few keys, serial keys and equal keys.
#[test]
fn faults_of_keys_are_the_same() {
    let keys: [fn(usize) -> u64; 4] = [|row| row as u64 / 2, |row| row as u64 % 50, |row| row as u64 * 1000, |_| 7];
    for key in keys {
        // Two neighbouring rows have one cell, and each cell returns after thousands of others.
        let row = |row: usize| format!("{},R{},3,{},1,1\n", key(row), row / 2 % 400, row / 800 % 20);
        let head = std::iter::once("record_key,region,age,born,size,sex\n".to_owned());
        let text: String = head.chain((0..60_000).map(row)).collect();
        let cells = same(&spec(), &[&TestFile::new("people.csv", text.as_bytes())], &[]);
        assert!(!cells.key_faults.of_records.is_empty());
    }
}

#[test]
fn records_and_cells_are_combined() {
    let records = TestFile::new("people.csv", csv(4000).as_bytes());
    let row = |row: usize| {
        format!("R{},{},{},,{},{},{}\n", row % 300, row % 90, row % 7, 1 + row % 2, 1 + row % 5, row * 999)
    };
    let cells: String = (0..3000).filter(|row| row % 300 != 17).map(row).collect();
    let cells = TestFile::new("cells.csv", format!("region,age,born,size,sex,count,key\n{cells}").as_bytes());
    same(&spec(), &[&records], &[]);
    // Each cell of the file occurs twice.
    let both = same(&spec(), &[&records], &[&cells, &cells]);
    assert!(both.population > 4000 + 2 * 2990 * 2 && !both.key_faults.of_cells.is_empty());
}

#[test]
fn messages_are_the_same() {
    let text = csv(20_000);
    for (from, to) in [("R1;", ";"), ("record_key", "key"), (";1\r\n", ";3\r\n")] {
        let file = TestFile::new("people.csv", text.replacen(from, to, 1).as_bytes());
        let files = std::slice::from_ref(&file.0);
        let expected = collect_with(&spec(), files, &[], 1, &mut |_, _| ()).unwrap_err().to_string();
        for threads in THREADS {
            assert_eq!(on_disk(&spec(), files, &[], threads, &in_memory).unwrap_err(), expected);
        }
    }
}

/// The first and the last rows of the folder have the same cell, which has moved to the disk between them.
#[test]
fn a_repeated_cell_of_a_folder_is_found() {
    const CELLS: &str = "required binary region (UTF8); optional binary age (UTF8); required binary born (UTF8); \
                         optional binary size (UTF8); required binary sex (UTF8); required int64 count; required int64 key;";
    let part = |rows: &mut dyn Iterator<Item = usize>| {
        let rows: Vec<usize> = rows.collect();
        let text = |value: &dyn Fn(usize) -> String| {
            Column::Text(rows.iter().map(|row| Some(value(*row).into_bytes())).collect())
        };
        let number = |value: &dyn Fn(usize) -> i64| Column::Int64(rows.iter().map(|row| Some(value(*row))).collect());
        let columns = vec![
            text(&|row| format!("R{}", row % 400 + 18)),
            text(&|_| "5".into()),
            text(&|row| (row / 400).to_string()),
            text(&|_| "1".into()),
            text(&|_| "1".into()),
            number(&|row| 1 + row as i64 % 3),
            number(&|row| (row as i64 * 7_919_377) & 0xffff_ffff),
        ];
        write(CELLS, &[columns], parquet::basic::Compression::SNAPPY, false)
    };
    let spec = publishing("split = \"region\"");
    let space = Workspace::new();
    for (folder, again) in [("sound", 0), ("twice", 1)] {
        space.write(&format!("{folder}/a.parquet"), part(&mut (0..3000)));
        space.write(&format!("{folder}/b.parquet"), part(&mut (3000..6000).chain(0..again)));
    }
    let (sound, twice) = (vec![space.path("sound")], vec![space.path("twice")]);
    let expected = collect_with(&spec, &[], &sound, 1, &mut |_, _| ()).unwrap();
    let (found, _) = on_disk(&spec, &[], &sound, 1, &in_memory).unwrap();
    assert!(files(&spec, &found) == files(&spec, &Collected::InMemory(expected.into())));
    // Two folders may have the same cells.
    let both = [sound.clone(), sound].concat();
    let (found, _) = on_disk(&spec, &[], &both, 1, &in_memory).unwrap();
    assert_eq!(found.head().population, 2 * 12_000 - 2 * 3000 + 6000);
    let message = on_disk(&spec, &[], &twice, 1, &in_memory).unwrap_err();
    assert_says(&message, &["twice: two rows have the same cell", "expected each cell once"]);
}

/// A disk with room for a number of bytes.
struct Full {
    bytes: Cursor<Vec<u8>>,
    room: usize,
}

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.bytes.position() as usize + bytes.len() <= self.room {
            true => self.bytes.write(bytes),
            false => Err(io::ErrorKind::StorageFull.into()),
        }
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for Full {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(bytes)
    }
}

impl Seek for Full {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

#[test]
fn a_full_disk_ends_with_one_message() {
    let file = TestFile::new("people.csv", csv(20_000).as_bytes());
    let files = std::slice::from_ref(&file.0);
    // The cells take some 450 kB. The disk is full at once, in the middle of the runs, and while the cells are sorted.
    for room in [0, 200_000, 420_000] {
        for threads in THREADS {
            let create = || Ok(Box::new(Full { bytes: Cursor::default(), room }) as Box<dyn Temporary>);
            let message = on_disk(&spec(), files, &[], threads, &create).unwrap_err();
            assert_says(&message, &["temporary files: no storage space", "TMPDIR", "--memory"]);
        }
    }
    let none = || Err(io::ErrorKind::NotFound.into());
    let message = on_disk(&spec(), files, &[], 1, &none).unwrap_err();
    assert_says(&message, &["temporary files: entity not found"]);
}

/// The files of a cube, without the program's own words about them.
fn built(space: &Workspace, out: &str, arguments: &[&str]) -> Vec<Vec<u8>> {
    space.done(&[&["tile"], arguments, &["--out", out]].concat());
    let tiles = files_in(&space.path(&format!("{out}/tiles")), "cvt");
    let mut files: Vec<Vec<u8>> = tiles.iter().map(|path| std::fs::read(path).unwrap()).collect();
    files.push(space.read(&format!("{out}/cube.json")));
    files
}

/// Checks that a limit of a megabyte moves cells, and that the files of the cube are the same.
fn moved(space: &Workspace, out: &str, arguments: &[&str]) {
    let limited = [arguments, &["--memory", "0.001 GB"]].concat();
    // Without a folder for temporary files, a command that needs one fails.
    if cfg!(unix) {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cellveil"));
        command.current_dir(space.path("")).arg("tile").args(&limited).args(["--out", "absent"]);
        let (status, _, message) = texts(command.env("TMPDIR", space.path("no-folder")).output().unwrap());
        assert!(status == 2 && message.contains("temporary files: entity not found"), "{message}");
        assert!(!space.path("absent").exists());
    }
    assert!(built(space, &format!("{out}-moved"), &limited) == built(space, out, arguments), "{out}");
}

#[test]
fn the_command_moves_cells_to_the_disk() {
    let space = Workspace::new();
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo");
    let text = |path: &str| demo.join(path).to_str().unwrap().to_owned();
    let (spec, cells) = (text("hypercube/cube.toml"), text("hypercube/cells.csv.gz"));
    moved(&space, "hypercube", &[&spec, "--cells", &cells]);

    // A sealed cube is protected from the same cells.
    let sealed = format!(
        "extends = {spec:?}\n[cube]\nid = \"sealed\"\naudience = \"public\"\nrelease = \"sealed\"\n[key]\n\
         salt = \"c1457f2e9ab04d6b83d25ef01c7a9643\"\n[method.default]\nkind = \"cell-key\"\nptable = {:?}\n[publish]\n\
         max_dimensions = 2\naxes = [\"region\", \"sex\", \"age\"]\n",
        text("hypercube/ptable.csv.gz")
    );
    space.write("sealed.toml", sealed);
    moved(&space, "sealed", &["sealed.toml", "--cells", &cells]);

    let (people, _) = SPEC.split_once("[structural_zeros]").unwrap();
    space.write("people.toml", people);
    space.write("people.csv", csv(30_000));
    for threads in ["1", "2", "3"] {
        moved(&space, &format!("people{threads}"), &["people.toml", "--records", "people.csv", "--threads", threads]);
    }

    for (size, part) in [("0", "1MB or more"), ("999 kB", "1MB or more"), ("much", "500MB")] {
        let command = ["tile", "people.toml", "--records", "people.csv", "--out", "bad", "--memory", size];
        let (status, _, message) = space.run(&command);
        assert_eq!(status, 2);
        assert!(message.contains(part), "{message}");
    }
    let (steps, records) = (text("census2011-teaching/swapped.toml"), text("census2011-teaching/records.csv.gz"));
    let command = ["tile", &steps, "--records", &records, "--out", "bad", "--memory", "1MB"];
    let (status, _, message) = space.run(&command);
    assert!(status == 2 && message.contains("--memory: steps before tabulation"), "{message}");
    assert!(!space.path("bad").exists());
}

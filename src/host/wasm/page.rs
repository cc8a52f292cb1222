//! The machine of a page: files that the page passes, and files that the command line writes. Usually a worker runs the
//! call, because only a worker can read blobs synchronously. In another thread, `maker.js` reads the blobs first.

mod contents;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::rc::Rc;

use js_sys::Function;
use wasm_bindgen::JsValue;

use super::fs::Kind;
use super::{About, Machine, Mode, Stream, on};
use contents::{Contents, Reading};

/// A file that the page passes: its name, and a `Blob`, bytes or text.
#[derive(Debug)]
pub struct Given {
    /// The name or path, by which the command line finds the file.
    pub name: String,
    /// A `Blob`, a `Uint8Array` or a string.
    pub content: JsValue,
}

/// A file that the command line wrote.
#[derive(Debug)]
pub struct Made {
    /// The path, as the command line was told.
    pub path: String,
    /// An array of `Uint8Array` and `Blob`: the contents in parts.
    pub parts: JsValue,
}

/// What a call printed and wrote.
#[derive(Debug)]
pub struct Written {
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// The files, sorted by path.
    pub files: Vec<Made>,
}

enum Entry {
    Folder,
    Given(Rc<Contents>),
    Made(Rc<RefCell<Contents>>),
}

enum Open {
    Given(Reading),
    Made(Rc<RefCell<Contents>>),
}

struct Page {
    /// By path, without `.` and without a slash in front. The folder of all has the empty path.
    entries: RefCell<BTreeMap<String, Entry>>,
    /// A closed file leaves its place empty.
    open: RefCell<Vec<Option<Open>>>,
    printed: RefCell<[Vec<u8>; 2]>,
    progress: Function,
}

/// Runs `work` with files of a page. `progress` receives a message, and the done and the total units. An empty message
/// ends a task.
///
/// # Errors
/// Fails if a file is neither a `Blob` nor bytes nor text.
pub fn in_page<T>(files: Vec<Given>, progress: Function, work: impl FnOnce() -> T) -> io::Result<(T, Written)> {
    let mut entries = BTreeMap::from([(String::new(), Entry::Folder)]);
    for Given { name, content } in files {
        let path = plain(&name);
        for (slash, _) in path.match_indices('/') {
            entries.entry(path[..slash].to_owned()).or_insert(Entry::Folder);
        }
        entries.insert(path, Entry::Given(Rc::new(Contents::given(&content)?)));
    }
    let page = Rc::new(Page {
        entries: RefCell::new(entries),
        open: RefCell::default(),
        printed: RefCell::default(),
        progress,
    });
    let result = on(Rc::<Page>::clone(&page), work);
    let [out, err] = page.printed.take();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let mut files = Vec::new();
    for (path, entry) in page.entries.take() {
        if let Entry::Made(contents) = entry {
            files.push(Made { path, parts: contents.borrow_mut().take().into() });
        }
    }
    Ok((result, Written { out: text(out), err: text(err), files }))
}

/// A path without `.`, `..`, repeated slashes and a slash in front.
fn plain(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// An error with the words that the native program prints.
fn error(kind: ErrorKind, words: &str) -> io::Error {
    io::Error::new(kind, words)
}

fn missing() -> io::Error {
    error(ErrorKind::NotFound, "No such file or directory")
}

fn exists() -> io::Error {
    error(ErrorKind::AlreadyExists, "File exists")
}

fn is_folder() -> io::Error {
    error(ErrorKind::IsADirectory, "Is a directory")
}

fn about(entry: &Entry) -> About {
    let (kind, length) = match entry {
        Entry::Folder => (Kind::Folder, 0),
        Entry::Given(contents) => (Kind::File, contents.length()),
        Entry::Made(contents) => (Kind::File, contents.borrow().length()),
    };
    About { kind, length, mode: 0 }
}

impl Page {
    /// Whether the folder of a new entry exists.
    fn has_folder_of(&self, path: &str) -> bool {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        matches!(self.entries.borrow().get(folder), Some(Entry::Folder))
    }

    fn has_entries(&self, path: &str) -> bool {
        let inside = format!("{path}/");
        self.entries.borrow().range(inside.clone()..).next().is_some_and(|(name, _)| name.starts_with(&inside))
    }

    fn with_open<T>(&self, file: u32, work: impl FnOnce(&mut Open) -> io::Result<T>) -> io::Result<T> {
        match self.open.borrow_mut().get_mut(file as usize) {
            Some(Some(open)) => work(open),
            _ => Err(error(ErrorKind::Other, "Bad file descriptor")),
        }
    }
}

impl Machine for Page {
    fn open(&self, path: &str, mode: Mode) -> io::Result<u32> {
        let path = plain(path);
        let has_folder = self.has_folder_of(&path);
        let mut entries = self.entries.borrow_mut();
        let open = match (entries.get(&path), mode) {
            // As on Linux, a folder can be opened, and then not read.
            (Some(Entry::Folder), Mode::Read) => Open::Made(Rc::default()),
            (Some(Entry::Folder), _) => return Err(is_folder()),
            (Some(_), Mode::CreateNew) => return Err(exists()),
            (Some(Entry::Given(contents)), Mode::Read) => Open::Given(Reading::of(Rc::clone(contents))),
            (Some(Entry::Made(contents)), Mode::Read) => Open::Given(Reading::of(Rc::new(contents.borrow().clone()))),
            (Some(Entry::Made(contents)), Mode::Write) => Open::Made(Rc::clone(contents)),
            (None, Mode::Read | Mode::Write) => return Err(missing()),
            (None, _) if !has_folder => return Err(missing()),
            // Never changes a file of the page. A result is a new file with the same path.
            (_, Mode::Create | Mode::CreateNew | Mode::Write) => {
                let contents = Rc::new(RefCell::new(Contents::default()));
                entries.insert(path, Entry::Made(Rc::clone(&contents)));
                Open::Made(contents)
            }
        };
        let mut files = self.open.borrow_mut();
        files.push(Some(open));
        Ok(files.len() as u32 - 1)
    }

    fn read(&self, file: u32, position: u64, buffer: &mut [u8]) -> io::Result<usize> {
        self.with_open(file, |open| match open {
            Open::Given(reading) => reading.read(position, buffer),
            Open::Made(_) => Err(is_folder()),
        })
    }

    fn write(&self, file: u32, bytes: &[u8]) -> io::Result<usize> {
        self.with_open(file, |open| match open {
            Open::Made(contents) => contents.borrow_mut().push(bytes),
            Open::Given(_) => Err(error(ErrorKind::PermissionDenied, "Permission denied")),
        })?;
        Ok(bytes.len())
    }

    fn close(&self, file: u32) {
        if let Some(open) = self.open.borrow_mut().get_mut(file as usize) {
            *open = None;
        }
    }

    fn about_open(&self, file: u32) -> io::Result<About> {
        self.with_open(file, |open| {
            let (kind, length) = match open {
                Open::Given(reading) => (Kind::File, reading.length()),
                Open::Made(contents) if Rc::strong_count(contents) == 1 => (Kind::Folder, 0),
                Open::Made(contents) => (Kind::File, contents.borrow().length()),
            };
            Ok(About { kind, length, mode: 0 })
        })
    }

    fn set_mode(&self, _file: u32, _mode: u32) -> io::Result<()> {
        Ok(())
    }

    fn about(&self, path: &str, _follow: bool) -> io::Result<About> {
        self.entries.borrow().get(&plain(path)).map(about).ok_or_else(missing)
    }

    fn list(&self, path: &str) -> io::Result<Vec<String>> {
        let path = plain(path);
        let entries = self.entries.borrow();
        match entries.get(&path) {
            None => return Err(missing()),
            Some(Entry::Folder) => {}
            Some(_) => return Err(error(ErrorKind::NotADirectory, "Not a directory")),
        }
        let inside = if path.is_empty() { path } else { path + "/" };
        let names = entries.keys().filter_map(|name| name.strip_prefix(inside.as_str()));
        Ok(names.filter(|name| !name.is_empty() && !name.contains('/')).map(ToOwned::to_owned).collect())
    }

    fn create_dir(&self, path: &str) -> io::Result<()> {
        let path = plain(path);
        if self.entries.borrow().contains_key(&path) {
            return Err(exists());
        }
        if !self.has_folder_of(&path) {
            return Err(missing());
        }
        self.entries.borrow_mut().insert(path, Entry::Folder);
        Ok(())
    }

    fn remove_file(&self, path: &str) -> io::Result<()> {
        let path = plain(path);
        let mut entries = self.entries.borrow_mut();
        match entries.get(&path) {
            None => Err(missing()),
            Some(Entry::Folder) => Err(is_folder()),
            Some(_) => {
                entries.remove(&path);
                Ok(())
            }
        }
    }

    fn remove_dir(&self, path: &str) -> io::Result<()> {
        let path = plain(path);
        if self.has_entries(&path) {
            return Err(error(ErrorKind::DirectoryNotEmpty, "Directory not empty"));
        }
        self.entries.borrow_mut().remove(&path).map(drop).ok_or_else(missing)
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let (from, to) = (plain(from), plain(to));
        let mut entries = self.entries.borrow_mut();
        let moved = entries.remove(&from).ok_or_else(missing)?;
        entries.insert(to.clone(), moved);
        let inside = format!("{from}/");
        let below: Vec<String> = entries.keys().filter(|name| name.starts_with(&inside)).cloned().collect();
        for name in below {
            if let Some(entry) = entries.remove(&name) {
                entries.insert(format!("{to}/{}", &name[inside.len()..]), entry);
            }
        }
        Ok(())
    }

    fn real(&self, path: &str) -> io::Result<String> {
        let path = plain(path);
        if self.entries.borrow().contains_key(&path) { Ok(format!("/{path}")) } else { Err(missing()) }
    }

    fn absolute(&self, path: &str) -> io::Result<String> {
        Ok(format!("/{}", plain(path)))
    }

    fn variable(&self, _name: &str) -> Option<String> {
        None
    }

    fn print(&self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        self.printed.borrow_mut()[usize::from(stream == Stream::Err)].extend_from_slice(bytes);
        Ok(())
    }

    fn is_terminal(&self, _stream: Stream) -> bool {
        false
    }

    fn process_id(&self) -> u32 {
        0
    }

    fn progress(&self, message: &str, done: u64, total: u64) {
        // A failed report does not stop the work.
        let _ = self.progress.call3(&JsValue::NULL, &message.into(), &(done as f64).into(), &(total as f64).into());
    }
}

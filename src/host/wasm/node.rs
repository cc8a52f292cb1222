//! The machine of Node. `www/node/machine.js` has the functions, which call Node's `fs` and `process` at once.

use std::io;
use std::rc::Rc;

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::error::from_js;
use super::fs::Kind;
use super::{About, Machine, Mode, Stream, on};

#[wasm_bindgen]
extern "C" {
    /// The functions of `www/node/machine.js`.
    #[wasm_bindgen(typescript_type = "Machine")]
    pub type NodeHost;

    #[wasm_bindgen(method, catch)]
    fn open(this: &NodeHost, path: &str, mode: &str) -> Result<u32, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn read(this: &NodeHost, file: u32, position: f64, buffer: &mut [u8]) -> Result<u32, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn write(this: &NodeHost, file: u32, bytes: &[u8]) -> Result<u32, JsValue>;
    #[wasm_bindgen(method)]
    fn close(this: &NodeHost, file: u32);
    /// Returns the kind (0 file, 1 folder, 2 link, 3 other), the length and the permissions.
    #[wasm_bindgen(method, catch, js_name = aboutOpen)]
    fn about_open(this: &NodeHost, file: u32) -> Result<Vec<f64>, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn about(this: &NodeHost, path: &str, follow: bool) -> Result<Vec<f64>, JsValue>;
    #[wasm_bindgen(method, catch, js_name = setMode)]
    fn set_mode(this: &NodeHost, file: u32, mode: u32) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn list(this: &NodeHost, path: &str) -> Result<Vec<String>, JsValue>;
    #[wasm_bindgen(method, catch, js_name = createFolder)]
    fn create_folder(this: &NodeHost, path: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = removeFile)]
    fn remove_file(this: &NodeHost, path: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch, js_name = removeFolder)]
    fn remove_folder(this: &NodeHost, path: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn rename(this: &NodeHost, from: &str, to: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, catch)]
    fn real(this: &NodeHost, path: &str) -> Result<String, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn absolute(this: &NodeHost, path: &str) -> Result<String, JsValue>;
    #[wasm_bindgen(method)]
    fn variable(this: &NodeHost, name: &str) -> Option<String>;
    #[wasm_bindgen(method)]
    fn pages(this: &NodeHost) -> Option<String>;
    /// Prints to standard output (1) or standard error (2).
    #[wasm_bindgen(method, catch)]
    fn print(this: &NodeHost, stream: u32, bytes: &[u8]) -> Result<(), JsValue>;
    #[wasm_bindgen(method, js_name = isTerminal)]
    fn is_terminal(this: &NodeHost, stream: u32) -> bool;
    #[wasm_bindgen(method, js_name = processId)]
    fn process_id(this: &NodeHost) -> u32;
    #[wasm_bindgen(method)]
    fn progress(this: &NodeHost, message: &str, done: f64, total: f64);
}

/// Runs `work` with the files and streams of Node.
pub fn in_node<T>(host: NodeHost, work: impl FnOnce() -> T) -> T {
    on(Rc::new(host), work)
}

/// Calls JavaScript and converts its error.
fn js<T>(result: Result<T, JsValue>) -> io::Result<T> {
    result.map_err(|thrown| from_js(&thrown))
}

fn about_of(numbers: &[f64]) -> About {
    let kind = match numbers.first() {
        Some(0.0) => Kind::File,
        Some(1.0) => Kind::Folder,
        Some(2.0) => Kind::Link,
        _ => Kind::Other,
    };
    let number = |index: usize| numbers.get(index).copied().unwrap_or(0.0);
    About { kind, length: number(1) as u64, mode: number(2) as u32 }
}

fn number(stream: Stream) -> u32 {
    match stream {
        Stream::Out => 1,
        Stream::Err => 2,
    }
}

impl Machine for NodeHost {
    fn open(&self, path: &str, mode: Mode) -> io::Result<u32> {
        let flags = match mode {
            Mode::Read => "r",
            Mode::Write => "r+",
            Mode::Create => "w",
            Mode::CreateNew => "wx",
        };
        js(self.open(path, flags))
    }

    fn read(&self, file: u32, position: u64, buffer: &mut [u8]) -> io::Result<usize> {
        js(self.read(file, position as f64, buffer)).map(|read| read as usize)
    }

    fn write(&self, file: u32, bytes: &[u8]) -> io::Result<usize> {
        js(self.write(file, bytes)).map(|written| written as usize)
    }

    fn close(&self, file: u32) {
        self.close(file);
    }

    fn about_open(&self, file: u32) -> io::Result<About> {
        js(self.about_open(file)).map(|numbers| about_of(&numbers))
    }

    fn set_mode(&self, file: u32, mode: u32) -> io::Result<()> {
        js(self.set_mode(file, mode))
    }

    fn about(&self, path: &str, follow: bool) -> io::Result<About> {
        js(self.about(path, follow)).map(|numbers| about_of(&numbers))
    }

    fn list(&self, path: &str) -> io::Result<Vec<String>> {
        js(self.list(path))
    }

    fn create_dir(&self, path: &str) -> io::Result<()> {
        js(self.create_folder(path))
    }

    fn remove_file(&self, path: &str) -> io::Result<()> {
        js(self.remove_file(path))
    }

    fn remove_dir(&self, path: &str) -> io::Result<()> {
        js(self.remove_folder(path))
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        js(self.rename(from, to))
    }

    fn real(&self, path: &str) -> io::Result<String> {
        js(self.real(path))
    }

    fn absolute(&self, path: &str) -> io::Result<String> {
        js(self.absolute(path))
    }

    fn variable(&self, name: &str) -> Option<String> {
        self.variable(name)
    }

    fn pages(&self) -> Option<String> {
        self.pages()
    }

    fn print(&self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        js(self.print(number(stream), bytes))
    }

    fn is_terminal(&self, stream: Stream) -> bool {
        self.is_terminal(number(stream))
    }

    fn process_id(&self) -> u32 {
        self.process_id()
    }

    fn progress(&self, message: &str, done: u64, total: u64) {
        self.progress(message, done as f64, total as f64);
    }
}

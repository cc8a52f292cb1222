//! Errors of Node as errors of the standard library, with the words that the native program prints.

use std::io::{self, ErrorKind};

use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// The codes of Node, the kinds of the standard library, and the words of Linux.
const CODES: [(&str, ErrorKind, &str); 24] = [
    ("EPERM", ErrorKind::PermissionDenied, "Operation not permitted"),
    ("ENOENT", ErrorKind::NotFound, "No such file or directory"),
    ("EIO", ErrorKind::Other, "Input/output error"),
    ("ENXIO", ErrorKind::Other, "No such device or address"),
    ("EBADF", ErrorKind::Other, "Bad file descriptor"),
    ("EACCES", ErrorKind::PermissionDenied, "Permission denied"),
    ("EBUSY", ErrorKind::ResourceBusy, "Device or resource busy"),
    ("EEXIST", ErrorKind::AlreadyExists, "File exists"),
    ("EXDEV", ErrorKind::CrossesDevices, "Invalid cross-device link"),
    ("ENOTDIR", ErrorKind::NotADirectory, "Not a directory"),
    ("EISDIR", ErrorKind::IsADirectory, "Is a directory"),
    ("EINVAL", ErrorKind::InvalidInput, "Invalid argument"),
    ("EMFILE", ErrorKind::Other, "Too many open files"),
    ("ENFILE", ErrorKind::Other, "Too many open files in system"),
    ("ETXTBSY", ErrorKind::ExecutableFileBusy, "Text file busy"),
    ("EFBIG", ErrorKind::FileTooLarge, "File too large"),
    ("ENOSPC", ErrorKind::StorageFull, "No space left on device"),
    ("ESPIPE", ErrorKind::NotSeekable, "Illegal seek"),
    ("EROFS", ErrorKind::ReadOnlyFilesystem, "Read-only file system"),
    ("EPIPE", ErrorKind::BrokenPipe, "Broken pipe"),
    ("ENAMETOOLONG", ErrorKind::InvalidFilename, "File name too long"),
    ("ENOTEMPTY", ErrorKind::DirectoryNotEmpty, "Directory not empty"),
    ("ELOOP", ErrorKind::Other, "Too many levels of symbolic links"),
    ("EDQUOT", ErrorKind::QuotaExceeded, "Disk quota exceeded"),
];

/// Converts an error that JavaScript threw.
pub(super) fn from_js(thrown: &JsValue) -> io::Error {
    let field = |name: &str| Reflect::get(thrown, &name.into()).ok();
    let code = field("code").and_then(|code| code.as_string()).unwrap_or_default();
    match CODES.iter().find(|(known, ..)| *known == code) {
        Some((_, kind, words)) => {
            // Node has the numbers of the system, with the other sign. The standard library shows the number.
            let number = field("errno").and_then(|number| number.as_f64()).map_or(0, |number| -number as i32);
            io::Error::new(*kind, format!("{words} (os error {number})"))
        }
        None => {
            let message = field("message").and_then(|message| message.as_string());
            io::Error::other(message.unwrap_or_else(|| "JavaScript refused".to_owned()))
        }
    }
}

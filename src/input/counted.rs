//! A file that counts the bytes read from it, for the progress.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

use crate::host::fs::File;

/// Counts the bytes read, before decompression.
pub(super) struct Counted {
    pub file: File,
    pub bytes: Rc<Cell<u64>>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        self.bytes.set(self.bytes.get() + read as u64);
        Ok(read)
    }
}

//! The bytes of a file of a page. They stay outside the core's memory: in blobs, or in arrays of JavaScript.

use std::io;
use std::rc::Rc;

use js_sys::{Array, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, FileReaderSync};

use super::super::error::from_js;

/// Bytes that are read from a blob at once. Each read has a cost of its own.
const BLOCK: u64 = 4 << 20;
/// Bytes in arrays before they become a blob, which the browser may keep on disk.
const PENDING: u64 = 8 << 20;

/// The contents of a file, in parts.
#[derive(Debug, Clone, Default)]
pub(super) struct Contents {
    parts: Vec<(Part, u64)>,
    /// Bytes in the arrays at the end.
    pending: u64,
    length: u64,
}

#[derive(Debug, Clone)]
enum Part {
    Blob(Blob),
    Bytes(Uint8Array),
}

impl Part {
    fn value(&self) -> &JsValue {
        match self {
            Self::Blob(blob) => blob,
            Self::Bytes(bytes) => bytes,
        }
    }
}

impl Contents {
    /// Takes a `Blob`, bytes or a text of a page.
    pub(super) fn given(content: &JsValue) -> io::Result<Self> {
        let bytes = |bytes: Uint8Array| (u64::from(bytes.length()), Part::Bytes(bytes));
        let (length, part) = if let Some(text) = content.as_string() {
            bytes(Uint8Array::from(text.as_bytes()))
        } else if let Some(array) = content.dyn_ref::<Uint8Array>() {
            bytes(array.clone())
        } else if let Some(blob) = content.dyn_ref::<Blob>() {
            (blob.size() as u64, Part::Blob(blob.clone()))
        } else {
            return Err(io::Error::other("expected a File, a Blob, a Uint8Array or a text"));
        };
        Ok(Self { parts: vec![(part, length)], pending: 0, length })
    }

    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Appends bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        let length = bytes.len() as u64;
        self.parts.push((Part::Bytes(Uint8Array::from(bytes)), length));
        self.length += length;
        self.pending += length;
        if self.pending < PENDING {
            return Ok(());
        }
        let is_bytes = |(part, _): &(Part, u64)| matches!(part, Part::Bytes(_));
        let first = self.parts.iter().rposition(|part| !is_bytes(part)).map_or(0, |blob| blob + 1);
        let joined: Array = self.parts.drain(first..).map(|(part, _)| part.value().clone()).collect();
        let blob = Blob::new_with_u8_array_sequence(&joined).map_err(|thrown| from_js(&thrown))?;
        self.parts.push((Part::Blob(blob), self.pending));
        self.pending = 0;
        Ok(())
    }

    /// Hands the parts over.
    pub(super) fn take(&mut self) -> Array {
        std::mem::take(self).parts.iter().map(|(part, _)| part.value().clone()).collect()
    }
}

/// A file that is being read, with the block that was read last.
#[derive(Debug)]
pub(super) struct Reading {
    contents: Rc<Contents>,
    block: Option<(u64, Uint8Array)>,
}

impl Reading {
    pub(super) fn of(contents: Rc<Contents>) -> Self {
        Self { contents, block: None }
    }

    pub(super) fn length(&self) -> u64 {
        self.contents.length
    }

    /// Reads bytes from a position; 0 at the end of the file.
    pub(super) fn read(&mut self, position: u64, buffer: &mut [u8]) -> io::Result<usize> {
        if position >= self.contents.length || buffer.is_empty() {
            return Ok(0);
        }
        let holds =
            |(start, bytes): &(u64, Uint8Array)| (*start..*start + u64::from(bytes.length())).contains(&position);
        if !self.block.as_ref().is_some_and(holds) {
            self.block = Some(self.fetch(position)?);
        }
        let Some((start, bytes)) = &self.block else { return Ok(0) };
        // A block has at most 4 GiB, so positions in it are `u32`.
        let from = (position - start) as u32;
        let length = (bytes.length() - from).min(u32::try_from(buffer.len()).unwrap_or(u32::MAX));
        bytes.subarray(from, from + length).copy_to(&mut buffer[..length as usize]);
        Ok(length as usize)
    }

    /// The block with a position: a part of bytes, or some bytes of a blob.
    fn fetch(&self, position: u64) -> io::Result<(u64, Uint8Array)> {
        let mut start = 0;
        for (part, length) in &self.contents.parts {
            if position < start + length {
                return match part {
                    Part::Bytes(bytes) => Ok((start, bytes.clone())),
                    Part::Blob(blob) => {
                        // Blocks begin at multiples of their size, so that readers that jump share them.
                        let from = (position - start) / BLOCK * BLOCK;
                        let until = (from + BLOCK).min(*length);
                        let slice = blob.slice_with_f64_and_f64(from as f64, until as f64);
                        let read = slice.and_then(|slice| FileReaderSync::new()?.read_as_array_buffer(&slice));
                        let buffer = read.map_err(|thrown| from_js(&thrown))?;
                        Ok((start + from, Uint8Array::new(&buffer)))
                    }
                };
            }
            start += length;
        }
        Ok((position, Uint8Array::new_with_length(0)))
    }
}

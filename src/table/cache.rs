//! Caches the cells of loaded files and limits their memory.

use super::columns::Columns;

/// Maximum memory of the cached cells: 256 MiB, some 20 million cells. While a table is built, its tiles may exceed
/// this maximum.
const MOST_BYTES: usize = 256 << 20;

/// Number of tables that are built before an unread tile counts as old. A table that needs the tile may still be built.
const WAITS: u64 = 8;

/// The loaded tiles, by the position of their file in the cube.
#[derive(Debug)]
pub(super) struct TileCache {
    tiles: Vec<Option<Tile>>,
    /// Number of tables built.
    made: u64,
    /// Memory of all tiles, in bytes.
    bytes: usize,
    most_bytes: usize,
}

/// The cells of a file.
#[derive(Debug)]
struct Tile {
    sections: Vec<Columns>,
    bytes: usize,
    /// The number of the last table that read the tile. An unread tile has the number of a later table.
    read_by: u64,
}

impl TileCache {
    /// An empty cache for a cube with this number of files.
    pub fn new(files: usize) -> Self {
        let mut cache = Self { tiles: Vec::new(), made: 0, bytes: 0, most_bytes: MOST_BYTES };
        cache.grow(files);
        cache
    }

    /// Makes room for a cube with this number of files.
    pub fn grow(&mut self, files: usize) {
        self.tiles.resize_with(files, || None);
    }

    pub fn has(&self, file: usize) -> bool {
        self.tiles[file].is_some()
    }

    pub fn section(&self, file: usize, section: usize) -> Option<&Columns> {
        Some(&self.tiles[file].as_ref()?.sections[section])
    }

    pub fn insert(&mut self, file: usize, sections: Vec<Columns>) {
        self.remove(file);
        let bytes = sections.iter().map(Columns::bytes).sum();
        self.bytes += bytes;
        self.tiles[file] = Some(Tile { sections, bytes, read_by: self.made + WAITS });
    }

    pub fn remove(&mut self, file: usize) {
        self.bytes -= self.tiles[file].take().map_or(0, |tile| tile.bytes);
    }

    pub fn keep_at_most(&mut self, bytes: usize) {
        self.most_bytes = bytes;
    }

    /// Records that a table read files. Then drops the least recently read tiles until the memory is within the limit.
    /// An unread tile counts as read by a slightly later table.
    pub fn read(&mut self, files: &[u32]) {
        self.made += 1;
        for &file in files {
            self.tiles[file as usize].iter_mut().for_each(|tile| tile.read_by = self.made);
        }
        while self.bytes > self.most_bytes {
            let loaded = self.tiles.iter().enumerate().filter_map(|(file, tile)| Some((tile.as_ref()?.read_by, file)));
            let Some((_, file)) = loaded.min() else { break };
            self.remove(file);
        }
    }
}

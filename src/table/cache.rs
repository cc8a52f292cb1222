//! The cells of the files that were loaded, as many as memory may hold.

use super::columns::Columns;

/// Memory that cells may take which no table needs at the moment: 256 MiB, some 20 million cells.
const MOST_BYTES: usize = 256 << 20;

/// Tables for which a tile is kept that none has read: it was loaded for one that is still to come, or was given up.
const WAITS: u64 = 8;

/// Tiles by the position of their file in a cube.
#[derive(Debug)]
pub(super) struct TileCache {
    tiles: Vec<Option<Tile>>,
    /// How many tables were made.
    made: u64,
    /// Memory that all tiles take.
    bytes: usize,
    most_bytes: usize,
}

/// The cells of a file.
#[derive(Debug)]
struct Tile {
    sections: Vec<Columns>,
    bytes: usize,
    /// The last table that read it, or one that is still to come.
    read_by: u64,
}

impl TileCache {
    /// None of so many files.
    pub fn new(files: usize) -> Self {
        Self { tiles: (0..files).map(|_| None).collect(), made: 0, bytes: 0, most_bytes: MOST_BYTES }
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

    /// Says that a table was made of some files. Forgets tiles then until the others fit: the longest unread first. Those that
    /// wait for a table count as read by one a little later.
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

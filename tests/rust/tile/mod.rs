//! Tiles.

mod damage;
mod sizes;

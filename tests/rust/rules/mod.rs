//! Rules of release, from outside: what passes and what is refused, whatever way it is asked for.

mod areas;
mod errors;
mod limits;
mod messages;
mod naive;
mod nearest;
mod sealed;
mod slicing;
mod town;

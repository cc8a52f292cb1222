//! Rules of release, from outside: what passes and what is refused, whatever way it is asked for.

mod areas;
mod limits;
mod naive;
mod nearest;
mod said;
mod sealed;
mod slicing;
mod town;
mod wrong;

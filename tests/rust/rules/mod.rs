//! Rules: the tables that pass and the tables that are refused, for every form of a query.

mod areas;
mod custom_areas;
mod errors;
mod limits;
mod messages;
mod naive;
mod nearest;
mod sealed;
mod slicing;
mod town;

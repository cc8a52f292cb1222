//! The audit: attacks on a cube's published values, by an adversary who knows the method and its p-table but no record
//! key.
//!
//! An audit bounds the risk from below: the risks that it finds exist, and other risks may exist too.

mod attacks;
mod averaging;
mod belief;
mod belongs;
mod bounds;
mod candidates;
mod certain_zeros;
mod chance;
mod choices;
mod churn;
pub(crate) mod combinations;
mod compare;
mod composition;
mod consistency;
mod differencing;
mod draw;
mod equality;
mod equations;
mod evidence;
mod exact_totals;
#[cfg(test)]
mod figures;
mod finding;
mod groups;
mod hidden_elsewhere;
mod hidden_presence;
mod key_algebra;
mod largest_noise;
mod leaks;
mod lines;
mod lower;
mod names;
mod not_run;
mod original;
mod overlap;
mod posterior;
mod preprotected;
mod prior;
mod profiles;
mod program;
mod rebuild;
mod reconstruction;
mod record_keys;
mod remedy;
mod report;
mod run;
#[cfg(test)]
mod sample;
mod steps;
mod suggest;
mod system;
pub(crate) mod tables;
#[cfg(test)]
mod testing;
mod truth;
mod views;
mod words;

pub use attacks::{OnAttack, attacks};
pub use averaging::averaging;
pub use belongs::{belongs, fits};
pub use certain_zeros::certain_zeros;
pub use choices::{Format, Request};
pub use churn::churn;
pub use compare::{Earlier, comparisons};
pub use composition::{OldRelease, OldView, composition, composition_of_methods};
pub use consistency::consistency;
pub use differencing::differencing;
pub use equality::equality;
pub use evidence::{Evidence, Published};
pub(crate) use evidence::{same_axes, view_name};
pub use exact_totals::exact_totals;
pub use finding::{Example, Figure, Finding, Outcome, Step, StepCell};
pub use hidden_elsewhere::hidden_elsewhere;
pub use hidden_presence::hidden_presence;
pub use key_algebra::{Finest, key_algebra, near_zero_keys};
pub use largest_noise::{impossible_values, largest_noise};
pub use leaks::leak_test;
pub use names::{FINDINGS, FIRST_LAYER_FINDINGS};
pub use not_run::Caller;
pub use original::{Original, Scored};
pub use overlap::{NotTheSame, Other, overlap};
pub use posterior::{Accuracy, Bin, Claims, Size, accuracy, posterior};
pub use preprotected::{FinestCells, cell_keys, kept_tables, real_cells, small_cells, true_uniques};
pub use profiles::profiles;
pub use rebuild::rebuild;
pub use reconstruction::reconstruction;
pub use record_keys::record_keys;
pub use report::{CAVEAT, Digests, Report};
pub use run::{AuditError, Choices, SealedCube, are_listed, audit};
pub use suggest::{Planned, Restriction, Suggestion, VariableShare, suggest};
pub use truth::Truth;
pub use views::views;

/// Number of threads that an attack uses. WebAssembly has one.
fn threads() -> usize {
    if cfg!(target_arch = "wasm32") {
        return 1;
    }
    std::thread::available_parallelism().map_or(1, usize::from).min(4)
}

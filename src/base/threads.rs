//! The number of threads that this process may use.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The limit, or 0 without a limit.
static MOST: AtomicUsize = AtomicUsize::new(0);

/// Limits the threads of the process. No result depends on their number.
pub(crate) fn limit(most: NonZero<usize>) {
    MOST.store(most.get(), Ordering::Relaxed);
}

/// The number of threads to use: the limit, or the number of cores. WebAssembly has one thread.
pub(crate) fn number() -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    match MOST.load(Ordering::Relaxed) {
        0 => cores(),
        _ if cfg!(target_arch = "wasm32") => 1,
        most => most,
    }
}

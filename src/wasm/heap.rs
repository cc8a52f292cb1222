//! The allocator of the cores that tables need.

/// A small allocator. It saves 2.4 KB of the download compared with the standard library's allocator.
#[global_allocator]
static HEAP: rlsf::SmallGlobalTlsf = rlsf::SmallGlobalTlsf::new();

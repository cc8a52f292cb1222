//! Pseudorandom numbers from fixed seeds.

/// Knuth's MMIX generator. `dropped` is the number of low bits to drop: low bits have short periods.
pub fn mmix(seed: u64, dropped: u32) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> dropped
    }
}

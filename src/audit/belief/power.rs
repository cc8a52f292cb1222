//! Powers of single-precision numbers, with the same bits on every machine.

/// 1.5 · 2^23. The sum of this number and a number below 2^22 has no digits after the point, so the sum is rounded to a
/// whole number, ties to even.
const ROUND: f32 = 12_582_912.0;

/// Returns `base` to a power, for a base of 0 or more. Let r be the binary logarithm of the exact power. The relative error
/// is at most 5e-7 + 2e-7 · |r|. Powers beyond 2^±126 become 2^±126. Zero counts as 2^-150 and infinity as 2^128, the powers
/// of two next to the least and to the largest number.
///
/// The function uses only additions, multiplications and divisions of IEEE 754, and operations on bits. Rust does not merge
/// or reorder such steps. So native programs and WebAssembly give the same bits. The polynomials follow Abramowitz and Stegun (1964),
/// "Handbook of mathematical functions", 4.1.27 and 4.2.1.
pub(super) fn power(base: f32, exponent: f32) -> f32 {
    // A subnormal number times 2^23 is normal or zero.
    let (base, shift) = if base < f32::MIN_POSITIVE { (base * 8_388_608.0, 23) } else { (base, 0) };
    // base = 2^whole · mantissa, with the mantissa between √½ and √2.
    let bits = base.to_bits() as i32 - 0x3f35_04f3;
    let whole = (bits >> 23) - shift;
    let mantissa = f32::from_bits(((bits & 0x007f_ffff) + 0x3f35_04f3) as u32);
    // log2 of the mantissa, by the series of the inverse hyperbolic tangent.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let square = t * t;
    let series = 2.885_39 + square * (0.961_796_7 + square * (0.577_078 + square * 0.412_198_6));
    let exponent = ((whole as f32 + t * series) * exponent).clamp(-126.0, 126.0);
    // 2^exponent, by the series of the exponential function on the fraction.
    let rounded = exponent + ROUND;
    let whole = rounded.to_bits() as i32 - ROUND.to_bits() as i32;
    let x = (exponent - (rounded - ROUND)) * std::f32::consts::LN_2;
    let series =
        1.0 + x * (1.0 + x * (0.5 + x * (0.166_666_67 + x * (0.041_666_67 + x * (0.008_333_334 + x * 0.001_388_889)))));
    series * f32::from_bits(((whole + 127) << 23) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXPONENTS: [f32; 15] =
        [0.0, 1e-30, 1e-6, 0.05, 0.25, 1.0 / 3.0, 0.5, 0.9, 1.0, 1.5, 3.0, 20.0, 1e3, 1e6, 1e30];

    /// Numbers from the least subnormal number to the largest number, and many near 1.
    fn bases() -> impl Iterator<Item = f32> {
        (1..0x7f80_0000).step_by(39_989).chain((0x3f70_0000..0x3f90_0000).step_by(101)).map(f32::from_bits)
    }

    #[test]
    fn errors_are_within_the_bound() {
        let (mut within, mut beyond) = (0, 0);
        for exponent in EXPONENTS.into_iter().flat_map(|exponent| [exponent, -exponent]) {
            for base in bases() {
                // Beyond 2^±126, the nearest of both limits stands for the exact power.
                let logarithm = libm::log2(base.into()) * f64::from(exponent);
                let exact = if logarithm.abs() < 126.0 {
                    within += 1;
                    libm::pow(base.into(), exponent.into())
                } else {
                    beyond += 1;
                    libm::exp2(logarithm.clamp(-126.0, 126.0))
                };
                let error = (f64::from(power(base, exponent)) / exact - 1.0).abs();
                let bound = 5e-7 + 2e-7 * logarithm.abs().min(126.0);
                assert!(error <= bound, "{base:e} to the power of {exponent}: error {error:e}, bound {bound:e}");
            }
        }
        assert!(within > 100_000 && beyond > 100_000, "{within} and {beyond} cases");
    }

    #[test]
    fn zero_and_infinity_are_next_to_the_least_and_the_largest_number() {
        let two = |exponent: f32| exponent.exp2();
        assert_eq!([0.5, -0.5, 0.0].map(|exponent| power(0.0, exponent)), [two(-75.0), two(75.0), 1.0]);
        assert_eq!([0.5, -0.5, 0.0].map(|exponent| power(f32::INFINITY, exponent)), [two(64.0), two(-64.0), 1.0]);
        assert_eq!([1.0, -1.0].map(|exponent| power(0.0, exponent)), [two(-126.0), two(126.0)]);
        assert_eq!(power(1.0, 1e30), 1.0);
    }

    /// A hash (FNV-1a) of many results. Other bits would change reports, and could differ between machines.
    #[test]
    fn bits_are_fixed() {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for exponent in [0.05, 0.25, 1.0 / 3.0, 0.5, 0.9, 1.0, 3.0, 50.0, -0.05, -0.5, -1.0, -3.0, -50.0_f32] {
            for base in (0..=0x7f80_0000).step_by(100_003).map(f32::from_bits) {
                hash = (hash ^ u64::from(power(base, exponent).to_bits())).wrapping_mul(0x100_0000_01b3);
            }
        }
        assert_eq!(hash, 0x258a_c045_6504_8199, "{hash:#x}");
    }
}

//! Powers of single-precision numbers, with the same bits on every machine.

/// 1.5 · 2^23. The sum of this number and a number below 2^22 has no digits after the point, so the sum is rounded to a
/// whole number, ties to even.
const ROUND: f32 = 12_582_912.0;

/// Returns `base` to a power, for a base of 0 or more. Let r be the binary logarithm of the exact power. The relative error
/// is at most 3e-7 + 1.2e-7 · |r|. Powers beyond 2^±126 become 2^±126. Zero counts as 2^-150 and infinity as 2^128,
/// the powers of two next to the least and to the largest number.
///
/// The steps are additions, multiplications and divisions of IEEE 754, and operations on bits. Rust never merges or reorders
/// them, so native programs and WebAssembly give the same bits. The polynomials follow Abramowitz and Stegun (1964),
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

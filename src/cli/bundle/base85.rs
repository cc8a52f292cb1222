//! Base 85 writes the bytes in a page as text. Five characters stand for four bytes, most significant first. A last
//! group of one to three bytes takes two to four characters. Base64 would be a fifteenth larger.
//! `www/site/pages/embed/one-file/base85.js` is the reader.

/// The printable characters of ASCII, without those that end a text in HTML, JSON or a mark of the template.
fn letters() -> impl Iterator<Item = u8> {
    (b'!'..=b'~').filter(|letter| !b"\"'<>&{}\\`".contains(letter))
}

/// The number of these characters.
const BASE: u32 = 85;

/// Writes bytes as text.
pub(super) fn base85(bytes: &[u8]) -> String {
    let letters: Vec<u8> = letters().collect();
    let mut text = String::with_capacity(bytes.len().div_ceil(4) * 5);
    for group in bytes.chunks(4) {
        let mut number = [0; 4];
        number[..group.len()].copy_from_slice(group);
        let number = u32::from_be_bytes(number);
        for power in (0..5).rev().take(group.len() + 1) {
            text.push(letters[(number / BASE.pow(power) % BASE) as usize].into());
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{BASE, base85, letters};

    #[test]
    fn there_are_as_many_letters_as_digits() {
        assert_eq!(letters().count(), BASE as usize);
    }

    #[test]
    fn groups_and_rests() {
        for (bytes, text) in [
            (&[][..], ""),
            (&[0], "!!"),
            (&[0, 0, 0, 0], "!!!!!"),
            (&[0xff; 4], "z;]0!"),
            (&[0, 0, 0, 1, 0xff], "!!!!#yy"),
        ] {
            assert_eq!(base85(bytes), text, "{bytes:?}");
        }
    }
}

// Base 85 writes bytes as text (src/cli/bundle/base85.rs). Five characters stand for four bytes, most significant first.
// A last group of one to three bytes takes two to four characters.

/** The printable characters of ASCII, without those that end a text in HTML, JSON or a mark of the template. */
const LETTERS = Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at)).filter((letter) => !"\"'<>&{}\\`".includes(letter));
const BASE = LETTERS.length;
/** The digit of each letter, by the letter's code. */
const DIGITS = new Uint8Array(128);
LETTERS.forEach((letter, digit) => { DIGITS[letter.charCodeAt(0)] = digit; });

/** Writes bytes as text. @param {Uint8Array} bytes */
export function base85(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const count = Math.min(4, bytes.length - at);
    let number = 0;
    for (let byte = 0; byte < 4; byte++) number = number * 256 + (bytes[at + byte] ?? 0);
    let text = "";
    for (let digit = 0; digit < 5; digit++) {
      text = LETTERS[number % BASE] + text;
      number = Math.floor(number / BASE);
    }
    parts.push(text.slice(0, count + 1));
  }
  return parts.join("");
}

/** Reads bytes from text. @param {string} text */
export function bytesOf(text) {
  const bytes = new Uint8Array(Math.floor(text.length * 4 / 5));
  for (let at = 0, out = 0; at < text.length; at += 5, out += 4) {
    let number = 0;
    // Missing letters of the last group are the largest digit, so that the bytes before them stay.
    for (let digit = 0; digit < 5; digit++) number = number * BASE + (at + digit < text.length ? DIGITS[text.charCodeAt(at + digit)] : BASE - 1);
    // A byte beyond the end of the array is ignored.
    for (let byte = 3; byte >= 0; byte--) {
      bytes[out + byte] = number % 256;
      number = Math.floor(number / 256);
    }
  }
  return bytes;
}

// Writes and reads texts in a PNG, after Portable Network Graphics (PNG) Specification (Third Edition), W3C 2025:
// sections 5.3 (chunks) and 11.3.3.4 (iTXt).

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
/** The end of the signature and of IHDR, the first chunk: 8 bytes, then length, type, 13 bytes of data and checksum. */
const HEADER_END = 8 + 4 + 4 + 13 + 4;

const encoder = new TextEncoder();

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

/** @param {Uint8Array} bytes */
export function crc32(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = CRC[(c ^ byte) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** @param {string} type @param {Uint8Array} data */
function chunk(type, data) {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(encoder.encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}

/**
 * Adds texts to an image. Omits empty texts.
 * @param {Uint8Array} png
 * @param {Record<string, string>} texts  texts by keyword; keywords are names from the specification, in Latin letters
 */
export function withTexts(png, texts) {
  if (!SIGNATURE.every((byte, at) => png[at] === byte)) throw new Error("not a PNG");
  // The keyword is followed by a zero, two zeros for "not compressed", and empty texts for the language and the
  // translated keyword.
  const chunks = Object.entries(texts).filter(([, text]) => text !== "")
    .map(([keyword, text]) => chunk("iTXt", encoder.encode(`${keyword}\0\0\0\0\0${text.replaceAll("\0", "")}`)));
  const out = new Uint8Array(png.length + chunks.reduce((sum, { length }) => sum + length, 0));
  out.set(png.subarray(0, HEADER_END));
  let at = HEADER_END;
  for (const each of chunks) {
    out.set(each, at);
    at += each.length;
  }
  out.set(png.subarray(HEADER_END), at);
  return out;
}

/** Returns the texts of a PNG by keyword. @param {Uint8Array} png @returns {Record<string, string>} */
export function textsOf(png) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const decoder = new TextDecoder();
  /** @type {Record<string, string>} */
  const texts = {};
  for (let at = SIGNATURE.length; at + 12 <= png.length; at += 12 + view.getUint32(at)) {
    const data = png.subarray(at + 8, at + 8 + view.getUint32(at));
    if (decoder.decode(png.subarray(at + 4, at + 8)) !== "iTXt") continue;
    const parts = decoder.decode(data).split("\0");
    texts[parts[0]] = parts.slice(5).join("\0");
  }
  return texts;
}

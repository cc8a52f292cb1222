/** Reads the cells of an XLSX file, with Node's inflate in place of a library. */

import { inflateRawSync } from "node:zlib";

/** The texts of the files in a ZIP archive, by name (PKWARE, APPNOTE.TXT, 4.3.12). @param {Uint8Array} bytes */
export function unzipped(bytes) {
  const zip = Buffer.from(bytes);
  const end = zip.lastIndexOf("PK\x05\x06");
  /** @type {Map<string, string>} */
  const files = new Map();
  for (let at = zip.readUInt32LE(end + 16), left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const [method, size, name, extra, comment, offset] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32), zip.readUInt32LE(at + 42)];
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
    const data = zip.subarray(start, start + size);
    files.set(zip.toString("utf8", at + 46, at + 46 + name), (method === 0 ? data : inflateRawSync(data)).toString("utf8"));
    at += 46 + name + extra + comment;
  }
  return files;
}

/** @param {string} text */
const plain = (text) => text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name) => ({ lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" })[/** @type {"lt"} */ (name)]);

/**
 * The sheets of a workbook: names, the XML of each sheet, and the cells as texts and numbers.
 * @param {Uint8Array} bytes
 */
export function readWorkbook(bytes) {
  const files = unzipped(bytes);
  const file = (/** @type {string} */ name) => files.get(name) ?? "";
  const strings = [...file("xl/sharedStrings.xml").matchAll(/<si>(.*?)<\/si>/gs)].map(([, item]) => [...item.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => plain(text)).join(""));
  const names = [...file("xl/workbook.xml").matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => plain(name));
  return names.map((name, i) => {
    const xml = file(`xl/worksheets/sheet${i + 1}.xml`);
    /** @type {Record<string, string | number>} */
    const cells = {};
    for (const [, place, attributes, value] of xml.matchAll(/<c r="([A-Z]+\d+)"([^>]*)><v>([^<]*)<\/v><\/c>/g)) {
      cells[place] = attributes.includes('t="s"') ? strings[Number(value)] : Number(value);
    }
    return { name, xml, cells, styles: file("xl/styles.xml"), properties: file("docProps/core.xml") };
  });
}

// Puts pages into their common layout. Each page in www/site/pages has its own head and body.
// www/site/shell/layout.html has the rest.

import { Failure } from "./lib.js";

/** The style sheet that every page has. It is in a layer, so that the sheets of the elements override it. */
const COMMON_SHEET = "site.css";
/** Matches a link to a style sheet of a page, and its media attribute. */
const SHEET = /^ *<link rel="stylesheet" href="([\w-]+\.css)"(?: media="(\w+)")?>\n/gm;
const POLICY = /^ *<meta name="policy" content="([^"]*)">\n/m;

/**
 * Puts a page into the layout. The served page has one style sheet, named after the page, so that a browser waits for
 * one file instead of four.
 * @param {string} layout
 * @param {string} html  of the page's file
 * @param {string} name  of the page's file, which is the page's address
 * @returns {{ html: string, sheet: string, sheets: { name: string, layer: string, media: string }[] }}
 */
export function inLayout(layout, html, name) {
  /** @param {RegExp} pattern @param {string} expected */
  const part = (pattern, expected) => pattern.exec(html)?.[1] ?? fail(`${name}: expected ${expected}`);
  const attributes = part(/^<html([^>]*)>/, "<html> on the first line");
  const head = part(/<head>\n([^]*?)<\/head>/, "a <head>");
  const skip = part(/^( *<a class="skip".*)$/m, "a link of the class “skip”");
  const purpose = part(/^ *<p class="purpose">(.*)<\/p>$/m, "a paragraph of the class “purpose”");
  const body = part(/<p class="purpose">.*<\/p>\n\n?([^]*)<\/body>/, "a </body>");
  const sheet = name.replace(/html$/, "css");
  let link = `  <link rel="stylesheet" href="${sheet}">\n`;
  const linked = head.replace(POLICY, "").replaceAll(SHEET, () => {
    const first = link;
    link = "";
    return first;
  });
  if (!/<title>/.test(head) || !/name="description"/.test(head) || link) fail(`${name}: expected a title, a description and a style sheet in <head>`);
  if (!layout.includes(`<a href="${name}">`)) fail(`layout.html: expected a link to ${name}`);
  const filled = layout
    .replace('<html lang="en-GB">', () => `<html lang="en-GB"${attributes}>`)
    .replace(/(http-equiv="Content-Security-Policy" content=")([^"]*)/, (_, before, policy) => before + withDirectives(policy, POLICY.exec(head)?.[1] ?? ""))
    .replace("  <!-- head -->\n", () => linked)
    .replace("  <!-- skip -->", () => skip)
    .replace("<!-- purpose -->", () => `<p>${purpose}</p>`)
    .replace(`<a href="${name}">`, `<a href="${name}" aria-current="page">`)
    .replace("  <!-- body -->\n", () => body);
  const sheets = [...head.matchAll(SHEET)].map(([, name, media = ""]) => ({ name, layer: "", media }));
  return { html: filled, sheet, sheets: [{ name: COMMON_SHEET, layer: "site", media: "" }, ...sheets] };
}

/** @param {string} message @returns {never} */
function fail(message) {
  throw new Failure(message);
}

/**
 * Merges two Content-Security-Policies. A directive of `other` replaces the directive of the same name.
 * @param {string} policy
 * @param {string} other
 */
function withDirectives(policy, other) {
  const byName = [policy, other].flatMap((each) => each.split(/\s*;\s*/).filter(Boolean)).map((each) => /** @type {const} */ ([each.split(" ")[0], each]));
  return [...new Map(byName).values()].join("; ");
}

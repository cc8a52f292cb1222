/**
 * The default style, in the cascade layer `cellveil`. Every unlayered rule of the page overrides this style. The style
 * sheet is constructed, because every Content-Security-Policy allows constructed sheets. The build also writes the
 * style to `pkg/element.css`, for pages that contain tables before scripts run. `docs/reference/element.md` lists the style's
 * stable names.
 */

/**
 * Colours follow the page's text colour. The accent and alarm colours follow the page's `color-scheme`. Figures are
 * aligned to the right in both writing directions, because digits run from left to right in Arabic too. So units stay
 * below units.
 */
export const CSS = `@layer cellveil {
cellveil-table:not([unstyled]) {
  display: block;
  &:where([hidden]:not([hidden="until-found" i])) { display: none; }
  --_rule: var(--cellveil-rule, color-mix(in srgb, currentColor 22%, transparent));
  --_quiet: var(--cellveil-quiet, color-mix(in srgb, currentColor 85%, transparent));
  --_accent: #0d5b63;
  --_alarm: #9b2c1f;
  color: var(--cellveil-text, inherit);
  font: var(--cellveil-font, inherit);
  & .cellveil-scroll { overflow-x: auto; }
  & .cellveil-scroll:focus-visible { outline: 3px solid var(--cellveil-accent, var(--_accent)); outline-offset: 2px; }
  & table { font: inherit; color: inherit; border-collapse: collapse; background: var(--cellveil-background, transparent); font-variant-numeric: tabular-nums lining-nums; }
  & caption { padding-block: 0 var(--cellveil-space, .4em); text-align: start; font-size: 1.1em; font-weight: 600; line-height: 1.35; }
  & caption > * { position: sticky; inset-inline-start: 0; display: block; inline-size: fit-content; max-inline-size: min(46em, var(--_seen, 80vw)); overflow-wrap: anywhere; }
  & .cellveil-title { font: var(--cellveil-title-font, inherit); }
  & .cellveil-filter { color: var(--_quiet); font-size: .9em; font-weight: 400; }
  & :is(th, td) { padding: var(--cellveil-space, .4em) calc(1.75 * var(--cellveil-space, .4em)); border-block-end: 1px solid var(--_rule); vertical-align: baseline; }
  & tr { text-align: start; }
  & td, & thead tr:last-child:not(:first-child), & thead tr:only-child th:last-child { text-align: right; }
  & th:not(thead tr:only-child :last-child) { text-align: -webkit-match-parent; text-align: match-parent; }
  & th { font-weight: 500; unicode-bidi: plaintext; }
  & thead :is(th, td) { background: var(--cellveil-head-background, color-mix(in srgb, currentColor 6%, transparent)); vertical-align: bottom; }
  & thead th[colspan] { border-inline-start: 1px solid var(--_rule); }
  & thead .cellveil-dimension { color: var(--_quiet); font-weight: 400; }
  & tbody th { min-inline-size: 7em; }
  & tbody th[rowspan] { vertical-align: top; border-inline-end: 1px solid var(--_rule); }
  & td { white-space: nowrap; unicode-bidi: plaintext; }
  & .cellveil-total { font-weight: var(--cellveil-total-weight, 600); }
  & tbody .cellveil-total { background: var(--cellveil-total-background, color-mix(in srgb, currentColor 3%, transparent)); }
  & abbr { direction: ltr; unicode-bidi: isolate; color: var(--_quiet); text-decoration: none; }
  & :is(.cellveil-legend, .cellveil-notes) { max-inline-size: 46em; margin-block: var(--cellveil-space, .4em) 0; margin-inline: 0 auto; color: var(--_quiet); font-size: .88em; }
  & .cellveil-legend div { display: flex; gap: .6em; }
  & .cellveil-legend dt { direction: ltr; unicode-bidi: isolate; font-weight: 600; }
  & .cellveil-legend dd { margin: 0; }
  & .cellveil-notes p { margin: 0 0 .25em; }
  & :is(.cellveil-notes p, dd, .cellveil-error p) { text-align: -webkit-match-parent; text-align: match-parent; }
  & .cellveil-progress { accent-color: var(--cellveil-accent, var(--_accent)); }
  & .cellveil-error { max-inline-size: 46em; margin-block: var(--cellveil-space, .4em); margin-inline: 0 auto; padding-inline-start: 1em; border-inline-start: 4px solid var(--cellveil-alarm, var(--_alarm)); }
  & .cellveil-error p { margin: 0 0 .4em; }
  & .cellveil-reason { color: var(--_quiet); font-size: .88em; overflow-wrap: anywhere; }
  & .cellveil-again { min-block-size: 24px; font: inherit; }
}
@supports (color: light-dark(#000, #fff)) {
  cellveil-table:not([unstyled]) { --_accent: light-dark(#0d5b63, #86cfcd); --_alarm: light-dark(#9b2c1f, #f2a196); }
}
@media (prefers-contrast: more) {
  cellveil-table:not([unstyled]) {
    --_rule: var(--cellveil-rule, currentColor);
    --_quiet: var(--cellveil-quiet, currentColor);
  }
}
@media print {
  cellveil-table:not([unstyled]) {
    & .cellveil-scroll { overflow: visible; }
    & caption > * { max-inline-size: 46em; }
    & tr { break-inside: avoid; }
    & :is(.cellveil-legend, .cellveil-notes) { break-inside: avoid; }
    & .cellveil-progress, & .cellveil-again { display: none; }
  }
}
}`;

/**
 * The style sheet of each document, because a constructed sheet belongs to one document.
 * @type {WeakMap<Document, CSSStyleSheet>}
 */
const sheets = new WeakMap();

/**
 * Adds the default style once to an element's document or shadow tree.
 * @param {Element} element
 */
export function dress(element) {
  const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
  const document = element.ownerDocument;
  const Sheet = document.defaultView?.CSSStyleSheet;
  // In a browser without constructed style sheets, the table stays unstyled.
  if (!Sheet || !("adoptedStyleSheets" in root)) return;
  let sheet = sheets.get(document);
  if (!sheet) {
    sheets.set(document, (sheet = new Sheet()));
    sheet.replaceSync(CSS);
  }
  // Assigns a new list, because older browsers freeze the list.
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

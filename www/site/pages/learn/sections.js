// Whether the page has the laboratory and the figures of the papers. One file with the lessons has neither
// (scripts/one-file.js).

export const HAS_LABORATORY = true;

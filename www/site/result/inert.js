// Protects spreadsheets from labels that look like formulas.

/**
 * Puts a quote before a label that looks like a formula. Spreadsheets then show the label and do not evaluate it.
 * @param {string} label
 */
export const inert = (label) => (/^(?:[=@\0-\x1f\x7f]|[+-](?!\d+(?:\.\d+)?$))/.test(label) ? `'${label}` : label);

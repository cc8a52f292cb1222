// Labels in spreadsheets.

/**
 * A label that spreadsheets read as text: they would compute a label that begins like a formula.
 * @param {string} label
 */
export const inert = (label) => (/^(?:[=@\t\r]|[+-](?!\d+(?:\.\d+)?$))/.test(label) ? `'${label}` : label);

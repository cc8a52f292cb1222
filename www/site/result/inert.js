// Labels in spreadsheets.

/**
 * A label as a spreadsheet takes it for a text: one that begins like a formula would be worked out when it is opened or pasted.
 * @param {string} label
 */
export const inert = (label) => (/^(?:[=@\t\r]|[+-](?!\d+(?:\.\d+)?$))/.test(label) ? `'${label}` : label);

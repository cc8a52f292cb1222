/**
 * The statuses of figures: the reason why a figure is missing, or a note about a shown figure. The exports use the same
 * table. The core sets `suppressed` and `blocked`. Figures derived from protected values have `not-applicable` and
 * `low`. A publisher may set the other statuses. The shorthand is from the British Government Statistical Service
 * (Using symbols in tables: definitions and help). The codes `sdmx` and `conf` are from the SDMX lists CL_OBS_STATUS
 * and CL_CONF_STATUS.
 */
import table from "../../src/export/statuses.json" with { type: "json" };

// The type lists the names, so that the package's type declarations do not need the JSON file.
/** @typedef {"suppressed" | "blocked" | "not-applicable" | "low" | "revised" | "provisional" | "estimated"} Reason */

/** @type {Record<Reason, { mark: string, sdmx: string, conf: string, words: Record<string, string> }>} */
export const STATUSES = table;

/**
 * Returns the meaning of a status in the language of the locale, or in English if statuses.json does not have the
 * language.
 * @param {Reason} reason
 * @param {string} [locale] such as `fr-CA`
 */
export function statusInWords(reason, locale = "en") {
  const { words } = STATUSES[reason];
  return words[locale.toLowerCase().split("-")[0]] ?? words.en;
}

/**
 * Why a figure is missing, or what is to be known of it: the one table of statuses, which the exports have too. `suppressed` and `blocked` come from the core;
 * `not-applicable` and `low` from figures derived from protected values; the rest a publisher may set. The shorthand is that of the British
 * Government Statistical Service (Using symbols in tables: definitions and help), the codes of `sdmx` are SDMX's list CL_OBS_STATUS and those of `conf` its CL_CONF_STATUS.
 */
import table from "../../src/export/statuses.json" with { type: "json" };

// The type is written out, so that the package's declarations do not need the JSON file.
/** @typedef {"suppressed" | "blocked" | "not-applicable" | "low" | "revised" | "provisional" | "estimated"} Reason */

/** @type {Record<Reason, { mark: string, sdmx: string, conf: string, words: Record<string, string> }>} */
export const STATUSES = table;

/**
 * The meaning of a status in a language of statuses.json, otherwise in English.
 * @param {Reason} reason
 * @param {string} [locale] such as `fr-CA`
 */
export function statusInWords(reason, locale = "en") {
  const { words } = STATUSES[reason];
  return words[locale.toLowerCase().split("-")[0]] ?? words.en;
}

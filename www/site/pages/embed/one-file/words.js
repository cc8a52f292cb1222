// The texts of one file with a table, in the languages of the element.

/** @import { Language } from "../../../../words/words.js" */

/** @typedef {{ csv: string, receipt: string, dataset: string, digest: string }} Words */

/** @type {Words} */
const EN = { csv: "Save the figures (CSV)", receipt: "Save the receipt", dataset: "Dataset", digest: "Its digest:" };

/** @type {Record<string, Words>} */
const OTHERS = {
  ar: { csv: "حفظ الأرقام (CSV)", receipt: "حفظ الإيصال", dataset: "مجموعة البيانات", digest: "بصمتها:" },
  de: { csv: "Zahlen speichern (CSV)", receipt: "Beleg speichern", dataset: "Datensatz", digest: "Seine Prüfsumme:" },
  es: { csv: "Guardar las cifras (CSV)", receipt: "Guardar el recibo", dataset: "Conjunto de datos", digest: "Su huella:" },
  fr: { csv: "Enregistrer les chiffres (CSV)", receipt: "Enregistrer le reçu", dataset: "Jeu de données", digest: "Son empreinte :" },
};

/** @param {Language} language */
export const wordsFor = ({ tag = "en" }) => OTHERS[tag.toLowerCase().split("-")[0]] ?? EN;

/** The builder's texts in English for the parts that load after the first table. */
import { figures, plural } from "./en.js";
import { FURTHER_ERRORS } from "./further-errors.js";

/** @import { Format, Forms } from "../format.js" */

/** @typedef {ReturnType<typeof moreWordsFor>} MoreWords */

/** @param {Format} format */
export function moreWordsFor({ number, counted, percent }) {
  const cells = (/** @type {number} */ count) => counted(count, { one: "# cell", other: "# cells" });
  const variables = (/** @type {number} */ count) => counted(count, { one: "# variable", other: "# variables" });
  const rows = (/** @type {number} */ count) => counted(count, { one: "# row", other: "# rows" });
  const columns = (/** @type {number} */ count) => counted(count, { one: "# column", other: "# columns" });
  const categories = (/** @type {number} */ count) => counted(count, { one: "# category", other: "# categories" });
  return {
    wide: { text: (/** @type {number} */ across, /** @type {number} */ down) => `This table has ${columns(across)} and ${rows(down)}. It is easier to read with its axes swapped.`, swap: "Swap axes" },
    layers: { shown: "Layer shown", previous: (/** @type {string} */ label) => `Previous category of ${label}`, next: (/** @type {string} */ label) => `Next category of ${label}` },

    find: {
      title: "Find a row", button: "Find", hint: "The browser’s own search finds only the rows on screen. This search finds all rows.",
      none: (/** @type {string} */ text) => `No row has ${text} in its headings.`, found: (/** @type {number} */ at, /** @type {string} */ labels) => `Row ${number(at)}: ${labels}.`,
    },

    figures: {
      ratioOf: "variable", ratioNumerator: "how many", ratioPer: "per", ratioDenominator: "of",
      numbers: "Number for each category", numbersWanted: (/** @type {string} */ labels) => `Enter a number for ${labels}. An open-ended category has no number of its own.`,
      numbersMissing: "Enter a number for each category to see an average.", numbersIgnored: "Categories without a number are ignored.",
    },

    saved: {
      copied: (/** @type {number} */ count) => `Copied ${rows(count)}. Paste into a spreadsheet.`, copiedPart: (/** @type {number} */ count, /** @type {number} */ of) => `Copied ${rows(count)} of ${number(of)}. Paste into a spreadsheet.`,
      notCopied: "Copying failed. Select the table on the page, or save it.",
      link: "Link copied: it opens this table again.", noLink: "The link was not copied. Copy it from the address bar.",
      file: (/** @type {string} */ name) => `Saved ${name}.`, noReceipt: "This dataset has no receipts: its salt is missing or shorter than 16 bytes.",
      notShown: "No table is shown. The other files hold all counts.",
    },

    panel: {
      remove: "Remove",
      level: (/** @type {string} */ label) => `Level of ${label}`,
      moveTo: "Move to", earlier: "Earlier", later: "Later",
      group: "Group categories …", groupAreas: "Group areas …",
      filter: "Categories", filterLegend: (/** @type {string} */ label) => `Categories of ${label} to include`,
    },

    adding: {
      to: "Add to", search: "Search variables and categories",
      found: (/** @type {number} */ names, /** @type {number} */ categories) => (names + categories === 0 ? "No variable or category matches." : `Found: ${variables(names)}, ${counted(categories, { one: "# category", other: "# categories" })}.`),
      filterTo: "Filter to", more: (/** @type {number} */ count) => `and ${number(count)} more`,
      categories,
      usedIn: (/** @type {string} */ place) => `in ${place}`,
    },

    problems: {
      removeFrom: (/** @type {string} */ label, /** @type {string} */ place) => `Remove ${label} from ${place}`,
      noVariable: (/** @type {string} */ name) => `This dataset has no variable ${name}.`,
      noLevel: (/** @type {string} */ label, /** @type {string} */ level) => `${label} has no level ${level}.`,
      sameVariable: (/** @type {string} */ one, /** @type {string} */ other) => `${one} and ${other} are the same variable. A table can use a variable only once.`,
      secondFilter: (/** @type {string} */ label) => `The second filter by ${label} is ignored.`, firstFilter: "Keep the first filter only",
      removeFilter: (/** @type {string} */ label) => `Remove the filter by ${label}`,
      noCategory: (/** @type {string} */ label, /** @type {string} */ codes) => `${label} has no category ${codes}.`,
      removeCodes: (/** @type {string} */ codes, /** @type {string} */ label) => `Remove ${codes} from the filter by ${label}`,
      noMethod: (/** @type {string} */ name) => `This dataset has no method ${name}.`,
      groupsOf: (/** @type {string} */ label, /** @type {string} */ problem) => `Groups of ${label}: ${problem}`,
      idleGroups: (/** @type {string} */ label) => `The groups of ${label} are ignored, because the table does not use this variable.`, removeGroups: "Remove these groups",
      noName: "A group’s name is missing. Enter a name.",
      nameIsCode: (/** @type {string} */ name, /** @type {string} */ of, /** @type {string} */ category) => `The name ${name} is also a code of ${of ? `${of} (${category})` : "the total"}. Choose another name.`,
      nameTwice: (/** @type {string} */ name) => `Two groups have the name ${name}. Choose another name.`,
      emptyGroup: (/** @type {string} */ name) => `${name} is empty. Tick its categories, or delete the group.`,
      strangeCodes: (/** @type {string} */ name, /** @type {string} */ codes, /** @type {string} */ of) => `${name} has ${codes}, which ${of} does not have.`,
      noLayer: (/** @type {string} */ label, /** @type {string} */ code) => `${label} has no category ${code} here. The table shows the first category.`, firstLayer: "Show the first category",
      ignore: "Ignore it",
      noRatio: (/** @type {string} */ one, /** @type {string} */ other, /** @type {string} */ label) => `The ratio of ${one} to ${other} is ignored: the table does not have both categories of ${label}.`,
      noNumbers: (/** @type {string} */ label) => `The average of ${label} is ignored: no category in the table has a number.`,
      noAverage: (/** @type {string} */ label) => `The average of ${label} is ignored: the table does not use this variable.`,
      noTruth: "The true counts are not shown: this dataset does not disclose them.",
      noSort: "The order of the rows is ignored: the table does not have the column that sorts them.",
      noCollapsed: /** @type {Forms} */ ({ one: "# collapsed group of rows is not in this table.", other: "# collapsed groups of rows are not in this table." }),
    },

    unread: {
      link: (/** @type {string} */ parts) => `Parts of this link are unusable. ${parts}`,
      part: (/** @type {string} */ part, /** @type {string} */ expected) => `${part} is ignored; expected ${expected}.`,
      percent: "row, column or table", ratio: "a variable, two of its categories and a number above 0 up to a million million",
      sort: "ascending or descending, and a column", picture: "bar, stacked, stacked-100, line, heat or pyramid",
      filter: "A filter is ignored; expected a variable, an equals sign and codes.",
      average: "A number of the average is ignored; expected codes, each with a number up to a million million.",
      group: "A group is ignored; expected a variable, a name and codes.",
    },

    changes: {
      dataset: "choice of dataset", swapped: "swap of rows and columns",
      added: (/** @type {string} */ label, /** @type {string} */ place) => `${label} added to ${place}`,
      moved: (/** @type {string} */ label, /** @type {string} */ place) => `${label} moved to ${place}`,
      removed: (/** @type {string} */ label, /** @type {string} */ place) => `${label} removed from ${place}`,
      order: (/** @type {string} */ place) => `order in ${place}`,
      filter: (/** @type {string} */ label) => `filter by ${label}`, groups: (/** @type {string} */ label) => `groups of ${label}`, layer: (/** @type {string} */ label) => `shown category of ${label}`,
      totals: "totals", method: "method",
      view: { peel: "figures shown", percent: "percentages", ratio: "ratio", average: "average", sort: "order of the rows", collapsed: "collapsed rows", chart: "chart", uncertain: "intervals", hideEmpty: "empty rows and columns" },
      undo: (/** @type {string} */ change) => `Undone: ${change}.`, redo: (/** @type {string} */ change) => `Redone: ${change}.`, last: "the last change",
    },

    carried: {
      missing: (/** @type {string} */ parts) => `Not carried over: ${parts} (not in this dataset).`,
      filter: (/** @type {string} */ label) => `the filter by ${label}`, groups: (/** @type {string} */ label) => `the groups of ${label}`,
      method: "the method", design: "the designed p-table", ratio: "the ratio", average: "the average", sort: "the order of the rows",
    },

    reasons: {
      tooMany: (/** @type {number} */ most) => `A table here has at most ${variables(most)}, filters included.`,
      neverPublished: (/** @type {string} */ label) => `The publisher does not publish ${label}.`,
      notTogether: (/** @type {string} */ labels) => `${labels} are not published together.`,
      /** The limits that depend on the counts. @type {Record<string, string>} */
      rules: {
        small_cells: "Too many of its cells have one or two records.", zeros: "Too many of its cells are empty.", average_cell: "Its cells have too few records on average.",
        risk_before: "Its disclosure risk before protection is too high.", risk_after: "Its disclosure risk is too high with this method.", protect_above: "Its disclosure risk is too high without protection.",
        population: "Its areas have too few people.", areas: "Its areas are too small.", nested: "Only the publisher’s categories are allowed, without groups.", custom_areas: "Custom areas are not allowed here.",
      },
      tooWide: (/** @type {number} */ count, /** @type {number} */ most) => `The table would have ${columns(count)}. A page shows at most ${number(most)}.`,
      tooLarge: (/** @type {number} */ count, /** @type {number} */ most) => `The table would have ${cells(count)}. A page shows at most ${number(most)}.`,
    },

    suggest: {
      correctAll: "Correct all problems", defaultMethod: "Use the dataset’s method", method: (/** @type {string} */ method) => `Use the method ${method}`,
      withoutFilter: (/** @type {string} */ label) => `Remove the filter by ${label}`, withoutGroups: (/** @type {string} */ label) => `Use the categories of ${label} instead of groups`,
      instead: (/** @type {string} */ level, /** @type {string} */ of) => `Use ${level} instead of ${of}`, leaveOut: (/** @type {string} */ labels) => `Leave out ${labels}`,
      nearest: (/** @type {string} */ table) => `Show the nearest allowed table: ${table}`,
      filtered: (/** @type {string} */ table, /** @type {string} */ labels) => `${table}, filtered by ${labels}`,
      withCells: (/** @type {string} */ text, /** @type {number} */ count) => `${text}: ${count < 1e9 ? cells(count) : `about ${number(Number(count.toPrecision(2)))} cells`}`,
    },

    furtherErrors: FURTHER_ERRORS,

    ticks: {
      search: (/** @type {string} */ label) => `Search categories of ${label}`, placeholder: "Search categories",
      all: "Tick all", found: (/** @type {number} */ count) => `Tick the ${number(count)} found`, clear: "Clear",
      some: (/** @type {number} */ listed, /** @type {number} */ of) => `${number(listed)} of ${number(of)} listed; search to find others.`, none: "No category matches.",
    },

    long: {
      axis: (/** @type {string} */ label, /** @type {number} */ count) => `${label} has ${categories(count)}. Search for some and choose them.`,
      whole: (/** @type {string} */ label, /** @type {number} */ count) => `This table needs all ${categories(count)} of ${label}. Load them, or change the table.`,
      choose: (/** @type {string} */ label) => `Search ${label}`,
      load: (/** @type {number} */ count) => `Load all ${categories(count)}`,
      loads: (/** @type {string} */ label, /** @type {number} */ count) => `This loads all ${categories(count)} of ${label}.`,
      show: (/** @type {number} */ count) => `Show ${categories(count)}`,
      hint: "Type the beginning of a word of a name or code.", searching: "Searching …",
      found: (/** @type {number} */ count) => `Found: ${categories(count)}.`, some: (/** @type {number} */ count) => `The first ${categories(count)} are listed. Type more words to find others.`,
    },

    groups: {
      title: (/** @type {string} */ label, /** @type {boolean} */ geo) => (geo ? `Areas of ${label}` : `Groups of ${label}`),
      hint: (/** @type {string} */ label) => `Each group becomes one category of the table, in this order, in place of the categories of ${label}. A category may be in several groups. The total still counts all categories.`,
      name: (/** @type {number} */ at) => `Name of group ${number(at)}`,
      members: "Categories", tick: "tick its categories", earlier: (/** @type {number} */ at) => `Move group ${number(at)} earlier`, later: (/** @type {number} */ at) => `Move group ${number(at)} later`,
      delete: (/** @type {number} */ at) => `Delete group ${number(at)}`,
      add: "Add a group", use: "Use these groups", original: "Use the original categories", cancel: "Cancel", discard: "Press Escape again to discard these groups.",
      grouped: (/** @type {string} */ label, /** @type {string} */ groups) => `${label} is now shown in ${groups}.`, restored: (/** @type {string} */ label) => `${label} is now shown in its original categories.`,
    },

    chart: {
      loading: "Loading charts …", failed: "The charts did not load. Check the connection and reload the page.",
      unfit: (/** @type {string} */ name, /** @type {string} */ why) => `${name}: ${why}`, legend: "Legend", table: (/** @type {number} */ count) => `The table of this chart: ${counted(count, { one: "# figure", other: "# figures" })}`, tableTitle: "Table of the chart",
      first: (/** @type {number} */ shown, /** @type {number} */ of) => `The first ${number(shown)} of ${number(of)} figures. The table below has all figures.`,
      svg: "Save as SVG", png: "Save as PNG", notSaved: (/** @type {string} */ why) => `The chart was not saved: ${why}.`, none: "Choose a chart first. “Chart” is above the table.",
    },

    save: {
      excel: "Excel", excelHint: "as shown, counts, notes", labels: "CSV with labels", labelsHint: "as shown", image: "Image", imageHint: "the chart", copy: "Copy table", link: "Copy link",
      machine: "For programs", codes: "CSV with codes", receipt: "Receipt", receiptHint: "proves that a CSV is genuine", layers: "Files hold all layers.", tooLarge: "All cells, for programs",
    },

    sheets: { shown: "Table", counts: "Counts", notes: "Notes", value: "value", status: "status", quality: "Quality of this table" },

    quality: {
      changed: "Share of non-empty cells whose value differs from the count", utility: "Utility, 1 − HD/√N (Shlomo 2015, section 4.3)",
      before: "Disclosure risk R before protection (Shlomo 2015, equation 3)", after: "Disclosure risk R after protection (Shlomo 2015, section 4.2)",
    },

    why: {
      title: "Why this number",
      choose: "Choose a figure in the table.",
      where: (/** @type {string} */ label, /** @type {string} */ codes) => `where ${label} is ${codes}`,
      shown: (/** @type {string} */ value, /** @type {boolean} */ one, /** @type {string} */ unit) => `Shown: ${value} ${one ? unit : plural(unit)}.`,
      unprotected: "It is unprotected and equals the count in the files.", mayDiffer: "It is protected and may differ from the true count.", equal: "It equals the true count.",
      atMost: (/** @type {number} */ most) => `It is protected and differs from the true count by at most ${number(most)}.`,
      computed: (/** @type {string} */ kind, /** @type {string} */ formula) => `Computed from ${figures(kind)}: ${formula}.`,
      wholeTotal: (/** @type {string} */ kind, /** @type {"row" | "column" | "table"} */ of) => `, ${kind === "none" ? "the total" : "the protected total"} of its ${of}`,
      wholeSum: (/** @type {number} */ parts, /** @type {"row" | "column" | "table"} */ of) => `, the sum of the ${number(parts)} parts of its ${of} that are shown`,
      times: (/** @type {number} */ by) => `, times ${number(by)}`,
      totalWithheld: (/** @type {string} */ label) => `The total over ${label} is withheld, so the sum cannot be compared with the total.`,
      partsWithheld: (/** @type {string} */ label, /** @type {number} */ missing, /** @type {number} */ of) => `Of its parts over ${label}, ${number(missing)} of ${number(of)} are withheld, so the sum cannot be compared with the total.`,
      addsUp: (/** @type {number} */ parts, /** @type {string} */ label, /** @type {string} */ total) => `The ${number(parts)} parts over ${label} add up to the total shown, ${total}.`,
      differs: (/** @type {number} */ parts, /** @type {string} */ label, /** @type {string} */ sum, /** @type {string} */ total, /** @type {string} */ gap) => `The ${number(parts)} parts over ${label} add up to ${sum}. The total shows ${total}, a difference of ${gap}.`,
      decimals: "Each figure is rounded to its last decimal.", overlap: "Parts may overlap or be sums of other figures, so they may not add up to it.",
      notAll: "Protection alone does not explain the difference: the parts overlap, or do not cover the whole total.", own: (/** @type {string} */ own) => `Each figure and each total ${own}, so the parts may not add up to it.`,
      blocks: (/** @type {number} */ count, /** @type {string} */ terms, /** @type {number} */ rest) => `Sum of ${number(count)} published figures: ${terms}${rest > 0 ? ` and ${number(rest)} more` : ""}.`,
      blocksAll: (/** @type {number} */ count) => `In total the sum has ${number(count)} figures.`, blocksNoise: (/** @type {number} */ count) => `The noise of these figures adds up. If the noise is independent, its variance is ${number(count)} times that of one figure.`,
      ask: "Which counts can it stand for?", computing: "Computing …", showCounts: "Show counts to see which true counts a figure can stand for.", notDisclosed: "The publisher does not disclose which counts a figure can stand for.",
      exactly: (/** @type {string} */ value, /** @type {number} */ count, /** @type {string} */ unit) => `${value} stands for exactly ${number(count)} ${plural(unit)}.`,
      probably: (/** @type {string} */ value, /** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ share, /** @type {string} */ unit) => `${value} probably stands for ${low === high ? `exactly ${number(low)}` : `${number(low)} to ${number(high)}`} ${plural(unit)} (${percent(share)}).`,
      certainly: (/** @type {number} */ least, /** @type {number} */ most) => `It certainly stands for ${number(least)} to ${number(most)}. (This assumes that nothing else is known.)`,
      sums: "A total is a sum of several such figures.",
    },

    trace: {
      ask: "Follow the steps to this figure",
      people: (/** @type {number} */ count) => `${counted(count, { one: "# record is", other: "# records are" })} in this cell`,
      member: (/** @type {number} */ count, /** @type {string} */ key) => (count === 1 ? `record key ${key}` : `${number(count)} records with equal answers: combined key ${key}`),
      more: (/** @type {number} */ rest) => `and ${number(rest)} more`,
      cellKey: (/** @type {string} */ key) => `The cell key is ${key}`,
      noKeys: "An empty cell has no records, so its key is fixed.",
      sum: (/** @type {string} */ modulus) => `It is the sum of the record keys. Whole multiples of ${modulus} are left out.`,
      sumIs: (/** @type {string} */ sum, /** @type {string} */ modulus, /** @type {string} */ key) => `The record keys add up to ${sum}. Without whole multiples of ${modulus}, ${key} remains.`,
      xor: "It combines the record keys bit by bit (XOR).",
      draw: (/** @type {string} */ share) => `The draw is ${share}`,
      source: {
        key: (/** @type {string} */ draw, /** @type {string} */ draws) => `The cell key gives the draw: ${draw} of ${draws}.`,
        hash: (/** @type {string} */ draw, /** @type {string} */ draws) => `A hash of cell key, count and salt gives the draw: ${draw} of ${draws}.`,
        md5: (/** @type {string} */ draw, /** @type {string} */ draws) => `The MD5 hash of the cell key gives the draw: ${draw} of ${draws}.`,
      },
      row: (/** @type {string} */ count) => `The method has a row for counts of ${count}`,
      bar: (/** @type {string} */ parts, /** @type {string} */ chosen) => `Noise and probability: ${parts}. The draw selects ${chosen}.`,
      chosen: (/** @type {string} */ noise) => `The same cell has the same key everywhere, so it always gets ${noise}.`,
      empty: "The method leaves empty cells empty",
      result: (/** @type {string} */ count, /** @type {string} */ noise, /** @type {string} */ value) => `${count} ${noise} = ${value}`,
    },

    about: {
      title: "About this table", close: "Close",
      method: "How these figures are protected", properties: (/** @type {string} */ items) => `Properties: ${items}.`, notAgainst: "It does not protect against:", source: (/** @type {string} */ text) => `Source: ${text}.`,
      data: "About the data", madeFrom: (/** @type {string} */ what) => `Made from ${what}.`,
      kinds: { "public-use": "a public-use file, prepared for anyone to use", synthetic: "synthetic data: records of invented people", confidential: "confidential data" },
      facts: { unit: "Counted", period: "Period", source: "Source", licence: "Licence", contact: "Contact", release: "Release class" },
      exposure: "What these files disclose",
      sealed: ["This dataset is sealed: its files hold only the protected values of the published tables. They hold no true counts, no keys and no perturbation table.", "Sealing alone does not make a dataset safe. Totals, zeros and bounded noise still disclose something. An audit before publication tries known attacks."],
      preprotected: ["This dataset is pre-protected: its files hold counts that the publisher changed beforehand.", "Only that change protects against a reader of the files. The noise added in the browser makes tables consistent and hides nothing more."],
      keyed: "This dataset is keyed: its files hold the true counts and their cell keys. Anyone who downloads the files can read these counts. A browser keeps no secret from its user.",
      keyedInside: "The data are confidential, so these files must stay inside the organisation that holds them.",
      keyedFit: (/** @type {boolean} */ synthetic) => `That is acceptable here, because the data are ${synthetic ? "synthetic" : "a public-use file"}. The protection shows how the method works. It hides nothing from a reader of the files.`,
      keyedNever: "Confidential data must not be published this way. cellveil refuses to build such a dataset for the public.",
      steps: "Risk and utility", measure: "Measure risk and utility", measuring: "Measuring …", tooLarge: "This table is too large to measure here. Use the command line to measure the table.", publisherMeasures: "Show the publisher’s measures",
      check: "Check a table", checkHint: "To check a table from this page, choose its CSV and its receipt. The page builds the table again and compares both tables. The files stay on this device.",
      checkTable: "Table (.csv file)", checkReceipt: "Receipt (.receipt.json file)", checkButton: "Check", checking: "Checking …", notChecked: "Not checked.",
      genuine: "The table is genuine.", matches: (/** @type {string} */ caption) => `Every figure matches this dataset: ${caption}.`, failed: "The check failed.",
      verdicts: {
        "not-a-receipt": "The second file is not a receipt. “Receipt” in the menu “Save” saves one.",
        "receipt-damaged": "The receipt was changed, so it proves nothing. Ask for the receipt again.",
        "newer-version": "The receipt needs a newer version of cellveil. Reload the page and try again.",
        "other-cube": "The receipt belongs to another dataset. If that dataset is in the list “Dataset”, choose it there and check again.",
        "other-version": "The receipt belongs to another version of this dataset. This page can check only the current version.",
        "table-differs": "The table and the receipt do not belong together, or the table was changed. A spreadsheet that saves a file may change it.",
        "not-rebuilt": "This page cannot build the receipt’s table. The table may use a private method.",
        "cube-differs": "This dataset gives another table for the receipt’s query. The receipt comes from other data.",
      },
    },

    properties: {
      consistent: "consistent", exceptTotals: "consistent, except totals", inconsistent: "differs between tables", additive: "additive", notAdditive: "not additive",
      unbiased: "unbiased", biased: "biased", keepsZeros: "empty cells stay empty", fillsZeros: "empty cells may show people",
      gain: (/** @type {number} */ gain) => `an empty cell gains ${number(gain, 2)} on average`, largestChange: (/** @type {number} */ most) => `no figure changes by more than ${number(most)}`,
    },
  };
}

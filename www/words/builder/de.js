/** The builder's texts in German. */
import { methodInWords } from "../method-in-words.js";

/** @import { Format } from "../format.js" */
/** @import { BuilderWords } from "./en.js" */

/** @param {string} name */
const spaced = (name) => `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[-_]/g, " ")}`;

/** @param {Format} format @returns {Omit<BuilderWords, "table">} */
export function wordsFor({ locale, number, counted, list, percent }) {
  const cells = (/** @type {number} */ count) => counted(count, { one: "# Zelle", other: "# Zellen" });
  const variables = (/** @type {number} */ count) => counted(count, { one: "# Merkmal", other: "# Merkmale" });
  const rows = (/** @type {number} */ count) => counted(count, { one: "# Zeile", other: "# Zeilen" });
  const columns = (/** @type {number} */ count) => counted(count, { one: "# Spalte", other: "# Spalten" });
  const categories = (/** @type {number} */ count) => counted(count, { one: "# Kategorie", other: "# Kategorien" });
  const figures = (/** @type {string} */ kind) => (kind === "none" ? "den angezeigten Werten" : "geschützten Werten");
  const whole = { row: "der Zeile", column: "der Spalte", table: "der Tabelle" };
  const bytes = (/** @type {number} */ size) => (size < 1e6 ? `${number(Math.ceil(size / 1e3))} kB` : `${number(Math.round(size / 1e5) / 10, 1)} MB`);
  return {
    language: "de",
    locale, number, counted, list, percent,
    quoted: (text) => `„${text}“`,
    by: (rows, columns) => `${rows} nach ${columns}`,
    method: ({ name, title }) => title || spaced(name),
    methodText: (text, table) => methodInWords(text, table, locale) ?? text,
    designed: (title) => `Selbst entworfen: ${title}.`,
    places: { rows: "Zeilen", columns: "Spalten", layers: "Blättern", filter: "Filtern" },
    intro: "Die Werte sind absichtlich leicht verändert, damit sie nichts über Einzelne preisgeben. Wählen Sie Merkmale, und die Tabelle folgt.",
    dismiss: "Diesen Text schließen",

    build: {
      title: "Tabelle erstellen", dataset: "Datensatz", rows: "Zeilen", columns: "Spalten", layers: "Blätter", filter: "Filter",
      empty: { rows: "Kein Merkmal", columns: "Kein Merkmal", layers: "Keine: eine Tabelle", filter: "Keine: alle" }, add: "Hinzufügen", undo: "Rückgängig",
      redo: "Wiederholen", edits: "Änderungen", swap: "Zeilen und Spalten tauschen", reset: "Neu beginnen", totals: "Summen anzeigen", method: "Methode",
      designMethod: "Überlagerungsmatrix entwerfen", open: (table) => `Tabelle ändern: ${table}`, close: "Tabelle anzeigen",
      designed: "Selbst entworfene Matrix",
    },

    chip: {
      change: (label, place) => `${label}, in ${place}: ändern`, removeOf: (label, place) => `${label} aus ${place} entfernen`,
      groups: (count, geo) => counted(count, geo ? { one: "# Gebiet", other: "# Gebiete" } : { one: "# Gruppe", other: "# Gruppen" }),
      kept: (kept, all) => `${number(kept)} von ${number(all)}`, choose: "Kategorien wählen", strange: "nicht in diesem Datensatz",
      unusable: "hier nicht verwendbar", now: (label, place) => `${label} steht jetzt in ${place}.`,
      order: (label, at, of) => `${label} steht jetzt an Stelle ${number(at)} von ${number(of)}.`,
      replaces: (label, others) => `${label} ersetzt ${others}: Eine Tabelle kann ein Merkmal nur einmal verwenden.`,
      swapped: "Zeilen und Spalten sind getauscht.",
    },

    ways: {
      again: "Erneut versuchen", undo: "Letzte Änderung rückgängig machen", reload: "Seite neu laden", open: (title) => `${title} öffnen`,
    },

    errors: {
      "page-part": "Ein Teil dieser Seite wurde nicht geladen. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.",
      network: "Ein Teil der Daten wurde nicht geladen. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal.",
      wasm: "Das Programm für Tabellen ist nicht gestartet. Prüfen Sie die Verbindung, und versuchen Sie es noch einmal. Jeder aktuelle verbreitete Browser kann es ausführen.",
      "unknown-cube": "Dieser Link nennt einen Datensatz, den es hier nicht gibt. Wählen Sie einen aus der Liste „Datensatz“.",
      "no-cubes": "Die Liste der Datensätze wurde nicht geladen. Laden Sie die Seite neu.",
      refused: "Die Grenzen des Herausgebers lassen diese Tabelle nicht zu.",
      other: "Die Tabelle konnte nicht erstellt werden. Ändern Sie eine Auswahl, oder versuchen Sie es noch einmal.",
    },

    status: {
      empty: "Fügen Sie ein Merkmal hinzu, um eine Tabelle zu sehen.", refused: "Es wurde keine Tabelle erstellt.",
      tooLarge: (count) => `${cells(count)}, zu viele für diese Seite.`,
      built: (count, hidden, milliseconds) =>
        `${cells(count)}${hidden ? `, davon ${number(hidden)} zurückgehalten` : ""}, erstellt in ${milliseconds < 1000 ? `${number(Math.max(1, Math.round(milliseconds)))} ms` : `${number(Math.round(milliseconds / 100) / 10, 1)} s`}.`,
      loadingPart: "Wird geladen …", building: "Die Tabelle wird erstellt …",
      loading: (loaded, total) => `Daten werden geladen: ${bytes(loaded)} von ${bytes(total)}`,
    },

    result: {
      title: "Tabelle",
      release: { keyed: "Mit Schlüsseln: Die Dateien enthalten echte Fallzahlen", sealed: "Versiegelt: Die Dateien enthalten nur geschützte Werte", preprotected: "Vorab geschützt: Die Fallzahlen wurden vor der Auszählung verändert" },
      releaseName: { keyed: "mit Schlüsseln", sealed: "versiegelt", preprotected: "vorab geschützt" }, trueCounts: "Echte Fallzahlen, ungeschützt",
      showAs: "Anzeigen als", counts: "Fallzahlen", percentRow: "Zeilenprozent", percentColumn: "Spaltenprozent", percentTable: "Prozent der Tabelle",
      ratio: "Verhältnis …", average: "Mittelwert …", chart: "Diagramm", noChart: "Nur Tabelle", display: "Anzeige", intervals: "± Intervalle",
      intervalsHint: "Zu jedem Wert die Fallzahlen, für die er wahrscheinlich steht.", hideEmpty: "Leere ausblenden", peel: { title: "Werte", true: "Wahr", noise: "Überlagerung", published: "Veröffentlicht", noFile: "Wählen Sie „Veröffentlicht“, um eine Datei zu speichern" }, collapse: "Alle zuklappen",
      expand: "Alle aufklappen",
      sortDown: "Zeilen absteigend sortieren", sortUp: "Zeilen aufsteigend sortieren",
      sortOff: "Ursprüngliche Reihenfolge der Zeilen wiederherstellen", foldGroup: "Nur die Summe dieser Gruppe anzeigen",
      unfoldGroup: "Zeilen dieser Gruppe anzeigen",
      help: "Zeigen oder tippen Sie auf einen Wert, um zu sehen, wie er entstanden ist. Mit der Tastatur: Pfeiltasten, dann Eingabetaste.",
      sorted: (labels, down) => `Sortiert nach ${labels || "Anzahl"}, ${down ? "absteigend" : "aufsteigend"}.`,
      unsorted: "Zeilen in ursprünglicher Reihenfolge.", rowsShown: (count) => `${rows(count)} angezeigt.`, shownAs: (figures) => `Angezeigt: ${figures}.`,
      partPrinted: "Nur ein Teil der Zeilen dieser Tabelle ist gedruckt. Das Menü „Speichern“ bietet Dateien mit allen Zeilen.",
      save: "Speichern", about: "Über",
    },

    charts: { bar: "Balken", stacked: "Gestapelte Balken", "stacked-100": "Gestapelt auf 100 %", line: "Linien", heat: "Heatmap", pyramid: "Bevölkerungspyramide" },

    refusal: {
      large: (count, most) => `Diese Tabelle hat ${cells(count)}. Die Seite zeigt Tabellen mit bis zu ${number(most)} Zellen.`,
      wide: (count, most) => `Diese Tabelle hat ${columns(count)}. Die Seite zeigt höchstens ${number(most)} davon.`,
      largeHint: (savable) => `Entfernen Sie ein Merkmal, verwenden Sie eine gröbere Gliederung, oder filtern Sie auf weniger Kategorien${savable ? ". Oder speichern Sie alle Zellen als CSV." : "."}`,
      technical: "Technische Meldung", empty: "Fügen Sie den Zeilen oder Spalten ein Merkmal hinzu, um eine Tabelle zu sehen.",
    },

    notes: {
      peel: { true: "Dies sind die wahren Fallzahlen. Nur ein Datensatz aus öffentlichen oder erfundenen Angaben darf sie zeigen.", noise: "Dies ist die Überlagerung: der veröffentlichte Wert minus die wahre Fallzahl, vor jeder Sperrung." },
      example: (sum, total, label) => `Beispiel, ${label}: die Teile ${sum}, und die Summe zeigt ${total}. Jeder Wert und jede Summe hat ein eigenes Rauschen.`,
      hidden: (down, across) => `Ausgeblendet, weil überall null steht: ${list([...(down ? [rows(down)] : []), ...(across ? [columns(across)] : [])])}.`,
      blocked: (labels) => `Nicht angezeigt, weil die Grenzen des Herausgebers es nicht zulassen: ${labels}. Alle anderen Werte sind zulässig.`,
      someMore: (count) => `${number(count)} weitere`,
      intervals: (level) => `Kleine Ziffern: das Intervall, das den Wert aus den echten Fallzahlen mit einer Wahrscheinlichkeit von mindestens ${percent(level)} enthält, wenn sonst nichts bekannt ist.`,
      source: (text) => `Quelle: ${text.replace(/[.]+$/, "")}`, licence: (text) => `Lizenz: ${text}`,
      sums: (most, random) => `Einige Werte sind Summen von bis zu ${number(most)} veröffentlichten Werten und daher weniger genau${random ? `. Ist das Rauschen unabhängig, so hat das Rauschen einer Summe bis zu ${number(most)}-mal die Varianz eines einzelnen Wertes.` : "."}`,
    },

    caption: {
      where: (label, codes) => `${label}: ${codes}`, whereMany: (label, count) => `${label}: eine von ${number(count)} gewählten Kategorien`,
      table: (unit, by, filters) => `Anzahl (${unit}) nach ${by}${filters ? `, für ${filters}` : ""}`, layers: (layers) => `, Blatt ${layers}`,
      derived: (what, kind) => `; ${what}, berechnet aus ${figures(kind)}`,
      percent: (of, summed) => `jeder Wert in Prozent der ${summed ? "Summe der angezeigten Teile" : "Summe"} ${whole[of]}`,
      ratio: (label, parts) => `Verhältnis, ${label}: ${parts}`, average: (label) => `Mittelwert von ${label}`, counts: "Fallzahlen",
    },

    derived: {
      percent: (kind) => `Berechnet aus ${figures(kind)}; die Teile ergeben möglicherweise nicht genau 100.`,
      divisor: (kind, own) => `Der Divisor ist die ${kind === "none" ? "Summe" : "geschützte Summe"}.${own ? ` Sie ${own}.` : ""}`,
      summed: (labels) => `Gibt es keine Summe über ${labels}, so ist der Divisor die Summe der angezeigten Teile.`,
      ratio: (kind, own) => `Berechnet aus ${figures(kind)}${own ? `: Jeder Teil eines Verhältnisses ${own}` : ""}.`,
      average: (kind) => `Berechnet aus ${figures(kind)}: die Zahlen unten, gewichtet mit der angezeigten Anzahl jeder Kategorie.`,
      counts: (label, pairs) => `${label}: ${pairs.map(([category, value]) => `${category} zählt als ${number(value)}`).join("; ")}.`,
      omitted: (labels) => `Weggelassen: ${labels}.`, ownNoise: "hat ein eigenes Rauschen", ownRounding: "wird für sich gerundet",
    },

    wide: { text: (across, down) => `Diese Tabelle hat ${columns(across)} und ${rows(down)}. Mit getauschten Achsen ist sie leichter zu lesen.`, swap: "Achsen tauschen" },
    layers: { shown: "Angezeigtes Blatt", previous: (label) => `Vorige Kategorie von ${label}`, next: (label) => `Nächste Kategorie von ${label}` },

    find: {
      title: "Zeile suchen", button: "Suchen", hint: "Die Suche des Browsers findet nur die Zeilen auf dem Bildschirm. Diese Suche findet alle Zeilen.",
      none: (text) => `Keine Zeile hat ${text} in ihren Überschriften.`, found: (at, labels) => `Zeile ${number(at)}: ${labels}.`,
    },

    figures: {
      ratioOf: "Merkmal", ratioNumerator: "wie viele", ratioPer: "je", ratioDenominator: "von", numbers: "Zahl zu jeder Kategorie",
      numbersWanted: (labels) => `Geben Sie eine Zahl für ${labels} ein. Eine offene Kategorie hat keine eigene Zahl.`,
      numbersMissing: "Geben Sie zu jeder Kategorie eine Zahl ein, um einen Mittelwert zu sehen.", numbersIgnored: "Kategorien ohne Zahl werden ignoriert.",
    },

    saved: {
      copied: (count) => `${rows(count)} kopiert. In eine Tabellenkalkulation einfügen.`,
      copiedPart: (count, of) => `${rows(count)} von ${number(of)} kopiert. In eine Tabellenkalkulation einfügen.`,
      notCopied: "Das Kopieren ist fehlgeschlagen. Markieren Sie die Tabelle auf der Seite, oder speichern Sie sie.",
      link: "Link kopiert: Er öffnet diese Tabelle wieder.", noLink: "Der Link wurde nicht kopiert. Kopieren Sie ihn aus der Adresszeile.",
      file: (name) => `Gespeichert: ${name}.`, noReceipt: "Dieser Datensatz hat keine Belege: Sein Salt fehlt oder ist kürzer als 16 Byte.",
      notShown: "Es wird keine Tabelle angezeigt. Die anderen Dateien enthalten alle Fallzahlen.",
    },

    panel: {
      remove: "Entfernen", level: (label) => `Gliederung von ${label}`, moveTo: "Verschieben nach", earlier: "Nach vorn", later: "Nach hinten",
      group: "Kategorien zusammenfassen …", groupAreas: "Gebiete zusammenfassen …", filter: "Kategorien",
      filterLegend: (label) => `Kategorien von ${label}, die gezählt werden`,
    },

    adding: {
      to: "Hinzufügen zu", search: "Merkmale und Kategorien suchen",
      found: (names, categories) => (names + categories === 0 ? "Kein Merkmal und keine Kategorie passt." : `Gefunden: ${variables(names)}, ${counted(categories, { one: "# Kategorie", other: "# Kategorien" })}.`),
      filterTo: "Filtern auf", more: (count) => `und ${number(count)} weitere`,
      categories, usedIn: (place) => `in ${place}`,
    },

    problems: {
      removeFrom: (label, place) => `${label} aus ${place} entfernen`, noVariable: (name) => `Dieser Datensatz hat kein Merkmal ${name}.`,
      noLevel: (label, level) => `${label} hat keine Gliederung ${level}.`,
      sameVariable: (one, other) => `${one} und ${other} sind dasselbe Merkmal. Eine Tabelle kann ein Merkmal nur einmal verwenden.`,
      secondFilter: (label) => `Der zweite Filter nach ${label} wird ignoriert.`, firstFilter: "Nur den ersten Filter behalten",
      removeFilter: (label) => `Filter nach ${label} entfernen`, noCategory: (label, codes) => `${label} hat keine Kategorie ${codes}.`,
      removeCodes: (codes, label) => `${codes} aus dem Filter nach ${label} entfernen`, noMethod: (name) => `Dieser Datensatz hat keine Methode ${name}.`,
      groupsOf: (label, problem) => `Gruppen von ${label}: ${problem}`,
      idleGroups: (label) => `Die Gruppen von ${label} werden ignoriert, weil die Tabelle dieses Merkmal nicht verwendet.`,
      removeGroups: "Diese Gruppen entfernen", noName: "Der Name einer Gruppe fehlt. Geben Sie einen Namen ein.",
      nameIsCode: (name, of, category) => `Der Name ${name} ist auch ein Code von ${of ? `${of} (${category})` : "Summen"}. Wählen Sie einen anderen Namen.`,
      nameTwice: (name) => `Zwei Gruppen haben den Namen ${name}. Wählen Sie einen anderen Namen.`,
      emptyGroup: (name) => `${name} ist leer. Wählen Sie Kategorien, oder löschen Sie die Gruppe.`,
      strangeCodes: (name, codes, of) => `${name} enthält ${codes}; ${of} hat diese Kategorien nicht.`,
      noLayer: (label, code) => `${label} hat hier keine Kategorie ${code}. Die Tabelle zeigt die erste Kategorie.`, firstLayer: "Erste Kategorie anzeigen",
      ignore: "Ignorieren",
      noRatio: (one, other, label) => `Das Verhältnis von ${one} zu ${other} wird ignoriert: Die Tabelle hat nicht beide Kategorien von ${label}.`,
      noNumbers: (label) => `Der Mittelwert von ${label} wird ignoriert: Keine Kategorie der Tabelle hat eine Zahl.`,
      noAverage: (label) => `Der Mittelwert von ${label} wird ignoriert: Die Tabelle verwendet dieses Merkmal nicht.`,
      noTruth: "Die wahren Fallzahlen werden nicht gezeigt: Dieser Datensatz gibt sie nicht preis.",
      noSort: "Die Reihenfolge der Zeilen wird ignoriert: Die Spalte, nach der sortiert wird, fehlt in der Tabelle.",
      noCollapsed: { one: "# zugeklappte Gruppe von Zeilen ist nicht in dieser Tabelle.", other: "# zugeklappte Gruppen von Zeilen sind nicht in dieser Tabelle." },
    },

    unread: {
      link: (parts) => `Teile dieses Links sind unbrauchbar. ${parts}`, part: (part, expected) => `${part} wird ignoriert; erwartet: ${expected}.`,
      percent: "row, column oder table", ratio: "ein Merkmal, zwei seiner Kategorien und eine Zahl über 0 bis zu einer Billion",
      sort: "ascending oder descending, und eine Spalte", picture: "bar, stacked, stacked-100, line, heat oder pyramid",
      filter: "Ein Filter wird ignoriert; erwartet: ein Merkmal, ein Gleichheitszeichen und Codes.",
      average: "Eine Zahl des Mittelwerts wird ignoriert; erwartet: Codes, jeder mit einer Zahl bis zu einer Billion.",
      group: "Eine Gruppe wird ignoriert; erwartet: ein Merkmal, ein Name und Codes.",
    },

    changes: {
      dataset: "Wahl des Datensatzes", swapped: "Tausch von Zeilen und Spalten", added: (label, place) => `${label} in ${place} hinzugefügt`,
      moved: (label, place) => `${label} verschoben: jetzt in ${place}`, removed: (label, place) => `${label} aus ${place} entfernt`,
      order: (place) => `Reihenfolge in ${place}`, filter: (label) => `Filter nach ${label}`, groups: (label) => `Gruppen von ${label}`,
      layer: (label) => `angezeigte Kategorie von ${label}`, totals: "Summen", method: "Methode",
      view: { peel: "gezeigte Werte", percent: "Prozente", ratio: "Verhältnis", average: "Mittelwert", sort: "Reihenfolge der Zeilen", collapsed: "zugeklappte Zeilen", chart: "Diagramm", uncertain: "Intervalle", hideEmpty: "leere Zeilen und Spalten" },
      undo: (change) => `Rückgängig gemacht: ${change}.`, redo: (change) => `Wiederholt: ${change}.`, last: "die letzte Änderung",
    },

    carried: {
      missing: (parts) => `Nicht übernommen: ${parts} (nicht in diesem Datensatz).`, filter: (label) => `der Filter nach ${label}`,
      groups: (label) => `die Gruppen von ${label}`, method: "die Methode", design: "die selbst entworfene Überlagerungsmatrix", ratio: "das Verhältnis",
      average: "der Mittelwert", sort: "die Reihenfolge der Zeilen",
    },

    reasons: {
      tooMany: (most) => `Eine Tabelle hat hier höchstens ${variables(most)}, Filter eingeschlossen.`,
      neverPublished: (label) => `${label} wird nicht veröffentlicht.`, notTogether: (labels) => `Nicht gemeinsam veröffentlicht: ${labels}.`,
      rules: {
        small_cells: "Zu viele Zellen haben nur einen oder zwei Datensätze.",
        zeros: "Zu viele Zellen sind leer.",
        average_cell: "Die Zellen haben im Mittel zu wenige Datensätze.",
        risk_before: "Das Enthüllungsrisiko vor dem Schutz ist zu hoch.",
        risk_after: "Das Enthüllungsrisiko ist mit dieser Methode zu hoch.",
        protect_above: "Das Enthüllungsrisiko ist ohne Schutz zu hoch.",
        population: "Die Gebiete haben zu wenige Einwohner.",
        areas: "Die Gebiete sind zu klein.",
        nested: "Nur die Kategorien des Herausgebers sind erlaubt, ohne Gruppen.",
        custom_areas: "Eigene Gebiete sind hier nicht erlaubt.",
      },
      tooWide: (count, most) => `Die Tabelle hätte ${columns(count)}. Eine Seite zeigt höchstens ${number(most)}.`,
      tooLarge: (count, most) => `Die Tabelle hätte ${cells(count)}. Eine Seite zeigt höchstens ${number(most)}.`,
    },

    suggest: {
      correctAll: "Alle Probleme beheben", defaultMethod: "Methode dieses Datensatzes verwenden", method: (method) => `Methode ${method} verwenden`,
      withoutFilter: (label) => `Filter nach ${label} entfernen`, withoutGroups: (label) => `Kategorien von ${label} statt Gruppen verwenden`,
      instead: (level, of) => `${level} statt ${of} verwenden`, leaveOut: (labels) => `${labels} weglassen`,
      nearest: (table) => `Nächste zulässige Tabelle anzeigen: ${table}`, filtered: (table, labels) => `${table}, gefiltert nach ${labels}`,
      withCells: (text, count) => `${text}: ${count < 1e9 ? cells(count) : `etwa ${number(Number(count.toPrecision(2)))} Zellen`}`,
    },

    furtherErrors: {
      "unknown-dimension": "Diese Tabelle nennt ein unbekanntes Merkmal. Entfernen Sie es aus Zeilen, Spalten oder Filtern.",
      "unknown-level": "Diese Tabelle nennt eine unbekannte Gliederung. Entfernen Sie sie aus Zeilen, Spalten oder Filtern.",
      "repeated-dimension": "Eine Tabelle kann ein Merkmal nur einmal verwenden, in einer Gliederung. Entfernen Sie eines der beiden.",
      "unknown-code": "Ein Filter nennt eine unbekannte Kategorie. Entfernen Sie diesen Filter, und wählen Sie neu.",
      "empty-filter": "Keine Kategorie erfüllt alle Filter. Entfernen Sie einen der Filter.",
      "unknown-method": "Dieser Link nennt eine unbekannte Methode. Wählen Sie eine aus der Liste.",
      "method-refused": "Dieser Datensatz erlaubt nur die Methoden der Liste „Methode“. Wählen Sie eine davon.",
      infeasible: "Keine Wahrscheinlichkeiten erfüllen die Grenzen der Überlagerungsmatrix dieses Links. Wählen Sie eine andere Methode, oder ändern Sie die Matrix im Entwurf.",
      "unreadable-design": "Die Überlagerungsmatrix dieses Links ist unlesbar. Wählen Sie eine andere Methode, oder entwerfen Sie eine.",
      "bad-design": "Die Überlagerungsmatrix dieses Links verletzt eine Grenze. Wählen Sie eine andere Methode, oder ändern Sie die Matrix im Entwurf.",
      "table-too-large": "Diese Tabelle ist zu groß für einen Browser. Entfernen Sie ein Merkmal, verwenden Sie eine gröbere Gliederung, oder filtern Sie auf weniger Kategorien.",
      "reveal-refused": "Dieser Datensatz gibt wahre Fallzahlen nicht preis. Wählen Sie eine Methode, die die Fallzahlen schützt.",
      "damaged-file": "Eine Datendatei kam beschädigt an. Daher wurde keine Tabelle erstellt. Versuchen Sie es später noch einmal, oder informieren Sie den Herausgeber.",
      "damaged-manifest": "Die Beschreibung des Datensatzes ist beschädigt. Daher wurde keine Tabelle erstellt. Versuchen Sie es später noch einmal, oder informieren Sie den Herausgeber.",
      encrypted: "Dieser Datensatz ist verschlüsselt. Öffnen Sie den Datensatz mit seiner Passphrase.",
      locked: "Dieser Datensatz ist gesperrt. Versuchen Sie es noch einmal, und geben Sie die Passphrase ein.",
      "newer-version": "Dieser Datensatz braucht eine neuere Version von cellveil. Laden Sie die Seite neu. Hilft das nicht, informieren Sie den Herausgeber.",
      "no-file": "Eine Datei ist unlesbar. Wählen Sie beide Dateien noch einmal.",
      "no-view": "Diese Merkmale werden nicht gemeinsam veröffentlicht.",
      "needs-blocks": "Diese Kategorien werden nicht als ein Wert veröffentlicht. Wählen Sie einzelne Kategorien.",
      "never-published": "Die Methode dieser Tabelle veröffentlicht diesen Wert nie. Geben Sie einen anderen ein.",
      "not-one-count": "Die Werte dieser Tabelle sind Summen geschützter Werte. Kein Wert steht für eine einzelne Fallzahl.",
      "whole-table": "Die Methode betrachtet die ganze Tabelle. Eine einzelne Fallzahl erklärt den Wert daher nicht.",
      "not-explained": "Der Herausgeber gibt nicht bekannt, für welche Fallzahlen ein Wert stehen kann.",
      "bad-group": "Die Gruppen dieser Tabelle sind unbrauchbar. Ändern Sie die Gruppen, oder verwenden Sie die Kategorien.",
      "bad-query": "Aus dieser Auswahl lässt sich keine Tabelle erstellen. Ändern Sie Zeilen, Spalten oder Filter.",
    },

    ticks: {
      search: (label) => `Kategorien von ${label} suchen`, placeholder: "Kategorien suchen", all: "Alle auswählen",
      found: (count) => counted(count, { one: "Die # gefundene auswählen", other: "Die # gefundenen auswählen" }), clear: "Auswahl aufheben",
      some: (listed, of) => `${number(listed)} von ${number(of)} aufgeführt; weitere über die Suche.`, none: "Keine Kategorie passt.",
    },

    long: {
      axis: (label, count) => `${label} hat ${categories(count)}. Suchen Sie einige, und wählen Sie sie aus.`,
      whole: (label, count) => `Diese Tabelle braucht alle ${categories(count)} von ${label}. Laden Sie die Kategorien, oder ändern Sie die Tabelle.`,
      choose: (label) => `In ${label} suchen`, load: (count) => `Alle ${categories(count)} laden`,
      loads: (label, count) => `Dies lädt alle ${categories(count)} von ${label}.`, show: (count) => `${categories(count)} anzeigen`,
      hint: "Geben Sie den Anfang eines Wortes aus einem Namen oder Code ein.", searching: "Suche …", found: (count) => `Gefunden: ${categories(count)}.`,
      some: (count) => `Die ersten ${categories(count)} sind aufgeführt. Geben Sie weitere Wörter ein, um andere zu finden.`,
    },

    groups: {
      title: (label, geo) => (geo ? `Gebiete von ${label}` : `Gruppen von ${label}`),
      hint: (label) => `Jede Gruppe wird eine Kategorie der Tabelle, in dieser Reihenfolge, anstelle der Kategorien von ${label}. Eine Kategorie kann in mehreren Gruppen sein. Die Summe zählt weiterhin alle Kategorien.`,
      name: (at) => `Name der Gruppe ${number(at)}`, members: "Kategorien", tick: "Kategorien auswählen", earlier: (at) => `Gruppe ${number(at)} nach vorn`,
      later: (at) => `Gruppe ${number(at)} nach hinten`, delete: (at) => `Gruppe ${number(at)} löschen`, add: "Gruppe hinzufügen",
      use: "Diese Gruppen verwenden", original: "Ursprüngliche Kategorien verwenden", cancel: "Abbrechen",
      discard: "Noch einmal Escape verwirft diese Gruppen.", grouped: (label, groups) => `${label} erscheint jetzt in ${groups}.`,
      restored: (label) => `${label} erscheint jetzt in den ursprünglichen Kategorien.`,
    },

    chart: {
      loading: "Diagramme werden geladen …", failed: "Die Diagramme wurden nicht geladen. Prüfen Sie die Verbindung, und laden Sie die Seite neu.",
      unfit: (name, why) => `${name}: ${why}`, legend: "Legende",
      table: (count) => `Die Tabelle dieses Diagramms: ${counted(count, { one: "# Wert", other: "# Werte" })}`, tableTitle: "Tabelle des Diagramms",
      first: (shown, of) => `Die ersten ${number(shown)} von ${number(of)} Werten. Die Tabelle darunter enthält alle.`, svg: "Als SVG speichern",
      png: "Als PNG speichern", notSaved: (why) => `Das Diagramm wurde nicht gespeichert: ${why}.`,
      none: "Wählen Sie zuerst ein Diagramm. „Diagramm“ steht über der Tabelle.",
    },

    save: {
      excel: "Excel", excelHint: "wie angezeigt, Fallzahlen, Hinweise", labels: "CSV mit Bezeichnungen", labelsHint: "wie angezeigt", image: "Bild",
      imageHint: "das Diagramm", copy: "Tabelle kopieren", link: "Link kopieren", machine: "Für Programme", codes: "CSV mit Codes", receipt: "Beleg",
      receiptHint: "beweist, dass eine CSV-Datei echt ist", layers: "Die Dateien enthalten alle Blätter.", tooLarge: "Alle Zellen, für Programme",
    },

    sheets: { shown: "Tabelle", counts: "Fallzahlen", notes: "Hinweise", value: "Wert", status: "Status", quality: "Qualität dieser Tabelle" },

    quality: {
      changed: "Anteil der nicht leeren Zellen, deren Wert von der Fallzahl abweicht", utility: "Nutzen, 1 − HD/√N (Shlomo 2015, Abschnitt 4.3)",
      before: "Offenlegungsrisiko R vor dem Schutz (Shlomo 2015, Gleichung 3)", after: "Offenlegungsrisiko R nach dem Schutz (Shlomo 2015, Abschnitt 4.2)",
    },

    why: {
      title: "Warum dieser Wert",
      choose: "Wählen Sie einen Wert der Tabelle.", where: (label, codes) => `${label}: ${codes}`,
      shown: (value, _, unit) => `Angezeigt: ${value} (${unit}).`, unprotected: "Der Wert ist ungeschützt und gleich der Fallzahl in den Dateien.",
      mayDiffer: "Der Wert ist geschützt und kann von der wahren Fallzahl abweichen.", equal: "Der Wert ist gleich der wahren Fallzahl.",
      atMost: (most) => `Der Wert ist geschützt und weicht höchstens um ${number(most)} von der wahren Fallzahl ab.`,
      computed: (kind, formula) => `Berechnet aus ${figures(kind)}: ${formula}.`,
      wholeTotal: (kind, of) => `, die ${kind === "none" ? "Summe" : "geschützte Summe"} ${whole[of]}`,
      wholeSum: (parts, of) => `, die Summe der ${number(parts)} angezeigten Teile ${whole[of]}`, times: (by) => `, mal ${number(by)}`,
      totalWithheld: (label) => `Die Summe über ${label} wird zurückgehalten. Daher lassen sich die Teile nicht mit ihr vergleichen.`,
      partsWithheld: (label, missing, of) => `Von den Teilen über ${label} werden ${number(missing)} von ${number(of)} zurückgehalten. Daher lassen sich die Teile nicht mit der Summe vergleichen.`,
      addsUp: (parts, label, total) => `Die ${number(parts)} Teile über ${label} ergeben zusammen die angezeigte Summe, ${total}.`,
      differs: (parts, label, sum, total, gap) => `Die ${number(parts)} Teile über ${label} ergeben zusammen ${sum}. Die Summe zeigt ${total}, ein Unterschied von ${gap}.`,
      decimals: "Jeder Wert ist auf seine letzte Dezimalstelle gerundet.",
      overlap: "Teile können sich überschneiden oder Summen anderer Werte sein. Daher ergeben sie zusammen möglicherweise nicht die Summe.",
      notAll: "Der Schutz allein erklärt den Unterschied nicht: Die Teile überschneiden sich, oder sie decken nicht die ganze Summe ab.",
      own: (own) => `Jeder Wert und jede Summe ${own}. Daher ergeben die Teile zusammen möglicherweise nicht die Summe.`,
      blocks: (count, terms, rest) => `Summe von ${number(count)} veröffentlichten Werten: ${terms}${rest > 0 ? ` und ${number(rest)} weiteren` : ""}.`,
      blocksAll: (count) => `Insgesamt hat die Summe ${number(count)} Werte.`,
      blocksNoise: (count) => `Das Rauschen dieser Werte addiert sich. Ist das Rauschen unabhängig, so ist seine Varianz ${number(count)}-mal die eines einzelnen Wertes.`,
      ask: "Für welche Fallzahlen kann der Wert stehen?", computing: "Wird berechnet …",
      showCounts: "Zeigen Sie Fallzahlen an, um zu sehen, für welche wahren Fallzahlen ein Wert stehen kann.",
      notDisclosed: "Der Herausgeber gibt nicht bekannt, für welche Fallzahlen ein Wert stehen kann.",
      exactly: (value, count, unit) => `${value} steht für genau ${number(count)} (${unit}).`,
      probably: (value, low, high, share, unit) => `${value} steht wahrscheinlich für ${low === high ? `genau ${number(low)}` : `${number(low)} bis ${number(high)}`} (${unit}; ${percent(share)}).`,
      certainly: (least, most) => `Der Wert steht sicher für ${number(least)} bis ${number(most)}. (Das setzt voraus, dass sonst nichts bekannt ist.)`,
      sums: "Eine Summe besteht aus mehreren solchen Werten.",
    },

    trace: {
      ask: "Die Schritte zu diesem Wert",
      people: (count) => counted(count, { one: "# Datensatz liegt in dieser Zelle", other: "# Datensätze liegen in dieser Zelle" }),
      member: (count, key) => (count === 1 ? `Schlüssel ${key}` : `${number(count)} Datensätze mit gleichen Angaben: gemeinsamer Schlüssel ${key}`),
      more: (rest) => `und ${number(rest)} weitere`,
      cellKey: (key) => `Der Zellschlüssel ist ${key}`,
      noKeys: "Eine leere Zelle hat keine Datensätze, darum steht ihr Schlüssel fest.",
      sum: (modulus) => `Er ist die Summe der Schlüssel. Ganze Vielfache von ${modulus} fallen weg.`,
      sumIs: (sum, modulus, key) => `Die Summe der Schlüssel ist ${sum}. Ohne ganze Vielfache von ${modulus} bleibt ${key}.`,
      xor: "Er verknüpft die Schlüssel Bit für Bit (XOR).",
      draw: (share) => `Die Zufallszahl ist ${share}`,
      source: {
        key: (draw, draws) => `Der Zellschlüssel ergibt die Zufallszahl: ${draw} von ${draws}.`,
        hash: (draw, draws) => `Ein Hash aus Zellschlüssel, Fallzahl und Salt ergibt die Zufallszahl: ${draw} von ${draws}.`,
        md5: (draw, draws) => `Der MD5-Hash des Zellschlüssels ergibt die Zufallszahl: ${draw} von ${draws}.`,
      },
      row: (count) => `Die Methode hat eine Zeile für die Fallzahl ${count}`,
      bar: (parts, chosen) => `Überlagerung und Wahrscheinlichkeit: ${parts}. Die Zufallszahl wählt ${chosen}.`,
      chosen: (noise) => `Dieselbe Zelle hat überall denselben Schlüssel, darum erhält sie immer ${noise}.`,
      empty: "Die Methode lässt leere Zellen leer",
      result: (count, noise, value) => `${count} ${noise} = ${value}`,
    },

    about: {
      title: "Über diese Tabelle", close: "Schließen",
      method: "Wie diese Werte geschützt sind", properties: (items) => `Eigenschaften: ${items}.`, notAgainst: "Die Methode schützt nicht vor:",
      source: (text) => `Quelle: ${text}.`, data: "Über die Daten", madeFrom: (what) => `Grundlage: ${what}.`,
      kinds: { "public-use": "ein Public-Use-File, das alle nutzen dürfen", synthetic: "synthetische Daten: Datensätze erfundener Personen", confidential: "vertrauliche Daten" },
      facts: { unit: "Gezählt", period: "Zeitraum", source: "Quelle", licence: "Lizenz", contact: "Kontakt", release: "Veröffentlichungsklasse" },
      exposure: "Was diese Dateien preisgeben",
      sealed: ["Dieser Datensatz ist versiegelt: Seine Dateien enthalten nur die geschützten Werte der veröffentlichten Tabellen. Sie enthalten keine wahren Fallzahlen, keine Schlüssel und keine Überlagerungsmatrix.", "Die Versiegelung allein macht einen Datensatz nicht sicher. Summen, Nullen und begrenztes Rauschen geben weiterhin etwas preis. Eine Prüfung vor der Veröffentlichung erprobt bekannte Angriffe."],
      preprotected: ["Dieser Datensatz ist vorab geschützt: Seine Dateien enthalten Fallzahlen, die der Herausgeber vorher verändert hat.", "Nur diese Veränderung schützt vor jemandem, der die Dateien liest. Das Rauschen im Browser macht Tabellen konsistent und verbirgt nichts weiter."],
      keyed: "Dieser Datensatz enthält Schlüssel: Seine Dateien enthalten die wahren Fallzahlen und ihre Zellschlüssel. Wer die Dateien herunterlädt, kann diese Fallzahlen lesen. Ein Browser bewahrt vor seinem Benutzer kein Geheimnis.",
      keyedInside: "Die Daten sind vertraulich. Daher müssen diese Dateien in der Organisation bleiben, die sie verwahrt.",
      keyedFit: (synthetic) => `Das ist hier zulässig, denn die Daten sind ${synthetic ? "synthetisch" : "ein Public-Use-File"}. Der Schutz zeigt, wie die Methode wirkt. Er verbirgt nichts vor jemandem, der die Dateien liest.`,
      keyedNever: "Vertrauliche Daten dürfen so nicht veröffentlicht werden. cellveil lehnt es ab, einen solchen Datensatz für die Öffentlichkeit zu erstellen.",
      steps: "Risiko und Nutzen", measure: "Risiko und Nutzen messen", measuring: "Wird gemessen …",
      tooLarge: "Diese Tabelle ist zu groß, um sie hier zu messen. Messen Sie sie mit dem Kommandozeilenprogramm.",
      publisherMeasures: "Maße des Herausgebers anzeigen", check: "Tabelle prüfen",
      checkHint: "Um eine Tabelle dieser Seite zu prüfen, wählen Sie ihre CSV-Datei und ihren Beleg. Die Seite erstellt die Tabelle noch einmal und vergleicht beide. Die Dateien bleiben auf diesem Gerät.",
      checkTable: "Tabelle (.csv-Datei)", checkReceipt: "Beleg (.receipt.json-Datei)", checkButton: "Prüfen", checking: "Wird geprüft …",
      notChecked: "Nicht geprüft.", genuine: "Die Tabelle ist echt.", matches: (caption) => `Jeder Wert stimmt mit diesem Datensatz überein: ${caption}.`,
      failed: "Die Prüfung ist fehlgeschlagen.",
      verdicts: {
        "not-a-receipt": "Die zweite Datei ist kein Beleg. „Beleg“ im Menü „Speichern“ speichert einen.",
        "receipt-damaged": "Der Beleg wurde verändert und beweist daher nichts. Bitten Sie noch einmal um den Beleg.",
        "newer-version": "Der Beleg braucht eine neuere Version von cellveil. Laden Sie die Seite neu, und versuchen Sie es noch einmal.",
        "other-cube": "Der Beleg gehört zu einem anderen Datensatz. Steht dieser in der Liste „Datensatz“, wählen Sie ihn dort, und prüfen Sie noch einmal.",
        "other-version": "Der Beleg gehört zu einer anderen Version dieses Datensatzes. Diese Seite kann nur die aktuelle Version prüfen.",
        "table-differs": "Tabelle und Beleg gehören nicht zusammen, oder die Tabelle wurde verändert. Eine Tabellenkalkulation kann eine Datei beim Speichern verändern.",
        "not-rebuilt": "Diese Seite kann die Tabelle des Belegs nicht erstellen. Vielleicht verwendet sie eine private Methode.",
        "cube-differs": "Dieser Datensatz ergibt für die Abfrage des Belegs eine andere Tabelle. Der Beleg stammt aus anderen Daten.",
      },
    },

    properties: {
      consistent: "konsistent", exceptTotals: "konsistent, außer Summen", inconsistent: "unterscheidet sich zwischen Tabellen", additive: "additiv",
      notAdditive: "nicht additiv", unbiased: "unverzerrt", biased: "verzerrt", keepsZeros: "leere Zellen bleiben leer",
      fillsZeros: "leere Zellen können Personen zeigen", gain: (gain) => `eine leere Zelle gewinnt im Mittel ${number(gain, 2)}`,
      largestChange: (most) => `kein Wert ändert sich um mehr als ${number(most)}`,
    },
  };
}

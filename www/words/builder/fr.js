/** The builder's texts in French. */
import { methodInWords } from "../method-in-words.js";

/** @import { Format } from "../format.js" */
/** @import { BuilderWords } from "./en.js" */

/** @param {string} name */
const spaced = (name) => `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[-_]/g, " ")}`;

/** @param {Format} format @returns {Omit<BuilderWords, "table">} */
export function wordsFor({ locale, number, counted, list, percent }) {
  const cells = (/** @type {number} */ count) => counted(count, { one: "# case", other: "# cases" });
  const variables = (/** @type {number} */ count) => counted(count, { one: "# variable", other: "# variables" });
  const rows = (/** @type {number} */ count) => counted(count, { one: "# ligne", other: "# lignes" });
  const columns = (/** @type {number} */ count) => counted(count, { one: "# colonne", other: "# colonnes" });
  const categories = (/** @type {number} */ count) => counted(count, { one: "# modalité", other: "# modalités" });
  const figures = (/** @type {string} */ kind) => (kind === "none" ? "des chiffres affichés" : "de chiffres protégés");
  const whole = { row: "de sa ligne", column: "de sa colonne", table: "du tableau" };
  const bytes = (/** @type {number} */ size) => (size < 1e6 ? `${number(Math.ceil(size / 1e3))}\u00a0ko` : `${number(Math.round(size / 1e5) / 10, 1)}\u00a0Mo`);
  return {
    language: "fr",
    locale, number, counted, list, percent,
    quoted: (text) => `«\u00a0${text}\u00a0»`,
    by: (rows, columns) => `${rows} par ${columns}`,
    method: ({ name, title }) => title || spaced(name),
    methodText: (text, table) => methodInWords(text, table, locale) ?? text,
    designed: (title) => `Table conçue par vous\u00a0: ${title}.`,
    places: { rows: "lignes", columns: "colonnes", layers: "feuillets", filter: "filtres" },
    intro: "Ces chiffres sont légèrement modifiés, volontairement, pour ne dévoiler personne. Choisissez des variables\u00a0: le tableau suit.",
    dismiss: "Fermer ce texte",

    build: {
      title: "Composer un tableau", dataset: "Jeu de données", rows: "Lignes", columns: "Colonnes", layers: "Feuillets", filter: "Filtres",
      empty: { rows: "Aucune variable", columns: "Aucune variable", layers: "Aucun\u00a0: un seul tableau", filter: "Aucun\u00a0: tout le monde" },
      add: "Ajouter", undo: "Annuler", redo: "Rétablir", edits: "Modifications", swap: "Permuter lignes et colonnes", reset: "Recommencer", totals: "Afficher les totaux",
      method: "Méthode", designMethod: "Concevoir une table de perturbation", open: (table) => `Modifier le tableau\u00a0: ${table}`,
      close: "Voir le tableau", designed: "Table conçue par vous",
    },

    chip: {
      change: (label, place) => `${label}, dans les ${place}\u00a0: modifier`, removeOf: (label, place) => `Retirer ${label} des ${place}`,
      groups: (count, geo) => counted(count, geo ? { one: "# zone", other: "# zones" } : { one: "# groupe", other: "# groupes" }),
      kept: (kept, all) => `${number(kept)} sur ${number(all)}`, choose: "choisir des modalités", strange: "absent de ce jeu de données",
      unusable: "inutilisable ici", now: (label, place) => `${label} est maintenant dans les ${place}.`,
      order: (label, at, of) => `${label} est maintenant en position ${number(at)} sur ${number(of)}.`,
      replaces: (label, others) => `${label} remplace ${others}\u00a0: un tableau n’utilise une variable qu’une fois.`,
      swapped: "Lignes et colonnes permutées.",
    },

    ways: {
      again: "Réessayer", undo: "Annuler la dernière modification", reload: "Recharger la page", open: (title) => `Ouvrir ${title}`,
    },

    errors: {
      "page-part": "Une partie de cette page n’a pas pu être chargée. Vérifiez la connexion, puis réessayez.",
      network: "Une partie des données n’a pas pu être chargée. Vérifiez la connexion, puis réessayez.",
      wasm: "Le moteur de tableaux n’a pas démarré. Vérifiez la connexion et réessayez. Tous les grands navigateurs actuels peuvent l’exécuter.",
      "unknown-cube": "Ce lien nomme un jeu de données qui n’est pas ici. Choisissez-en un dans la liste «\u00a0Jeu de données\u00a0».",
      "no-cubes": "La liste des jeux de données n’a pas pu être chargée. Rechargez la page.",
      refused: "Les limites du producteur n’autorisent pas ce tableau.",
      other: "La production de ce tableau a échoué. Modifiez un choix, ou réessayez.",
    },

    status: {
      empty: "Ajoutez une variable pour voir un tableau.", refused: "Aucun tableau n’a été produit.",
      tooLarge: (count) => `${cells(count)}, trop pour les afficher ici.`,
      built: (count, hidden, milliseconds) =>
        `${cells(count)}${hidden ? `, dont ${number(hidden)} non publiées` : ""}, en ${milliseconds < 1000 ? `${number(Math.max(1, Math.round(milliseconds)))}\u00a0ms` : `${number(Math.round(milliseconds / 100) / 10, 1)}\u00a0s`}.`,
      loadingPart: "Chargement…", building: "Calcul du tableau…",
      loading: (loaded, total) => `Chargement des données\u00a0: ${bytes(loaded)} sur ${bytes(total)}`,
    },

    result: {
      title: "Tableau",
      release: { keyed: "Avec clés\u00a0: les fichiers contiennent les effectifs réels", sealed: "Scellé\u00a0: les fichiers ne contiennent que des chiffres protégés", preprotected: "Protégé en amont\u00a0: les effectifs ont été modifiés avant la tabulation" },
      releaseName: { keyed: "avec clés", sealed: "scellé", preprotected: "protégé en amont" }, trueCounts: "Effectifs réels, sans protection",
      showAs: "Afficher", counts: "Effectifs", percentRow: "% en ligne", percentColumn: "% en colonne", percentTable: "% du tableau", ratio: "Rapport…",
      average: "Moyenne…", chart: "Graphique", noChart: "Tableau seul", display: "Affichage", intervals: "± Intervalles",
      intervalsHint: "Pour chaque chiffre, les effectifs qu’il représente probablement.", hideEmpty: "Masquer les vides", peel: { title: "Chiffres", true: "Vrais", noise: "Bruit", published: "Publiés", noFile: "Choisissez «\u00a0Publiés\u00a0» pour enregistrer un fichier" }, collapse: "Tout replier",
      expand: "Tout déplier",
      sortDown: "Trier les lignes par ordre décroissant", sortUp: "Trier les lignes par ordre croissant", sortOff: "Rétablir l’ordre d’origine des lignes",
      foldGroup: "N’afficher que le total de ce groupe", unfoldGroup: "Afficher les lignes de ce groupe",
      help: "Pointez ou touchez un chiffre pour voir comment il est obtenu. Au clavier, utilisez les flèches, puis Entrée.",
      sorted: (labels, down) => `Trié par ${labels || "effectif"}, ordre ${down ? "décroissant" : "croissant"}.`,
      unsorted: "Lignes dans leur ordre d’origine.", rowsShown: (count) => `Affiché\u00a0: ${rows(count)}.`,
      shownAs: (figures) => `Affiché\u00a0: ${figures}.`,
      partPrinted: "Seule une partie des lignes de ce tableau est imprimée. Le menu «\u00a0Enregistrer\u00a0» propose des fichiers avec toutes les lignes.",
      save: "Enregistrer", about: "À propos",
    },

    charts: { bar: "Barres", stacked: "Barres empilées", "stacked-100": "Barres empilées à 100\u00a0%", line: "Courbes", heat: "Carte de chaleur", pyramid: "Pyramide des âges" },

    refusal: {
      large: (count, most) => `Ce tableau a ${cells(count)}. La page affiche des tableaux d’au plus ${number(most)} cases.`,
      wide: (count, most) => `Ce tableau a ${columns(count)}. La page en affiche au plus ${number(most)}.`,
      largeHint: (savable) => `Retirez une variable, prenez un niveau plus agrégé, ou filtrez sur moins de modalités${savable ? ". Ou enregistrez toutes les cases en CSV." : "."}`,
      technical: "Message technique", empty: "Ajoutez une variable aux lignes ou aux colonnes pour voir un tableau.",
    },

    notes: {
      peel: { true: "Ce sont les effectifs vrais. Seul un jeu de données publiques ou inventées peut les montrer.", noise: "C’est le bruit\u00a0: la valeur publiée moins l’effectif vrai, avant toute suppression." },
      example: (sum, total, label) => `Exemple, ${label}\u00a0: la somme des parties donne ${sum}, et le total affiche ${total}. Chaque chiffre et chaque total a son propre bruit.`,
      hidden: (down, across) => `Masqué, car tout y est nul\u00a0: ${list([...(down ? [rows(down)] : []), ...(across ? [columns(across)] : [])])}.`,
      blocked: (labels) => `Non affiché, car les limites du producteur ne le permettent pas\u00a0: ${labels}. Tous les autres chiffres sont autorisés.`,
      someMore: (count) => `${number(count)} de plus`,
      intervals: (level) => `Petits caractères\u00a0: l’intervalle qui contient le chiffre issu des effectifs réels avec une probabilité d’au moins ${percent(level)}, si rien d’autre n’est connu.`,
      source: (text) => `Source\u00a0: ${text.replace(/[.]+$/, "")}`, licence: (text) => `Licence\u00a0: ${text}`,
      sums: (most, random) => `Certains chiffres additionnent jusqu’à ${number(most)} chiffres publiés\u00a0; ils sont donc moins exacts${random ? `. Si le bruit est indépendant, le bruit d’une somme a jusqu’à ${number(most)} fois la variance de celui d’un seul chiffre.` : "."}`,
    },

    caption: {
      where: (label, codes) => `${label}\u00a0: ${codes}`, whereMany: (label, count) => `${label}\u00a0: une des ${number(count)} modalités choisies`,
      table: (unit, by, filters) => `Effectif (${unit}) par ${by}${filters ? `, pour ${filters}` : ""}`, layers: (layers) => `, feuillet ${layers}`,
      derived: (what, kind) => `\u00a0; ${what}, calculé à partir ${figures(kind)}`,
      percent: (of, summed) => `chaque chiffre en pourcentage ${summed ? "de la somme" : "du total"} ${whole[of]}`,
      ratio: (label, parts) => `rapport, ${label}\u00a0: ${parts}`, average: (label) => `moyenne de ${label}`, counts: "effectifs",
    },

    derived: {
      percent: (kind) => `Calculé à partir ${figures(kind)}\u00a0; la somme des parties peut différer de 100.`,
      divisor: (kind, own) => `Le diviseur est ${kind === "none" ? "le total" : "le total protégé"}${own ? `, qui ${own}` : ""}.`,
      summed: (labels) => `S’il n’y a pas de total de ${labels}, le diviseur est la somme des parties affichées.`,
      ratio: (kind, own) => `Calculé à partir ${figures(kind)}${own ? `\u00a0: chaque partie d’un rapport ${own}` : ""}.`,
      average: (kind) => `Calculé à partir ${figures(kind)}\u00a0: les nombres ci-dessous, pondérés par l’effectif affiché de chaque modalité.`,
      counts: (label, pairs) => `${label}\u00a0: ${pairs.map(([category, value]) => `${category} compte pour ${number(value)}`).join("\u00a0; ")}.`,
      omitted: (labels) => `Omis\u00a0: ${labels}.`, ownNoise: "a son propre bruit", ownRounding: "est arrondi séparément",
    },

    wide: { text: (across, down) => `Ce tableau a ${columns(across)} et ${rows(down)}. Il se lit mieux avec les axes permutés.`, swap: "Permuter les axes" },
    layers: { shown: "Feuillet affiché", previous: (label) => `Modalité précédente de ${label}`, next: (label) => `Modalité suivante de ${label}` },

    find: {
      title: "Chercher une ligne", button: "Chercher",
      hint: "La recherche du navigateur ne trouve que les lignes à l’écran. Celle-ci trouve toutes les lignes.",
      none: (text) => `Aucune ligne ne contient ${text} dans ses intitulés.`, found: (at, labels) => `Ligne ${number(at)}\u00a0: ${labels}.`,
    },

    figures: {
      ratioOf: "variable", ratioNumerator: "combien de", ratioPer: "pour", ratioDenominator: "de", numbers: "Nombre de chaque modalité",
      numbersWanted: (labels) => `Entrez un nombre pour ${labels}. Une modalité ouverte n’a pas de nombre propre.`,
      numbersMissing: "Entrez un nombre pour chaque modalité afin de voir une moyenne.", numbersIgnored: "Les modalités sans nombre sont ignorées.",
    },

    saved: {
      copied: (count) => `Copié\u00a0: ${rows(count)}. Collez dans un tableur.`,
      copiedPart: (count, of) => `Copié\u00a0: ${rows(count)} sur ${number(of)}. Collez dans un tableur.`,
      notCopied: "La copie a échoué. Sélectionnez le tableau dans la page, ou enregistrez-le.", link: "Lien copié\u00a0: il rouvre ce tableau.",
      noLink: "Le lien n’a pas été copié. Copiez-le depuis la barre d’adresse.", file: (name) => `Enregistré\u00a0: ${name}.`,
      noReceipt: "Ce jeu de données n’a pas de reçus\u00a0: son sel manque ou compte moins de 16 octets.",
      notShown: "Aucun tableau n’est affiché. Les autres fichiers contiennent tous les effectifs.",
    },

    panel: {
      remove: "Retirer", level: (label) => `Niveau de ${label}`, moveTo: "Déplacer vers", earlier: "Avancer", later: "Reculer",
      group: "Regrouper des modalités…", groupAreas: "Regrouper des zones…", filter: "Modalités", filterLegend: (label) => `Modalités de ${label} à retenir`,
    },

    adding: {
      to: "Ajouter à", search: "Chercher une variable ou une modalité",
      found: (names, categories) => (names + categories === 0 ? "Aucune variable ni modalité ne correspond." : `Trouvé\u00a0: ${variables(names)}, ${counted(categories, { one: "# modalité", other: "# modalités" })}.`),
      filterTo: "Filtrer sur", more: (count) => `et ${number(count)} de plus`,
      categories, usedIn: (place) => `dans les ${place}`,
    },

    problems: {
      removeFrom: (label, place) => `Retirer ${label} des ${place}`, noVariable: (name) => `Ce jeu de données n’a pas de variable ${name}.`,
      noLevel: (label, level) => `${label} n’a pas de niveau ${level}.`,
      sameVariable: (one, other) => `${one} et ${other} sont la même variable. Un tableau n’utilise une variable qu’une fois.`,
      secondFilter: (label) => `Le second filtre sur ${label} est ignoré.`, firstFilter: "Garder seulement le premier filtre",
      removeFilter: (label) => `Retirer le filtre sur ${label}`, noCategory: (label, codes) => `${label} n’a pas de modalité ${codes}.`,
      removeCodes: (codes, label) => `Retirer ${codes} du filtre sur ${label}`, noMethod: (name) => `Ce jeu de données n’a pas de méthode ${name}.`,
      groupsOf: (label, problem) => `Groupes de ${label}\u00a0: ${problem}`,
      idleGroups: (label) => `Les groupes de ${label} sont ignorés, car le tableau n’utilise pas cette variable.`, removeGroups: "Retirer ces groupes",
      noName: "Le nom d’un groupe manque. Entrez un nom.",
      nameIsCode: (name, of, category) => `Le nom ${name} est aussi un code de ${of ? `${of} (${category})` : "total"}. Choisissez un autre nom.`,
      nameTwice: (name) => `Deux groupes portent le nom ${name}. Choisissez un autre nom.`,
      emptyGroup: (name) => `${name} est vide. Cochez ses modalités, ou supprimez le groupe.`,
      strangeCodes: (name, codes, of) => `${name} contient ${codes}, que ${of} n’a pas.`,
      noLayer: (label, code) => `${label} n’a pas de modalité ${code} ici. Le tableau montre la première modalité.`,
      firstLayer: "Afficher la première modalité", ignore: "L’ignorer",
      noRatio: (one, other, label) => `Le rapport de ${one} à ${other} est ignoré\u00a0: le tableau n’a pas ces deux modalités de ${label}.`,
      noNumbers: (label) => `La moyenne de ${label} est ignorée\u00a0: aucune modalité du tableau n’a de nombre.`,
      noAverage: (label) => `La moyenne de ${label} est ignorée\u00a0: le tableau n’utilise pas cette variable.`,
      noTruth: "Les effectifs vrais ne sont pas montrés\u00a0: ce jeu de données ne les divulgue pas.",
      noSort: "L’ordre des lignes est ignoré\u00a0: le tableau n’a pas la colonne de tri.",
      noCollapsed: { one: "# groupe de lignes replié n’est pas dans ce tableau.", other: "# groupes de lignes repliés ne sont pas dans ce tableau." },
    },

    unread: {
      link: (parts) => `Des parties de ce lien sont inutilisables. ${parts}`,
      part: (part, expected) => `${part} est ignoré\u00a0; attendu\u00a0: ${expected}.`, percent: "row, column ou table",
      ratio: "une variable, deux de ses modalités et un nombre positif d’au plus un billion", sort: "ascending ou descending, et une colonne",
      picture: "bar, stacked, stacked-100, line, heat ou pyramid",
      filter: "Un filtre est ignoré\u00a0; attendu\u00a0: une variable, un signe égal et des codes.",
      average: "Un nombre de la moyenne est ignoré\u00a0; attendu\u00a0: des codes, chacun avec un nombre d’au plus un billion.",
      group: "Un groupe est ignoré\u00a0; attendu\u00a0: une variable, un nom et des codes.",
    },

    changes: {
      dataset: "choix du jeu de données", swapped: "permutation des lignes et colonnes", added: (label, place) => `${label} ajouté aux ${place}`,
      moved: (label, place) => `${label} déplacé vers les ${place}`, removed: (label, place) => `${label} retiré des ${place}`,
      order: (place) => `ordre des ${place}`, filter: (label) => `filtre sur ${label}`, groups: (label) => `groupes de ${label}`,
      layer: (label) => `modalité affichée de ${label}`, totals: "totaux", method: "méthode",
      view: { peel: "chiffres montrés", percent: "pourcentages", ratio: "rapport", average: "moyenne", sort: "ordre des lignes", collapsed: "lignes repliées", chart: "graphique", uncertain: "intervalles", hideEmpty: "lignes et colonnes vides" },
      undo: (change) => `Annulé\u00a0: ${change}.`, redo: (change) => `Rétabli\u00a0: ${change}.`, last: "la dernière modification",
    },

    carried: {
      missing: (parts) => `Non repris\u00a0: ${parts} (absent de ce jeu de données).`, filter: (label) => `le filtre sur ${label}`,
      groups: (label) => `les groupes de ${label}`, method: "la méthode", design: "la table de perturbation conçue par vous", ratio: "le rapport",
      average: "la moyenne", sort: "l’ordre des lignes",
    },

    reasons: {
      tooMany: (most) => `Un tableau a ici au plus ${variables(most)}, filtres compris.`, neverPublished: (label) => `Le producteur ne publie pas ${label}.`,
      notTogether: (labels) => `Pas publiés ensemble\u00a0: ${labels}.`,
      rules: {
        small_cells: "Trop de ses cases ne comptent qu’un ou deux enregistrements.",
        zeros: "Trop de ses cases sont vides.",
        average_cell: "Ses cases comptent trop peu d’enregistrements en moyenne.",
        risk_before: "Son risque de divulgation avant protection est trop élevé.",
        risk_after: "Son risque de divulgation est trop élevé avec cette méthode.",
        protect_above: "Son risque de divulgation est trop élevé sans protection.",
        population: "Ses zones comptent trop peu d’habitants.",
        areas: "Ses zones sont trop petites.",
        nested: "Seules les modalités du producteur sont autorisées, sans groupes.",
        custom_areas: "Les zones composées ne sont pas autorisées ici.",
      },
      tooWide: (count, most) => `Le tableau aurait ${columns(count)}. Une page en montre au plus ${number(most)}.`,
      tooLarge: (count, most) => `Le tableau aurait ${cells(count)}. Une page en montre au plus ${number(most)}.`,
    },

    suggest: {
      correctAll: "Corriger tous les problèmes", defaultMethod: "Utiliser la méthode de ce jeu de données",
      method: (method) => `Utiliser la méthode ${method}`, withoutFilter: (label) => `Retirer le filtre sur ${label}`,
      withoutGroups: (label) => `Utiliser les modalités de ${label} au lieu des groupes`, instead: (level, of) => `Utiliser ${level} au lieu de ${of}`,
      leaveOut: (labels) => `Laisser de côté ${labels}`, nearest: (table) => `Afficher le tableau autorisé le plus proche\u00a0: ${table}`,
      filtered: (table, labels) => `${table}, filtré sur ${labels}`,
      withCells: (text, count) => `${text}\u00a0: ${count < 1e9 ? cells(count) : `environ ${number(Number(count.toPrecision(2)))} cases`}`,
    },

    furtherErrors: {
      "unknown-dimension": "Ce tableau nomme une variable inconnue. Retirez-la des lignes, des colonnes ou des filtres.",
      "unknown-level": "Ce tableau nomme un niveau inconnu. Retirez-le des lignes, des colonnes ou des filtres.",
      "repeated-dimension": "Un tableau n’utilise une variable qu’une fois, à un seul niveau. Retirez l’une des deux.",
      "unknown-code": "Un filtre nomme une modalité inconnue. Retirez ce filtre et choisissez à nouveau.",
      "empty-filter": "Aucune modalité ne répond à tous les filtres. Retirez un des filtres.",
      "unknown-method": "Ce lien nomme une méthode inconnue. Choisissez-en une dans la liste.",
      "method-refused": "Ce jeu de données n’autorise que les méthodes de la liste «\u00a0Méthode\u00a0». Choisissez l’une d’elles.",
      infeasible: "Aucune probabilité ne respecte les limites de la table de ce lien. Choisissez une autre méthode, ou modifiez la table dans le concepteur.",
      "unreadable-design": "La table de perturbation de ce lien est illisible. Choisissez une autre méthode, ou concevez-en une.",
      "bad-design": "La table de perturbation de ce lien dépasse une limite. Choisissez une autre méthode, ou modifiez la table dans le concepteur.",
      "table-too-large": "Ce tableau est trop grand pour un navigateur. Retirez une variable, prenez un niveau plus agrégé, ou filtrez sur moins de modalités.",
      "reveal-refused": "Ce jeu de données ne dévoile pas les effectifs réels. Choisissez une méthode qui protège les effectifs.",
      "damaged-file": "Un fichier de données est arrivé endommagé\u00a0; aucun tableau n’en a été tiré. Réessayez plus tard, ou prévenez le producteur.",
      "damaged-manifest": "La description du jeu de données est endommagée\u00a0; aucun tableau n’en a été tiré. Réessayez plus tard, ou prévenez le producteur.",
      encrypted: "Ce jeu de données est chiffré. Ouvrez-le avec sa phrase secrète.",
      locked: "Ce jeu de données est verrouillé. Réessayez et saisissez la phrase secrète.",
      "newer-version": "Ce jeu de données exige une version plus récente de cellveil. Rechargez la page. Si cela échoue, prévenez le producteur.",
      "no-file": "Un fichier est illisible. Choisissez à nouveau les deux fichiers.",
      "no-view": "Ces variables ne sont pas publiées ensemble.",
      "needs-blocks": "Ces modalités ne sont pas publiées sous forme d’un seul chiffre. Choisissez des modalités une à une.",
      "never-published": "La méthode de ce tableau ne publie jamais cette valeur. Entrez-en une autre.",
      "not-one-count": "Les chiffres de ce tableau sont des sommes de chiffres protégés. Aucun ne représente un seul effectif.",
      "whole-table": "La méthode considère tout le tableau, donc un seul effectif n’explique pas le chiffre.",
      "not-explained": "Le producteur ne dévoile pas quels effectifs un chiffre peut représenter.",
      "bad-group": "Les groupes de ce tableau sont inutilisables. Modifiez les groupes, ou utilisez les modalités.",
      "bad-query": "Aucun tableau ne peut être produit à partir de ces choix. Modifiez les lignes, les colonnes ou les filtres.",
    },

    ticks: {
      search: (label) => `Chercher des modalités de ${label}`, placeholder: "Chercher des modalités", all: "Tout cocher",
      found: (count) => counted(count, { one: "Cocher la # trouvée", other: "Cocher les # trouvées" }), clear: "Tout décocher",
      some: (listed, of) => `${number(listed)} sur ${number(of)} affichées\u00a0; cherchez pour trouver les autres.`, none: "Aucune modalité ne correspond.",
    },

    long: {
      axis: (label, count) => `${label} a ${categories(count)}. Cherchez-en quelques-unes et cochez-les.`,
      whole: (label, count) => `Ce tableau a besoin des ${categories(count)} de ${label}. Chargez-les, ou modifiez le tableau.`,
      choose: (label) => `Chercher dans ${label}`, load: (count) => `Charger les ${categories(count)}`,
      loads: (label, count) => `Cela charge les ${categories(count)} de ${label}.`, show: (count) => `Afficher ${categories(count)}`,
      hint: "Saisissez le début d’un mot d’un nom ou d’un code.", searching: "Recherche …", found: (count) => `Trouvé\u00a0: ${categories(count)}.`,
      some: (count) => `Les premières modalités (${number(count)}) sont affichées. Saisissez d’autres mots pour trouver les autres.`,
    },

    groups: {
      title: (label, geo) => (geo ? `Zones de ${label}` : `Groupes de ${label}`),
      hint: (label) => `Chaque groupe devient une modalité du tableau, dans cet ordre, à la place des modalités de ${label}. Une modalité peut être dans plusieurs groupes. Le total compte toujours toutes les modalités.`,
      name: (at) => `Nom du groupe ${number(at)}`, members: "Modalités", tick: "cochez ses modalités", earlier: (at) => `Avancer le groupe ${number(at)}`,
      later: (at) => `Reculer le groupe ${number(at)}`, delete: (at) => `Supprimer le groupe ${number(at)}`, add: "Ajouter un groupe",
      use: "Utiliser ces groupes", original: "Revenir aux modalités d’origine", cancel: "Abandonner",
      discard: "Appuyez encore sur Échap pour abandonner ces groupes.", grouped: (label, groups) => `${label} est maintenant affiché avec ${groups}.`,
      restored: (label) => `${label} est de nouveau affiché avec ses modalités d’origine.`,
    },

    chart: {
      loading: "Chargement des graphiques…", failed: "Les graphiques n’ont pas pu être chargés. Vérifiez la connexion et rechargez la page.",
      unfit: (name, why) => `${name}\u00a0: ${why}`, legend: "Légende",
      table: (count) => `Le tableau de ce graphique\u00a0: ${counted(count, { one: "# chiffre", other: "# chiffres" })}`, tableTitle: "Tableau du graphique",
      first: (shown, of) => `Les ${number(shown)} premiers chiffres sur ${number(of)}. Le tableau ci-dessous les contient tous.`,
      svg: "Enregistrer en SVG", png: "Enregistrer en PNG", notSaved: (why) => `Le graphique n’a pas été enregistré\u00a0: ${why}.`,
      none: "Choisissez d’abord un graphique. «\u00a0Graphique\u00a0» est au-dessus du tableau.",
    },

    save: {
      excel: "Excel", excelHint: "vue, effectifs, notes", labels: "CSV avec libellés", labelsHint: "vue affichée", image: "Image", imageHint: "le graphique",
      copy: "Copier le tableau", link: "Copier le lien", machine: "Pour les programmes", codes: "CSV avec codes", receipt: "Reçu",
      receiptHint: "prouve l’authenticité d’un CSV", layers: "Les fichiers contiennent tous les feuillets.",
      tooLarge: "Toutes les cases, pour les programmes",
    },

    sheets: { shown: "Tableau", counts: "Effectifs", notes: "Notes", value: "valeur", status: "statut", quality: "Qualité de ce tableau" },

    quality: {
      changed: "Part des cases non vides dont la valeur diffère de l’effectif", utility: "Utilité, 1 − HD/√N (Shlomo 2015, section 4.3)",
      before: "Risque de divulgation R avant protection (Shlomo 2015, équation 3)",
      after: "Risque de divulgation R après protection (Shlomo 2015, section 4.2)",
    },

    why: {
      title: "Pourquoi ce chiffre",
      choose: "Choisissez un chiffre du tableau.", where: (label, codes) => `${label}\u00a0: ${codes}`,
      shown: (value, _, unit) => `Affiché\u00a0: ${value} (${unit}).`, unprotected: "Le chiffre n’est pas protégé et égale l’effectif des fichiers.",
      mayDiffer: "Le chiffre est protégé et peut différer de l’effectif réel.", equal: "Le chiffre égale l’effectif réel.",
      atMost: (most) => `Le chiffre est protégé et diffère d’au plus ${number(most)} de l’effectif réel.`,
      computed: (kind, formula) => `Calculé à partir ${figures(kind)}\u00a0: ${formula}.`,
      wholeTotal: (kind, of) => `, ${kind === "none" ? "le total" : "le total protégé"} ${whole[of]}`,
      wholeSum: (parts, of) => `, la somme des ${number(parts)} parties affichées ${whole[of]}`, times: (by) => `, multiplié par ${number(by)}`,
      totalWithheld: (label) => `Le total sur ${label} n’est pas publié, donc la somme ne peut pas être comparée au total.`,
      partsWithheld: (label, missing, of) => `Parmi ses parties sur ${label}, ${number(missing)} sur ${number(of)} ne sont pas publiées, donc la somme ne peut pas être comparée au total.`,
      addsUp: (parts, label, total) => `La somme des ${number(parts)} parties sur ${label} égale le total affiché, ${total}.`,
      differs: (parts, label, sum, total, gap) => `La somme des ${number(parts)} parties sur ${label} est ${sum}. Le total affiche ${total}, soit un écart de ${gap}.`,
      decimals: "Chaque chiffre est arrondi à sa dernière décimale.",
      overlap: "Des parties peuvent se recouper ou être des sommes d’autres chiffres, donc leur somme peut différer du total.",
      notAll: "La protection seule n’explique pas l’écart\u00a0: les parties se recoupent, ou ne couvrent pas tout le total.",
      own: (own) => `Chaque chiffre et chaque total ${own}, donc la somme des parties peut différer du total.`,
      blocks: (count, terms, rest) => `Somme de ${number(count)} chiffres publiés\u00a0: ${terms}${rest > 0 ? ` et ${number(rest)} de plus` : ""}.`,
      blocksAll: (count) => `En tout, la somme a ${number(count)} chiffres.`,
      blocksNoise: (count) => `Le bruit de ces chiffres s’additionne. Si le bruit est indépendant, sa variance est ${number(count)} fois celle d’un seul chiffre.`,
      ask: "Quels effectifs peut-il représenter\u00a0?", computing: "Calcul…",
      showCounts: "Affichez les effectifs pour voir quels effectifs réels un chiffre peut représenter.",
      notDisclosed: "Le producteur ne dévoile pas quels effectifs un chiffre peut représenter.",
      exactly: (value, count, unit) => `${value} représente exactement ${number(count)} (${unit}).`,
      probably: (value, low, high, share, unit) => `${value} représente probablement ${low === high ? `exactement ${number(low)}` : `de ${number(low)} à ${number(high)}`} (${unit}\u00a0; ${percent(share)}).`,
      certainly: (least, most) => `Il représente certainement de ${number(least)} à ${number(most)}. (Cela suppose que rien d’autre n’est connu.)`,
      sums: "Un total est la somme de plusieurs de ces chiffres.",
    },

    trace: {
      ask: "Suivre les étapes jusqu’à ce chiffre",
      people: (count) => counted(count, { one: "# enregistrement est dans cette case", other: "# enregistrements sont dans cette case" }),
      member: (count, key) => (count === 1 ? `clé ${key}` : `${number(count)} enregistrements aux réponses égales\u00a0: clé combinée ${key}`),
      more: (rest) => `et ${number(rest)} de plus`,
      cellKey: (key) => `La clé de la case est ${key}`,
      noKeys: "Une case vide n’a pas d’enregistrements, sa clé est donc fixe.",
      sum: (modulus) => `C’est la somme des clés. Les multiples entiers de ${modulus} sont retirés.`,
      sumIs: (sum, modulus, key) => `La somme des clés est ${sum}. Sans les multiples entiers de ${modulus}, il reste ${key}.`,
      xor: "Elle combine les clés bit à bit (XOR).",
      draw: (share) => `Le tirage est ${share}`,
      source: {
        key: (draw, draws) => `La clé de la case donne le tirage\u00a0: ${draw} sur ${draws}.`,
        hash: (draw, draws) => `Un hachage de la clé, de l’effectif et du sel donne le tirage\u00a0: ${draw} sur ${draws}.`,
        md5: (draw, draws) => `Le hachage MD5 de la clé donne le tirage\u00a0: ${draw} sur ${draws}.`,
      },
      row: (count) => `La méthode a une ligne pour les effectifs de ${count}`,
      bar: (parts, chosen) => `Bruit et probabilité\u00a0: ${parts}. Le tirage choisit ${chosen}.`,
      chosen: (noise) => `La même case a partout la même clé, elle reçoit donc toujours ${noise}.`,
      empty: "La méthode laisse vides les cases vides",
      result: (count, noise, value) => `${count} ${noise} = ${value}`,
    },

    about: {
      title: "À propos de ce tableau", close: "Fermer",
      method: "Comment ces chiffres sont protégés", properties: (items) => `Propriétés\u00a0: ${items}.`,
      notAgainst: "Cette méthode ne protège pas contre\u00a0:", source: (text) => `Source\u00a0: ${text}.`, data: "À propos des données",
      madeFrom: (what) => `Produit à partir ${what}.`,
      kinds: { "public-use": "d’un fichier à usage public, préparé pour tous", synthetic: "de données synthétiques\u00a0: des enregistrements de personnes inventées", confidential: "de données confidentielles" },
      facts: { unit: "Unité comptée", period: "Période", source: "Source", licence: "Licence", contact: "Contact", release: "Classe de diffusion" },
      exposure: "Ce que ces fichiers dévoilent",
      sealed: ["Ce jeu de données est scellé\u00a0: ses fichiers ne contiennent que les valeurs protégées des tableaux publiés. Ils ne contiennent ni effectifs réels, ni clés, ni table de perturbation.", "Le scellement seul ne rend pas les données sûres. Les totaux, les zéros et le bruit borné dévoilent encore quelque chose. Un audit avant publication essaie les attaques connues."],
      preprotected: ["Ce jeu de données est protégé en amont\u00a0: ses fichiers contiennent des effectifs que le producteur a modifiés auparavant.", "Seule cette modification protège contre un lecteur des fichiers. Le bruit ajouté dans le navigateur rend les tableaux cohérents et ne cache rien de plus."],
      keyed: "Ce jeu de données est fourni avec clés\u00a0: ses fichiers contiennent les effectifs réels et les clés des cases. Qui télécharge les fichiers peut lire ces effectifs. Un navigateur ne garde aucun secret envers son utilisateur.",
      keyedInside: "Les données sont confidentielles, donc ces fichiers doivent rester dans l’organisation qui les détient.",
      keyedFit: (synthetic) => `C’est acceptable ici, car les données sont ${synthetic ? "synthétiques" : "un fichier à usage public"}. La protection montre comment la méthode fonctionne. Elle ne cache rien à un lecteur des fichiers.`,
      keyedNever: "Des données confidentielles ne doivent pas être publiées ainsi. cellveil refuse de produire un tel jeu de données pour le public.",
      steps: "Risque et utilité", measure: "Mesurer le risque et l’utilité", measuring: "Mesure…",
      tooLarge: "Ce tableau est trop grand pour être mesuré ici. Utilisez la ligne de commande pour le mesurer.",
      publisherMeasures: "Afficher les mesures du producteur", check: "Vérifier un tableau",
      checkHint: "Pour vérifier un tableau de cette page, choisissez son CSV et son reçu. La page reconstruit le tableau et compare les deux. Les fichiers restent sur cet appareil.",
      checkTable: "Tableau (fichier .csv)", checkReceipt: "Reçu (fichier .receipt.json)", checkButton: "Vérifier", checking: "Vérification…",
      notChecked: "Non vérifié.", genuine: "Le tableau est authentique.",
      matches: (caption) => `Chaque chiffre correspond à ce jeu de données\u00a0: ${caption}.`, failed: "La vérification a échoué.",
      verdicts: {
        "not-a-receipt": "Le second fichier n’est pas un reçu. «\u00a0Reçu\u00a0» dans le menu «\u00a0Enregistrer\u00a0» en produit un.",
        "receipt-damaged": "Le reçu a été modifié, il ne prouve donc rien. Demandez à nouveau le reçu.",
        "newer-version": "Le reçu exige une version plus récente de cellveil. Rechargez la page et réessayez.",
        "other-cube": "Le reçu concerne un autre jeu de données. S’il est dans la liste «\u00a0Jeu de données\u00a0», choisissez-le et vérifiez à nouveau.",
        "other-version": "Le reçu concerne une autre version de ce jeu de données. Cette page ne vérifie que la version actuelle.",
        "table-differs": "Le tableau et le reçu ne vont pas ensemble, ou le tableau a été modifié. Un tableur qui enregistre un fichier peut le modifier.",
        "not-rebuilt": "Cette page ne peut pas construire le tableau du reçu. Le tableau utilise peut-être une méthode privée.",
        "cube-differs": "Ce jeu de données donne un autre tableau pour la requête du reçu. Le reçu provient d’autres données.",
      },
    },

    properties: {
      consistent: "cohérent", exceptTotals: "cohérent, sauf les totaux", inconsistent: "diffère d’un tableau à l’autre", additive: "additif",
      notAdditive: "non additif", unbiased: "sans biais", biased: "biaisé", keepsZeros: "les cases vides restent vides",
      fillsZeros: "des cases vides peuvent montrer des personnes", gain: (gain) => `une case vide gagne ${number(gain, 2)} en moyenne`,
      largestChange: (most) => `aucun chiffre ne change de plus de ${number(most)}`,
    },
  };
}

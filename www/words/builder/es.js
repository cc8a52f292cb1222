/** The builder's texts in Spanish. */
import { methodInWords } from "../method-in-words.js";

/** @import { Format } from "../format.js" */
/** @import { BuilderWords } from "./en.js" */

/** @param {string} name */
const spaced = (name) => `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[-_]/g, " ")}`;

/** @param {Format} format @returns {Omit<BuilderWords, "table">} */
export function wordsFor({ locale, number, counted, list, percent }) {
  const cells = (/** @type {number} */ count) => counted(count, { one: "# celda", other: "# celdas" });
  const variables = (/** @type {number} */ count) => counted(count, { one: "# variable", other: "# variables" });
  const rows = (/** @type {number} */ count) => counted(count, { one: "# fila", other: "# filas" });
  const columns = (/** @type {number} */ count) => counted(count, { one: "# columna", other: "# columnas" });
  const categories = (/** @type {number} */ count) => counted(count, { one: "# categoría", other: "# categorías" });
  const figures = (/** @type {string} */ kind) => (kind === "none" ? "las cifras mostradas" : "cifras protegidas");
  const whole = { row: "de su fila", column: "de su columna", table: "de la tabla" };
  const bytes = (/** @type {number} */ size) => (size < 1e6 ? `${number(Math.ceil(size / 1e3))} kB` : `${number(Math.round(size / 1e5) / 10, 1)} MB`);
  return {
    language: "es",
    locale, number, counted, list, percent,
    quoted: (text) => `«${text}»`,
    by: (rows, columns) => `${rows} por ${columns}`,
    method: ({ name, title }) => title || spaced(name),
    methodText: (text, table) => methodInWords(text, table, locale) ?? text,
    designed: (title) => `Diseño propio: ${title}.`,
    places: { rows: "filas", columns: "columnas", layers: "capas", filter: "filtros" },
    intro: "Las cifras se modifican ligeramente a propósito, para no revelar datos de nadie. Elija variables y la tabla se actualiza.",
    dismiss: "Cerrar este texto",

    build: {
      title: "Crear una tabla", dataset: "Conjunto de datos", rows: "Filas", columns: "Columnas", layers: "Capas", filter: "Filtros",
      empty: { rows: "Ninguna variable", columns: "Ninguna variable", layers: "Ninguna: una sola tabla", filter: "Ninguno: todos" },
      add: "Añadir", undo: "Deshacer", redo: "Rehacer", edits: "Cambios", swap: "Intercambiar filas y columnas", reset: "Empezar de nuevo", totals: "Mostrar totales",
      method: "Método", designMethod: "Diseñar una tabla de perturbación", open: (table) => `Cambiar la tabla: ${table}`, close: "Ver la tabla",
      designed: "Tabla de diseño propio",
    },

    chip: {
      change: (label, place) => `${label}, en ${place}: cambiar`, removeOf: (label, place) => `Quitar ${label} de ${place}`,
      groups: (count, geo) => counted(count, geo ? { one: "# zona", other: "# zonas" } : { one: "# grupo", other: "# grupos" }),
      kept: (kept, all) => `${number(kept)} de ${number(all)}`, choose: "elegir categorías", strange: "no está en este conjunto de datos",
      unusable: "no se puede usar aquí", now: (label, place) => `${label} está ahora en ${place}.`,
      order: (label, at, of) => `${label} está ahora en la posición ${number(at)} de ${number(of)}.`,
      replaces: (label, others) => `${label} sustituye a ${others}: una tabla solo puede usar una variable una vez.`,
      swapped: "Filas y columnas intercambiadas.",
    },

    ways: {
      again: "Reintentar", undo: "Deshacer el último cambio", reload: "Recargar la página", open: (title) => `Abrir ${title}`,
    },

    errors: {
      "page-part": "Una parte de esta página no se ha cargado. Compruebe la conexión e inténtelo de nuevo.",
      network: "Una parte de los datos no se ha cargado. Compruebe la conexión e inténtelo de nuevo.",
      wasm: "El motor de tablas no se ha iniciado. Compruebe la conexión e inténtelo de nuevo. Cualquier navegador actual de uso común puede ejecutarlo.",
      "unknown-cube": "Este enlace nombra un conjunto de datos que no está aquí. Elija uno de la lista «Conjunto de datos».",
      "no-cubes": "La lista de conjuntos de datos no se ha cargado. Recargue la página.",
      refused: "Los límites del organismo no permiten esta tabla.",
      other: "No se ha podido crear la tabla. Cambie una selección o inténtelo de nuevo.",
    },

    status: {
      empty: "Añada una variable para ver una tabla.", refused: "No se ha creado ninguna tabla.",
      tooLarge: (count) => `${cells(count)}, demasiadas para mostrarlas aquí.`,
      built: (count, hidden, milliseconds) =>
        `${cells(count)}${hidden ? `, ${number(hidden)} sin publicar` : ""}, en ${milliseconds < 1000 ? `${number(Math.max(1, Math.round(milliseconds)))} ms` : `${number(Math.round(milliseconds / 100) / 10, 1)} s`}.`,
      loadingPart: "Cargando…", building: "Creando la tabla…", loading: (loaded, total) => `Cargando datos: ${bytes(loaded)} de ${bytes(total)}`,
    },

    result: {
      title: "Tabla",
      release: { keyed: "Con claves: los archivos contienen recuentos verdaderos", sealed: "Sellado: los archivos contienen solo cifras protegidas", preprotected: "Protegido de antemano: los recuentos se modificaron antes de tabular" },
      releaseName: { keyed: "con claves", sealed: "sellado", preprotected: "protegido de antemano" }, trueCounts: "Recuentos verdaderos, sin protección",
      showAs: "Mostrar como", counts: "Recuentos", percentRow: "% de la fila", percentColumn: "% de la columna", percentTable: "% de la tabla",
      ratio: "Razón…", average: "Media…", chart: "Gráfico", noChart: "Solo tabla", display: "Visualización", intervals: "± Intervalos",
      intervalsHint: "Para cada cifra, los recuentos que probablemente representa.", hideEmpty: "Ocultar vacíos", peel: { title: "Cifras", true: "Reales", noise: "Ruido", published: "Publicadas", noFile: "Elija «Publicadas» para guardar un archivo" }, collapse: "Contraer todo",
      expand: "Desplegar todo",
      sortDown: "Ordenar las filas de mayor a menor", sortUp: "Ordenar las filas de menor a mayor", sortOff: "Restaurar el orden original de las filas",
      foldGroup: "Mostrar solo el total de este grupo", unfoldGroup: "Mostrar las filas de este grupo",
      help: "Señale o toque una cifra para ver cómo se obtuvo. Con el teclado, use las flechas y pulse Intro.",
      sorted: (labels, down) => `Ordenado por ${labels || "recuento"}, de ${down ? "mayor a menor" : "menor a mayor"}.`,
      unsorted: "Filas en su orden original.", rowsShown: (count) => `Se muestra: ${rows(count)}.`, shownAs: (figures) => `Se muestra: ${figures}.`,
      partPrinted: "Solo se imprimen algunas filas de esta tabla. El menú «Guardar» ofrece archivos con todas las filas.", save: "Guardar",
      about: "Acerca de",
    },

    charts: { bar: "Barras", stacked: "Barras apiladas", "stacked-100": "Barras apiladas al 100 %", line: "Líneas", heat: "Mapa de calor", pyramid: "Pirámide de población" },

    refusal: {
      large: (count, most) => `Esta tabla tiene ${cells(count)}. La página muestra tablas de hasta ${number(most)} celdas.`,
      wide: (count, most) => `Esta tabla tiene ${columns(count)}. La página muestra como máximo ${number(most)}.`,
      largeHint: (savable) => `Quite una variable, use un nivel más amplio o filtre por menos categorías${savable ? ". O guarde todas las celdas como CSV." : "."}`,
      technical: "Mensaje técnico", empty: "Añada una variable a las filas o columnas para ver una tabla.",
    },

    notes: {
      peel: { true: "Estos son los recuentos reales. Solo un conjunto de datos públicos o inventados puede mostrarlos.", noise: "Este es el ruido: el valor publicado menos el recuento real, antes de cualquier supresión." },
      example: (sum, total, label) => `Ejemplo, ${label}: las partes ${sum}, y el total muestra ${total}. Cada cifra y cada total tiene su propio ruido.`,
      hidden: (down, across) => `Oculto, porque solo hay ceros: ${list([...(down ? [rows(down)] : []), ...(across ? [columns(across)] : [])])}.`,
      blocked: (labels) => `No se muestra, porque los límites del organismo no lo permiten: ${labels}. Todas las demás cifras están permitidas.`,
      someMore: (count) => `${number(count)} más`,
      intervals: (level) => `Cifras pequeñas: el intervalo que contiene la cifra de los recuentos verdaderos con una probabilidad mínima de ${percent(level)}, si no se conoce nada más.`,
      source: (text) => `Fuente: ${text.replace(/[.]+$/, "")}`, licence: (text) => `Licencia: ${text}`,
      sums: (most, random) => `Algunas cifras suman hasta ${number(most)} cifras publicadas, así que son menos exactas${random ? `. Si el ruido es independiente, el ruido de una suma tiene hasta ${number(most)} veces la varianza del de una sola cifra.` : "."}`,
    },

    caption: {
      where: (label, codes) => `${label}: ${codes}`, whereMany: (label, count) => `${label}: una de ${number(count)} categorías elegidas`,
      table: (unit, by, filters) => `Recuento (${unit}) por ${by}${filters ? `, para ${filters}` : ""}`, layers: (layers) => `, capa ${layers}`,
      derived: (what, kind) => `; ${what}, calculado con ${figures(kind)}`,
      percent: (of, summed) => `cada cifra como porcentaje ${summed ? "de la suma" : "del total"} ${whole[of]}`,
      ratio: (label, parts) => `razón, ${label}: ${parts}`, average: (label) => `media de ${label}`, counts: "recuentos",
    },

    derived: {
      percent: (kind) => `Calculado con ${figures(kind)}; las partes pueden no sumar 100.`,
      divisor: (kind, own) => `El divisor es ${kind === "none" ? "el total" : "el total protegido"}${own ? `, que ${own}` : ""}.`,
      summed: (labels) => `Si no hay total de ${labels}, el divisor es la suma de las partes mostradas.`,
      ratio: (kind, own) => `Calculado con ${figures(kind)}${own ? `: cada parte de una razón ${own}` : ""}.`,
      average: (kind) => `Calculado con ${figures(kind)}: los números de abajo, ponderados por el recuento mostrado de cada categoría.`,
      counts: (label, pairs) => `${label}: ${pairs.map(([category, value]) => `${category} cuenta como ${number(value)}`).join("; ")}.`,
      omitted: (labels) => `Omitido: ${labels}.`, ownNoise: "tiene su propio ruido", ownRounding: "se redondea por separado",
    },

    wide: { text: (across, down) => `Esta tabla tiene ${columns(across)} y ${rows(down)}. Se lee mejor con los ejes intercambiados.`, swap: "Intercambiar ejes" },
    layers: { shown: "Capa mostrada", previous: (label) => `Categoría anterior de ${label}`, next: (label) => `Categoría siguiente de ${label}` },

    find: {
      title: "Buscar una fila", button: "Buscar",
      hint: "La búsqueda del navegador solo encuentra las filas en pantalla. Esta búsqueda encuentra todas las filas.",
      none: (text) => `Ninguna fila tiene ${text} en sus encabezados.`, found: (at, labels) => `Fila ${number(at)}: ${labels}.`,
    },

    figures: {
      ratioOf: "variable", ratioNumerator: "cuántos", ratioPer: "por cada", ratioDenominator: "de", numbers: "Número de cada categoría",
      numbersWanted: (labels) => `Escriba un número para ${labels}. Una categoría abierta no tiene número propio.`,
      numbersMissing: "Escriba un número para cada categoría para ver una media.", numbersIgnored: "Las categorías sin número se ignoran.",
    },

    saved: {
      copied: (count) => `Copiado: ${rows(count)}. Péguelo en una hoja de cálculo.`,
      copiedPart: (count, of) => `Copiado: ${rows(count)} de ${number(of)}. Péguelo en una hoja de cálculo.`,
      notCopied: "No se ha podido copiar. Seleccione la tabla en la página o guárdela.", link: "Enlace copiado: vuelve a abrir esta tabla.",
      noLink: "El enlace no se ha copiado. Cópielo de la barra de direcciones.", file: (name) => `Guardado: ${name}.`,
      noReceipt: "Este conjunto de datos no tiene recibos: su sal falta o tiene menos de 16 bytes.",
      notShown: "No se muestra ninguna tabla. Los demás archivos contienen todos los recuentos.",
    },

    panel: {
      remove: "Quitar", level: (label) => `Nivel de ${label}`, moveTo: "Mover a", earlier: "Antes", later: "Después", group: "Agrupar categorías…",
      groupAreas: "Agrupar zonas…", filter: "Categorías", filterLegend: (label) => `Categorías de ${label} que se incluyen`,
    },

    adding: {
      to: "Añadir a", search: "Buscar variables y categorías",
      found: (names, categories) => (names + categories === 0 ? "No coincide ninguna variable ni categoría." : `Encontrado: ${variables(names)}, ${counted(categories, { one: "# categoría", other: "# categorías" })}.`),
      filterTo: "Filtrar por", more: (count) => `y ${number(count)} más`,
      categories, usedIn: (place) => `en ${place}`,
    },

    problems: {
      removeFrom: (label, place) => `Quitar ${label} de ${place}`, noVariable: (name) => `Este conjunto de datos no tiene la variable ${name}.`,
      noLevel: (label, level) => `${label} no tiene el nivel ${level}.`,
      sameVariable: (one, other) => `${one} y ${other} son la misma variable. Una tabla solo puede usar una variable una vez.`,
      secondFilter: (label) => `Se ignora el segundo filtro de ${label}.`, firstFilter: "Conservar solo el primer filtro",
      removeFilter: (label) => `Quitar el filtro de ${label}`, noCategory: (label, codes) => `${label} no tiene la categoría ${codes}.`,
      removeCodes: (codes, label) => `Quitar ${codes} del filtro de ${label}`, noMethod: (name) => `Este conjunto de datos no tiene el método ${name}.`,
      groupsOf: (label, problem) => `Grupos de ${label}: ${problem}`,
      idleGroups: (label) => `Se ignoran los grupos de ${label}, porque la tabla no usa esta variable.`, removeGroups: "Quitar estos grupos",
      noName: "Falta el nombre de un grupo. Escriba un nombre.",
      nameIsCode: (name, of, category) => `El nombre ${name} es también un código de ${of ? `${of} (${category})` : "total"}. Elija otro nombre.`,
      nameTwice: (name) => `Dos grupos tienen el nombre ${name}. Elija otro nombre.`,
      emptyGroup: (name) => `${name} está vacío. Marque sus categorías o elimine el grupo.`,
      strangeCodes: (name, codes, of) => `${name} contiene ${codes}, que no está en ${of}.`,
      noLayer: (label, code) => `${label} no tiene aquí la categoría ${code}. La tabla muestra la primera categoría.`,
      firstLayer: "Mostrar la primera categoría", ignore: "Ignorarlo",
      noRatio: (one, other, label) => `Se ignora la razón de ${one} a ${other}: la tabla no tiene ambas categorías de ${label}.`,
      noNumbers: (label) => `Se ignora la media de ${label}: ninguna categoría de la tabla tiene un número.`,
      noAverage: (label) => `Se ignora la media de ${label}: la tabla no usa esta variable.`,
      noTruth: "No se muestran los recuentos reales: este conjunto no los divulga.",
      noSort: "Se ignora el orden de las filas: la tabla no tiene la columna que las ordena.",
      noCollapsed: { one: "# grupo de filas contraído no está en esta tabla.", other: "# grupos de filas contraídos no están en esta tabla." },
    },

    unread: {
      link: (parts) => `Partes de este enlace no se pueden usar. ${parts}`, part: (part, expected) => `Se ignora ${part}; se esperaba: ${expected}.`,
      percent: "row, column o table", ratio: "una variable, dos de sus categorías y un número mayor que 0 y de un billón como máximo",
      sort: "ascending o descending, y una columna", picture: "bar, stacked, stacked-100, line, heat o pyramid",
      filter: "Se ignora un filtro; se esperaba: una variable, un signo igual y códigos.",
      average: "Se ignora un número de la media; se esperaba: códigos, cada uno con un número de un billón como máximo.",
      group: "Se ignora un grupo; se esperaba: una variable, un nombre y códigos.",
    },

    changes: {
      dataset: "elección del conjunto de datos", swapped: "intercambio de filas y columnas", added: (label, place) => `${label} añadido a ${place}`,
      moved: (label, place) => `${label} movido a ${place}`, removed: (label, place) => `${label} quitado de ${place}`, order: (place) => `orden de ${place}`,
      filter: (label) => `filtro de ${label}`, groups: (label) => `grupos de ${label}`, layer: (label) => `categoría mostrada de ${label}`, totals: "totales",
      method: "método",
      view: { peel: "cifras mostradas", percent: "porcentajes", ratio: "razón", average: "media", sort: "orden de las filas", collapsed: "filas contraídas", chart: "gráfico", uncertain: "intervalos", hideEmpty: "filas y columnas vacías" },
      undo: (change) => `Deshecho: ${change}.`, redo: (change) => `Rehecho: ${change}.`, last: "el último cambio",
    },

    carried: {
      missing: (parts) => `No se ha conservado: ${parts} (no está en este conjunto de datos).`, filter: (label) => `el filtro de ${label}`,
      groups: (label) => `los grupos de ${label}`, method: "el método", design: "la tabla de perturbación diseñada", ratio: "la razón", average: "la media",
      sort: "el orden de las filas",
    },

    reasons: {
      tooMany: (most) => `Una tabla tiene aquí como máximo ${variables(most)}, incluidos los filtros.`,
      neverPublished: (label) => `El organismo no publica ${label}.`, notTogether: (labels) => `No se publican juntos: ${labels}.`,
      rules: {
        small_cells: "Demasiadas celdas tienen uno o dos registros.",
        zeros: "Demasiadas celdas están vacías.",
        average_cell: "Sus celdas tienen, de media, muy pocos registros.",
        risk_before: "Su riesgo de revelación antes de la protección es demasiado alto.",
        risk_after: "Su riesgo de revelación es demasiado alto con este método.",
        protect_above: "Su riesgo de revelación es demasiado alto sin protección.",
        population: "Sus zonas tienen muy pocos habitantes.",
        areas: "Sus zonas son demasiado pequeñas.",
        nested: "Solo se permiten las categorías del organismo, sin grupos.",
        custom_areas: "Aquí no se permiten zonas propias.",
      },
      tooWide: (count, most) => `La tabla tendría ${columns(count)}. Una página muestra como máximo ${number(most)}.`,
      tooLarge: (count, most) => `La tabla tendría ${cells(count)}. Una página muestra como máximo ${number(most)}.`,
    },

    suggest: {
      correctAll: "Corregir todos los problemas", defaultMethod: "Usar el método de este conjunto de datos", method: (method) => `Usar el método ${method}`,
      withoutFilter: (label) => `Quitar el filtro de ${label}`, withoutGroups: (label) => `Usar las categorías de ${label} en lugar de los grupos`,
      instead: (level, of) => `Usar ${level} en lugar de ${of}`, leaveOut: (labels) => `Omitir ${labels}`,
      nearest: (table) => `Mostrar la tabla permitida más próxima: ${table}`, filtered: (table, labels) => `${table}, filtrada por ${labels}`,
      withCells: (text, count) => `${text}: ${count < 1e9 ? cells(count) : `unas ${number(Number(count.toPrecision(2)))} celdas`}`,
    },

    furtherErrors: {
      "unknown-dimension": "Esta tabla nombra una variable desconocida. Quítela de las filas, las columnas o los filtros.",
      "unknown-level": "Esta tabla nombra un nivel desconocido. Quítelo de las filas, las columnas o los filtros.",
      "repeated-dimension": "Una tabla solo puede usar una variable una vez, en un nivel. Quite una de las dos.",
      "unknown-code": "Un filtro nombra una categoría desconocida. Quite ese filtro y elija de nuevo.",
      "empty-filter": "Ninguna categoría cumple todos los filtros. Quite uno de los filtros.",
      "unknown-method": "Este enlace nombra un método desconocido. Elija uno de la lista.",
      "method-refused": "Este conjunto de datos solo permite los métodos de la lista «Método». Elija uno de ellos.",
      infeasible: "Ninguna probabilidad cumple los límites de la tabla de perturbación de este enlace. Elija otro método o cambie la tabla en el diseñador.",
      "unreadable-design": "La tabla de perturbación de este enlace es ilegible. Elija otro método o diseñe una.",
      "bad-design": "La tabla de perturbación de este enlace supera un límite. Elija otro método o cambie la tabla en el diseñador.",
      "table-too-large": "Esta tabla es demasiado grande para un navegador. Quite una variable, use un nivel más amplio o filtre por menos categorías.",
      "reveal-refused": "Este conjunto de datos no revela recuentos verdaderos. Elija un método que proteja los recuentos.",
      "damaged-file": "Un archivo de datos llegó dañado, así que no se ha creado ninguna tabla. Inténtelo más tarde o avise al organismo.",
      "damaged-manifest": "La descripción del conjunto de datos está dañada, así que no se ha creado ninguna tabla. Inténtelo más tarde o avise al organismo.",
      encrypted: "Este conjunto de datos está cifrado. Ábralo con su frase de contraseña.",
      locked: "Este conjunto de datos está bloqueado. Inténtelo de nuevo y escriba la frase de contraseña.",
      "newer-version": "Este conjunto de datos necesita una versión más reciente de cellveil. Recargue la página. Si no funciona, avise al organismo.",
      "no-file": "Un archivo es ilegible. Elija de nuevo los dos archivos.",
      "no-view": "Estas variables no se publican juntas.",
      "needs-blocks": "Estas categorías no se publican como una sola cifra. Elija categorías sueltas.",
      "never-published": "El método de esta tabla nunca publica este valor. Escriba otro.",
      "not-one-count": "Las cifras de esta tabla son sumas de cifras protegidas. Ninguna representa un solo recuento.",
      "whole-table": "El método considera toda la tabla, así que un solo recuento no explica la cifra.",
      "not-explained": "El organismo no revela qué recuentos puede representar una cifra.",
      "bad-group": "Los grupos de esta tabla no se pueden usar. Cambie los grupos o use las categorías.",
      "bad-query": "No se puede crear ninguna tabla con esta selección. Cambie las filas, las columnas o los filtros.",
    },

    ticks: {
      search: (label) => `Buscar categorías de ${label}`, placeholder: "Buscar categorías", all: "Marcar todas",
      found: (count) => counted(count, { one: "Marcar la # encontrada", other: "Marcar las # encontradas" }), clear: "Desmarcar todas",
      some: (listed, of) => `${number(listed)} de ${number(of)} en la lista; busque para encontrar las demás.`, none: "No coincide ninguna categoría.",
    },

    long: {
      axis: (label, count) => `${label} tiene ${categories(count)}. Busque algunas y márquelas.`,
      whole: (label, count) => `Esta tabla necesita las ${categories(count)} de ${label}. Cárguelas o cambie la tabla.`,
      choose: (label) => `Buscar en ${label}`, load: (count) => `Cargar las ${categories(count)}`,
      loads: (label, count) => `Esto carga las ${categories(count)} de ${label}.`, show: (count) => `Mostrar ${categories(count)}`,
      hint: "Escriba el comienzo de una palabra de un nombre o código.", searching: "Buscando …", found: (count) => `Encontrado: ${categories(count)}.`,
      some: (count) => `Se muestran las primeras ${categories(count)}. Escriba más palabras para encontrar otras.`,
    },

    groups: {
      title: (label, geo) => (geo ? `Zonas de ${label}` : `Grupos de ${label}`),
      hint: (label) => `Cada grupo pasa a ser una categoría de la tabla, en este orden, en lugar de las categorías de ${label}. Una categoría puede estar en varios grupos. El total sigue contando todas las categorías.`,
      name: (at) => `Nombre del grupo ${number(at)}`, members: "Categorías", tick: "marque sus categorías",
      earlier: (at) => `Mover antes el grupo ${number(at)}`, later: (at) => `Mover después el grupo ${number(at)}`,
      delete: (at) => `Eliminar el grupo ${number(at)}`, add: "Añadir un grupo", use: "Usar estos grupos", original: "Usar las categorías originales",
      cancel: "Cancelar", discard: "Pulse Escape otra vez para descartar estos grupos.",
      grouped: (label, groups) => `${label} se muestra ahora en ${groups}.`, restored: (label) => `${label} se muestra ahora en sus categorías originales.`,
    },

    chart: {
      loading: "Cargando gráficos…", failed: "Los gráficos no se han cargado. Compruebe la conexión y recargue la página.",
      unfit: (name, why) => `${name}: ${why}`, legend: "Leyenda",
      table: (count) => `La tabla de este gráfico: ${counted(count, { one: "# cifra", other: "# cifras" })}`, tableTitle: "Tabla del gráfico",
      first: (shown, of) => `Las primeras ${number(shown)} de ${number(of)} cifras. La tabla de abajo las contiene todas.`, svg: "Guardar como SVG",
      png: "Guardar como PNG", notSaved: (why) => `El gráfico no se ha guardado: ${why}.`,
      none: "Elija primero un gráfico. «Gráfico» está encima de la tabla.",
    },

    save: {
      excel: "Excel", excelHint: "como se muestra, recuentos, notas", labels: "CSV con etiquetas", labelsHint: "como se muestra", image: "Imagen",
      imageHint: "el gráfico", copy: "Copiar la tabla", link: "Copiar el enlace", machine: "Para programas", codes: "CSV con códigos", receipt: "Recibo",
      receiptHint: "demuestra que un CSV es auténtico", layers: "Los archivos contienen todas las capas.", tooLarge: "Todas las celdas, para programas",
    },

    sheets: { shown: "Tabla", counts: "Recuentos", notes: "Notas", value: "valor", status: "estado", quality: "Calidad de esta tabla" },

    quality: {
      changed: "Proporción de celdas no vacías cuyo valor difiere del recuento", utility: "Utilidad, 1 − HD/√N (Shlomo 2015, sección 4.3)",
      before: "Riesgo de revelación R antes de la protección (Shlomo 2015, ecuación 3)",
      after: "Riesgo de revelación R después de la protección (Shlomo 2015, sección 4.2)",
    },

    why: {
      title: "Por qué esta cifra",
      choose: "Elija una cifra de la tabla.", where: (label, codes) => `${label}: ${codes}`, shown: (value, _, unit) => `Se muestra: ${value} (${unit}).`,
      unprotected: "La cifra no está protegida y es igual al recuento de los archivos.",
      mayDiffer: "La cifra está protegida y puede diferir del recuento verdadero.", equal: "La cifra es igual al recuento verdadero.",
      atMost: (most) => `La cifra está protegida y difiere del recuento verdadero en ${number(most)} como máximo.`,
      computed: (kind, formula) => `Calculado con ${figures(kind)}: ${formula}.`,
      wholeTotal: (kind, of) => `, ${kind === "none" ? "el total" : "el total protegido"} ${whole[of]}`,
      wholeSum: (parts, of) => `, la suma de las ${number(parts)} partes mostradas ${whole[of]}`, times: (by) => `, por ${number(by)}`,
      totalWithheld: (label) => `El total de ${label} no se publica, así que la suma no se puede comparar con el total.`,
      partsWithheld: (label, missing, of) => `De sus partes por ${label}, ${number(missing)} de ${number(of)} no se publican, así que la suma no se puede comparar con el total.`,
      addsUp: (parts, label, total) => `Las ${number(parts)} partes por ${label} suman el total mostrado, ${total}.`,
      differs: (parts, label, sum, total, gap) => `Las ${number(parts)} partes por ${label} suman ${sum}. El total muestra ${total}, una diferencia de ${gap}.`,
      decimals: "Cada cifra se redondea a su último decimal.",
      overlap: "Las partes pueden solaparse o ser sumas de otras cifras, así que pueden no sumar el total.",
      notAll: "La protección por sí sola no explica la diferencia: las partes se solapan o no cubren todo el total.",
      own: (own) => `Cada cifra y cada total ${own}, así que las partes pueden no sumar el total.`,
      blocks: (count, terms, rest) => `Suma de ${number(count)} cifras publicadas: ${terms}${rest > 0 ? ` y ${number(rest)} más` : ""}.`,
      blocksAll: (count) => `En total, la suma tiene ${number(count)} cifras.`,
      blocksNoise: (count) => `El ruido de estas cifras se acumula. Si el ruido es independiente, su varianza es ${number(count)} veces la de una sola cifra.`,
      ask: "¿Qué recuentos puede representar?", computing: "Calculando…",
      showCounts: "Muestre recuentos para ver qué recuentos verdaderos puede representar una cifra.",
      notDisclosed: "El organismo no revela qué recuentos puede representar una cifra.",
      exactly: (value, count, unit) => `${value} representa exactamente ${number(count)} (${unit}).`,
      probably: (value, low, high, share, unit) => `${value} representa probablemente ${low === high ? `exactamente ${number(low)}` : `de ${number(low)} a ${number(high)}`} (${unit}; ${percent(share)}).`,
      certainly: (least, most) => `Con certeza representa de ${number(least)} a ${number(most)}. (Se supone que no se sabe nada más.)`,
      sums: "Un total es la suma de varias de estas cifras.",
    },

    trace: {
      ask: "Seguir los pasos hasta esta cifra",
      people: (count) => counted(count, { one: "# registro está en esta celda", other: "# registros están en esta celda" }),
      member: (count, key) => (count === 1 ? `clave ${key}` : `${number(count)} registros con respuestas iguales: clave combinada ${key}`),
      more: (rest) => `y ${number(rest)} más`,
      cellKey: (key) => `La clave de la celda es ${key}`,
      noKeys: "Una celda vacía no tiene registros, así que su clave es fija.",
      sum: (modulus) => `Es la suma de las claves. Se quitan los múltiplos enteros de ${modulus}.`,
      sumIs: (sum, modulus, key) => `Las claves suman ${sum}. Sin los múltiplos enteros de ${modulus}, queda ${key}.`,
      xor: "Combina las claves bit a bit (XOR).",
      draw: (share) => `El sorteo es ${share}`,
      source: {
        key: (draw, draws) => `La clave de la celda da el sorteo: ${draw} de ${draws}.`,
        hash: (draw, draws) => `Un hash de la clave, el recuento y la sal da el sorteo: ${draw} de ${draws}.`,
        md5: (draw, draws) => `El hash MD5 de la clave da el sorteo: ${draw} de ${draws}.`,
      },
      row: (count) => `El método tiene una fila para los recuentos de ${count}`,
      bar: (parts, chosen) => `Ruido y probabilidad: ${parts}. El sorteo elige ${chosen}.`,
      chosen: (noise) => `La misma celda tiene la misma clave en todas partes, así que siempre recibe ${noise}.`,
      empty: "El método deja vacías las celdas vacías",
      result: (count, noise, value) => `${count} ${noise} = ${value}`,
    },

    about: {
      title: "Acerca de esta tabla", close: "Cerrar",
      method: "Cómo se protegen estas cifras", properties: (items) => `Propiedades: ${items}.`, notAgainst: "El método no protege contra:",
      source: (text) => `Fuente: ${text}.`, data: "Acerca de los datos", madeFrom: (what) => `Elaborado a partir de ${what}.`,
      kinds: { "public-use": "un archivo de uso público, preparado para cualquiera", synthetic: "datos sintéticos: registros de personas inventadas", confidential: "datos confidenciales" },
      facts: { unit: "Unidad contada", period: "Período", source: "Fuente", licence: "Licencia", contact: "Contacto", release: "Clase de publicación" },
      exposure: "Qué revelan estos archivos",
      sealed: ["Este conjunto de datos está sellado: sus archivos contienen solo los valores protegidos de las tablas publicadas. No contienen recuentos verdaderos, ni claves, ni tabla de perturbación.", "El sellado por sí solo no hace seguro un conjunto de datos. Los totales, los ceros y el ruido acotado aún revelan algo. Una auditoría previa a la publicación prueba los ataques conocidos."],
      preprotected: ["Este conjunto de datos está protegido de antemano: sus archivos contienen recuentos que el organismo modificó antes.", "Solo esa modificación protege frente a quien lea los archivos. El ruido añadido en el navegador hace coherentes las tablas y no oculta nada más."],
      keyed: "Este conjunto de datos incluye claves: sus archivos contienen los recuentos verdaderos y las claves de sus celdas. Quien descargue los archivos puede leer estos recuentos. Un navegador no guarda secretos ante su usuario.",
      keyedInside: "Los datos son confidenciales, así que estos archivos no deben salir de la organización que los custodia.",
      keyedFit: (synthetic) => `Aquí es aceptable, porque los datos son ${synthetic ? "sintéticos" : "un archivo de uso público"}. La protección muestra cómo funciona el método. No oculta nada a quien lea los archivos.`,
      keyedNever: "Los datos confidenciales no deben publicarse así. cellveil se niega a crear un conjunto de datos así para el público.",
      steps: "Riesgo y utilidad", measure: "Medir el riesgo y la utilidad", measuring: "Midiendo…",
      tooLarge: "Esta tabla es demasiado grande para medirla aquí. Use la línea de órdenes para medirla.",
      publisherMeasures: "Mostrar las medidas del organismo", check: "Comprobar una tabla",
      checkHint: "Para comprobar una tabla de esta página, elija su CSV y su recibo. La página vuelve a crear la tabla y compara ambas. Los archivos no salen de este dispositivo.",
      checkTable: "Tabla (archivo .csv)", checkReceipt: "Recibo (archivo .receipt.json)", checkButton: "Comprobar", checking: "Comprobando…",
      notChecked: "Sin comprobar.", genuine: "La tabla es auténtica.",
      matches: (caption) => `Todas las cifras coinciden con este conjunto de datos: ${caption}.`, failed: "La comprobación ha fallado.",
      verdicts: {
        "not-a-receipt": "El segundo archivo no es un recibo. «Recibo» en el menú «Guardar» guarda uno.",
        "receipt-damaged": "El recibo se ha modificado, así que no demuestra nada. Pida de nuevo el recibo.",
        "newer-version": "El recibo necesita una versión más reciente de cellveil. Recargue la página e inténtelo de nuevo.",
        "other-cube": "El recibo pertenece a otro conjunto de datos. Si está en la lista «Conjunto de datos», elíjalo y compruebe de nuevo.",
        "other-version": "El recibo pertenece a otra versión de este conjunto de datos. Esta página solo comprueba la versión actual.",
        "table-differs": "La tabla y el recibo no se corresponden, o la tabla se ha modificado. Una hoja de cálculo puede modificar un archivo al guardarlo.",
        "not-rebuilt": "Esta página no puede crear la tabla del recibo. Puede que la tabla use un método privado.",
        "cube-differs": "Este conjunto de datos da otra tabla para la consulta del recibo. El recibo procede de otros datos.",
      },
    },

    properties: {
      consistent: "coherente", exceptTotals: "coherente, salvo los totales", inconsistent: "difiere entre tablas", additive: "aditivo",
      notAdditive: "no aditivo", unbiased: "insesgado", biased: "sesgado", keepsZeros: "las celdas vacías siguen vacías",
      fillsZeros: "las celdas vacías pueden mostrar personas", gain: (gain) => `una celda vacía gana ${number(gain, 2)} de media`,
      largestChange: (most) => `ninguna cifra cambia más de ${number(most)}`,
    },
  };
}

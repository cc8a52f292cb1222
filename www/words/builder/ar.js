/** The builder's texts in Arabic. */
import { isolated as i } from "../isolated.js";
import { methodInWords } from "../method-in-words.js";

/** @import { Format } from "../format.js" */
/** @import { BuilderWords } from "./en.js" */

/** @param {string} name */
const spaced = (name) => `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[-_]/g, " ")}`;

/** @param {Format} format @returns {Omit<BuilderWords, "table">} */
export function wordsFor({ locale, number, counted, percent, ...format }) {
  // Each item is isolated for itself, so that the list runs from right to left.
  const list = (/** @type {readonly string[]} */ items, join = /** @type {"and" | "or"} */ ("and")) => format.list(items.map(i), join);
  const cells = (/** @type {number} */ count) => counted(count, { zero: "لا خلايا", one: "خلية واحدة", two: "خليتان", few: "# خلايا", many: "# خلية", other: "# خلية" });
  const variables = (/** @type {number} */ count) => counted(count, { zero: "لا متغيرات", one: "متغير واحد", two: "متغيران", few: "# متغيرات", many: "# متغيرًا", other: "# متغير" });
  const rows = (/** @type {number} */ count) => counted(count, { zero: "لا صفوف", one: "صف واحد", two: "صفان", few: "# صفوف", many: "# صفًا", other: "# صف" });
  const columns = (/** @type {number} */ count) => counted(count, { zero: "لا أعمدة", one: "عمود واحد", two: "عمودان", few: "# أعمدة", many: "# عمودًا", other: "# عمود" });
  const categories = (/** @type {number} */ count) => counted(count, { zero: "لا فئات", one: "فئة واحدة", two: "فئتان", few: "# فئات", many: "# فئة", other: "# فئة" });
  const figures = (/** @type {string} */ kind) => (kind === "none" ? "الأرقام المعروضة" : "أرقام محمية");
  const whole = { row: "صفه", column: "عموده", table: "الجدول" };
  const bytes = (/** @type {number} */ size) => (size < 1e6 ? `${number(Math.ceil(size / 1e3))} كيلوبايت` : `${number(Math.round(size / 1e5) / 10, 1)} ميغابايت`);
  return {
    language: "ar",
    locale, number, counted, list, percent,
    quoted: (text) => `«${i(text)}»`,
    by: (rows, columns) => `${i(rows)} حسب ${i(columns)}`,
    method: ({ name, title }) => title || spaced(name),
    methodText: (text, table) => methodInWords(text, table, locale) ?? i(text),
    designed: (title) => `جدول من تصميمك: ${i(title)}.`,
    places: { rows: "الصفوف", columns: "الأعمدة", layers: "الطبقات", filter: "المرشحات" },
    intro: "غُيِّرت هذه الأرقام قليلًا عن قصد حتى لا تكشف عن أحد. اختر متغيرات فيتبعها الجدول.",
    dismiss: "إغلاق هذا النص",

    build: {
      title: "إنشاء جدول", dataset: "مجموعة البيانات", rows: "الصفوف", columns: "الأعمدة", layers: "الطبقات", filter: "المرشحات",
      empty: { rows: "لا متغير", columns: "لا متغير", layers: "لا طبقات: جدول واحد", filter: "لا مرشحات: الجميع" }, add: "إضافة", undo: "تراجع",
      redo: "إعادة", edits: "التغييرات", swap: "تبديل الصفوف والأعمدة", reset: "البدء من جديد", totals: "إظهار الإجماليات", method: "الطريقة", designMethod: "تصميم جدول تشويش",
      designed: "جدول تشويش من تصميمك", open: (table) => `تغيير الجدول: ${i(table)}`, close: "عرض الجدول",
    },

    chip: {
      change: (label, place) => `${i(label)}، في ${place}: تغيير`, removeOf: (label, place) => `إزالة ${i(label)} من ${place}`,
      groups: (count, geo) => counted(count, geo
        ? { zero: "لا مناطق", one: "منطقة واحدة", two: "منطقتان", few: "# مناطق", many: "# منطقة", other: "# منطقة" }
        : { zero: "لا مجموعات", one: "مجموعة واحدة", two: "مجموعتان", few: "# مجموعات", many: "# مجموعة", other: "# مجموعة" }),
      kept: (kept, all) => `${number(kept)} من ${number(all)}`, choose: "اختيار الفئات", strange: "ليس في مجموعة البيانات هذه",
      unusable: "لا يمكن استخدامه هنا", now: (label, place) => `${i(label)} الآن في ${place}.`,
      order: (label, at, of) => `${i(label)} الآن في الموضع ${number(at)} من ${number(of)}.`,
      replaces: (label, others) => `${i(label)} يحل محل ${i(others)}: لا يستخدم الجدول المتغير إلا مرة واحدة.`, swapped: "بُدِّلت الصفوف والأعمدة.",
    },

    ways: {
      again: "إعادة المحاولة", undo: "التراجع عن التغيير الأخير", reload: "إعادة تحميل الصفحة", open: (title) => `فتح ${i(title)}`,
    },

    errors: {
      "page-part": "لم يُحمَّل جزء من هذه الصفحة. تحقق من الاتصال ثم حاول من جديد.",
      network: "لم يُحمَّل جزء من البيانات. تحقق من الاتصال ثم حاول من جديد.",
      wasm: "لم يبدأ محرك الجداول. تحقق من الاتصال وحاول من جديد. يستطيع كل متصفح حديث شائع تشغيله.",
      "unknown-cube": "يسمي هذا الرابط مجموعة بيانات ليست هنا. اختر واحدة من القائمة «مجموعة البيانات».",
      "no-cubes": "لم تُحمَّل قائمة مجموعات البيانات. أعد تحميل الصفحة.",
      refused: "لا تسمح حدود الناشر بهذا الجدول.",
      other: "تعذر إنشاء الجدول. غيِّر أحد الاختيارات أو حاول من جديد.",
    },

    status: {
      empty: "أضف متغيرًا لترى جدولًا.", refused: "لم يُنشأ جدول.", tooLarge: (count) => `${cells(count)}، أكثر من أن تُعرض هنا.`,
      built: (count, hidden, milliseconds) =>
        `${cells(count)}${hidden ? `، غير المنشور منها ${number(hidden)}` : ""}، في ${milliseconds < 1000 ? `${number(Math.max(1, Math.round(milliseconds)))} مللي ثانية` : `${number(Math.round(milliseconds / 100) / 10, 1)} ثانية`}.`,
      loadingPart: "جارٍ التحميل…", building: "جارٍ إنشاء الجدول…", loading: (loaded, total) => `جارٍ تحميل البيانات: ${bytes(loaded)} من ${bytes(total)}`,
    },

    result: {
      title: "الجدول",
      release: { keyed: "بالمفاتيح: في الملفات أعداد حقيقية", sealed: "مختوم: ليس في الملفات إلا أرقام محمية", preprotected: "محمي مسبقًا: غُيِّرت الأعداد قبل الجدولة" },
      releaseName: { keyed: "بالمفاتيح", sealed: "مختوم", preprotected: "محمي مسبقًا" }, trueCounts: "أعداد حقيقية دون حماية", showAs: "طريقة العرض",
      counts: "أعداد", percentRow: "٪ من الصف", percentColumn: "٪ من العمود", percentTable: "٪ من الجدول", ratio: "نسبة…", average: "متوسط…",
      chart: "رسم بياني", noChart: "الجدول فقط", display: "العرض", intervals: "± المجالات", intervalsHint: "لكل رقم الأعداد التي يمثلها على الأرجح.", hideEmpty: "إخفاء الفارغ", peel: { title: "الأرقام", true: "الحقيقية", noise: "الضجيج", published: "المنشورة", noFile: "اختر «المنشورة» لحفظ ملف" },
      collapse: "طي الكل", expand: "بسط الكل",
      sortDown: "ترتيب الصفوف تنازليًا", sortUp: "ترتيب الصفوف تصاعديًا", sortOff: "استعادة الترتيب الأصلي للصفوف", foldGroup: "عرض إجمالي هذه المجموعة فقط",
      unfoldGroup: "عرض صفوف هذه المجموعة", help: "أشر إلى رقم أو المسه لترى كيف نتج. على لوحة المفاتيح، تنقل بالأسهم واضغط Enter.",
      sorted: (labels, down) => `الترتيب بحسب ${labels ? i(labels) : "العدد"}، ${down ? "تنازليًا" : "تصاعديًا"}.`, unsorted: "الصفوف بترتيبها الأصلي.",
      rowsShown: (count) => `المعروض: ${rows(count)}.`, shownAs: (figures) => `المعروض: ${figures}.`,
      partPrinted: "طُبعت بعض صفوف هذا الجدول فقط. في قائمة «حفظ» ملفات فيها كل الصفوف.", save: "حفظ", about: "حول",
    },

    charts: { bar: "أعمدة", stacked: "أعمدة متراكمة", "stacked-100": "أعمدة متراكمة إلى 100٪", line: "خطوط", heat: "خريطة حرارية", pyramid: "هرم سكاني" },

    refusal: {
      large: (count, most) => `حجم هذا الجدول ${cells(count)}. لا تعرض الصفحة أكثر من ${number(most)} خلية.`,
      wide: (count, most) => `في هذا الجدول ${columns(count)}. لا تعرض الصفحة أكثر من ${number(most)} عمود.`,
      largeHint: (savable) => `أزل متغيرًا، أو استخدم مستوى أوسع، أو اقتصر على فئات أقل${savable ? ". أو احفظ كل الخلايا بصيغة CSV." : "."}`,
      technical: "رسالة تقنية", empty: "أضف متغيرًا إلى الصفوف أو الأعمدة لترى جدولًا.",
    },

    notes: {
      peel: { true: "هذه هي الأعداد الحقيقية. لا تعرضها إلا بيانات سجلات عامة أو مختلقة.", noise: "هذا هو الضجيج: القيمة المنشورة ناقص العدد الحقيقي، قبل أي حجب." },
      example: (sum, total, label) => `مثال، ${i(label)}: الأجزاء ${i(sum)}، والإجمالي يعرض ${total}. لكل رقم ولكل إجمالي تشويشه الخاص.`,
      hidden: (down, across) => `أُخفي لأنه أصفار كله: ${list([...(down ? [rows(down)] : []), ...(across ? [columns(across)] : [])])}.`,
      blocked: (labels) => `لا يُعرض لأن حدود الناشر لا تسمح به: ${i(labels)}. كل الأرقام الأخرى مسموح بها.`, someMore: (count) => `${number(count)} غيرها`,
      intervals: (level) => `الأرقام الصغيرة: المجال الذي يضم الرقم المحسوب من الأعداد الحقيقية باحتمال لا يقل عن ${percent(level)}، إذا لم يُعرف شيء آخر.`,
      source: (text) => `المصدر: ${i(text.replace(/[.]+$/, ""))}`, licence: (text) => `الترخيص: ${i(text)}`,
      sums: (most, random) => `بعض الأرقام مجموع عدة أرقام منشورة، حتى ${number(most)}، فهي أقل دقة${random ? `. إذا كان التشويش مستقلًا، فتباين تشويش المجموع يبلغ حتى ${number(most)} ضعفًا من تباين تشويش رقم واحد.` : "."}`,
    },

    caption: {
      where: (label, codes) => `${i(label)}: ${i(codes)}`, whereMany: (label, count) => `${i(label)}: إحدى الفئات المختارة (${number(count)})`,
      table: (unit, by, filters) => `العدد (${i(unit)}) حسب ${i(by)}${filters ? `، حيث ${filters}` : ""}`, layers: (layers) => `، الطبقة ${i(layers)}`,
      derived: (what, kind) => `؛ ${what}، محسوب من ${figures(kind)}`,
      percent: (of, summed) => `كل رقم كنسبة مئوية من ${summed ? "مجموع أجزاء" : "إجمالي"} ${whole[of]}`,
      ratio: (label, parts) => `نسبة، ${i(label)}: ${i(parts)}`, average: (label) => `متوسط ${i(label)}`, counts: "الأعداد",
    },

    derived: {
      percent: (kind) => `محسوب من ${figures(kind)}؛ قد لا يبلغ مجموع الأجزاء 100.`,
      divisor: (kind, own) => `المقسوم عليه هو ${kind === "none" ? "الإجمالي" : "الإجمالي المحمي"}${own ? `، وهو ${own}` : ""}.`,
      summed: (labels) => `إذا لم يكن هناك إجمالي لـ${i(labels)}، فالمقسوم عليه مجموع الأجزاء المعروضة.`,
      ratio: (kind, own) => `محسوب من ${figures(kind)}${own ? `: كل جزء من النسبة ${own}` : ""}.`,
      average: (kind) => `محسوب من ${figures(kind)}: الأعداد أدناه، مرجحة بالعدد المعروض لكل فئة.`,
      counts: (label, pairs) => `${i(label)}: ${pairs.map(([category, value]) => `${i(category)} تُحسب ${number(value)}`).join("؛ ")}.`,
      omitted: (labels) => `مستبعد: ${i(labels)}.`, ownNoise: "له تشويشه الخاص", ownRounding: "يُقرَّب على حدة",
    },

    wide: { text: (across, down) => `حجم هذا الجدول: ${columns(across)} و${rows(down)}. قراءته أسهل بعد تبديل المحورين.`, swap: "تبديل المحورين" },
    layers: { shown: "الطبقة المعروضة", previous: (label) => `الفئة السابقة من ${i(label)}`, next: (label) => `الفئة التالية من ${i(label)}` },

    find: {
      title: "البحث عن صف", button: "بحث", hint: "لا يجد بحث المتصفح إلا الصفوف الظاهرة على الشاشة. هذا البحث يجد كل الصفوف.",
      none: (text) => `لا صف في عناوينه ${i(text)}.`, found: (at, labels) => `الصف ${number(at)}: ${i(labels)}.`,
    },

    figures: {
      ratioOf: "المتغير", ratioNumerator: "كم من", ratioPer: "لكل", ratioDenominator: "من", numbers: "عدد لكل فئة",
      numbersWanted: (labels) => `أدخل عددًا للفئات ${labels}. ليس للفئة المفتوحة عدد خاص بها.`, numbersMissing: "أدخل عددًا لكل فئة لترى متوسطًا.",
      numbersIgnored: "تُهمل الفئات التي ليس لها عدد.",
    },

    saved: {
      copied: (count) => `نُسخ ${rows(count)}. الصقها في جدول بيانات.`,
      copiedPart: (count, of) => `نُسخ ${rows(count)} من ${number(of)}. الصقها في جدول بيانات.`, notCopied: "تعذر النسخ. حدد الجدول في الصفحة أو احفظه.",
      link: "نُسخ الرابط، وهو يفتح هذا الجدول من جديد.", noLink: "لم يُنسخ الرابط. انسخه من شريط العنوان.", file: (name) => `حُفظ ${i(name)}.`,
      noReceipt: "ليس لمجموعة البيانات هذه إيصالات: الملح ناقص أو أقصر من 16 بايت.", notShown: "لا يُعرض جدول. الملفات الأخرى فيها كل الأعداد.",
    },

    panel: {
      remove: "إزالة", level: (label) => `مستوى ${i(label)}`, moveTo: "نقل إلى", earlier: "إلى الأمام", later: "إلى الخلف", group: "تجميع الفئات…",
      groupAreas: "تجميع المناطق…", filter: "الفئات", filterLegend: (label) => `فئات ${i(label)} المشمولة`,
    },

    adding: {
      to: "إضافة إلى", search: "البحث في المتغيرات والفئات",
      found: (names, found) => (names + found === 0 ? "لا يطابق أي متغير أو فئة." : `النتائج: ${variables(names)}، ${categories(found)}.`),
      filterTo: "الاقتصار على", more: (count) => `و${number(count)} غيرها`, categories, usedIn: (place) => `في ${place}`,
    },

    problems: {
      removeFrom: (label, place) => `إزالة ${i(label)} من ${place}`, noVariable: (name) => `ليس في مجموعة البيانات هذه متغير ${i(name)}.`,
      noLevel: (label, level) => `ليس في ${i(label)} مستوى ${i(level)}.`,
      sameVariable: (one, other) => `${i(one)} و${i(other)} متغير واحد. لا يستخدم الجدول المتغير إلا مرة واحدة.`,
      secondFilter: (label) => `أُهمل المرشح الثاني بحسب ${i(label)}.`, firstFilter: "الإبقاء على المرشح الأول فقط",
      removeFilter: (label) => `إزالة المرشح بحسب ${i(label)}`, noCategory: (label, codes) => `ليس في ${i(label)} فئة ${i(codes)}.`,
      removeCodes: (codes, label) => `إزالة ${i(codes)} من المرشح بحسب ${i(label)}`, noMethod: (name) => `ليس في مجموعة البيانات هذه طريقة ${i(name)}.`,
      groupsOf: (label, problem) => `مجموعات ${i(label)}: ${problem}`, idleGroups: (label) => `أُهملت مجموعات ${i(label)}، لأن الجدول لا يستخدم هذا المتغير.`,
      removeGroups: "إزالة هذه المجموعات", noName: "اسم إحدى المجموعات ناقص. أدخل اسمًا.",
      nameIsCode: (name, of, category) => `الاسم ${i(name)} هو أيضًا رمز في ${of ? `${i(of)} (${i(category)})` : "الإجمالي"}. اختر اسمًا آخر.`,
      nameTwice: (name) => `لمجموعتين الاسم ${i(name)}. اختر اسمًا آخر.`, emptyGroup: (name) => `المجموعة ${i(name)} فارغة. حدد فئاتها أو احذف المجموعة.`,
      strangeCodes: (name, codes, of) => `في ${i(name)} رموز ليست في ${i(of)}: ${i(codes)}.`,
      noLayer: (label, code) => `ليس في ${i(label)} فئة ${i(code)} هنا. يعرض الجدول الفئة الأولى.`, firstLayer: "عرض الفئة الأولى", ignore: "تجاهل",
      noRatio: (one, other, label) => `أُهملت نسبة ${i(one)} إلى ${i(other)}: ليست الفئتان من ${i(label)} في الجدول.`,
      noNumbers: (label) => `أُهمل متوسط ${i(label)}: ليس لأي فئة في الجدول عدد.`,
      noAverage: (label) => `أُهمل متوسط ${i(label)}: لا يستخدم الجدول هذا المتغير.`, noTruth: "لا تُعرض الأعداد الحقيقية: هذه البيانات لا تكشفها.",
      noSort: "أُهمل ترتيب الصفوف: ليس في الجدول العمود الذي يرتبها.",
      noCollapsed: { zero: "كل مجموعات الصفوف المطوية في هذا الجدول.", one: "مجموعة صفوف مطوية ليست في هذا الجدول.", two: "مجموعتا صفوف مطويتان ليستا في هذا الجدول.", few: "# مجموعات صفوف مطوية ليست في هذا الجدول.", many: "# مجموعة صفوف مطوية ليست في هذا الجدول.", other: "# مجموعة صفوف مطوية ليست في هذا الجدول." },
    },

    unread: {
      link: (parts) => `أجزاء من هذا الرابط غير صالحة. ${parts}`, part: (part, expected) => `أُهمل ${i(part)}؛ المتوقع: ${expected}.`,
      percent: "row أو column أو table", ratio: "متغير، وفئتان منه، وعدد أكبر من 0 لا يتجاوز تريليونًا", sort: "ascending أو descending، وعمود",
      picture: "bar أو stacked أو stacked-100 أو line أو heat أو pyramid", filter: "أُهمل مرشح؛ المتوقع: متغير وعلامة يساوي ورموز.",
      average: "أُهمل عدد من أعداد المتوسط؛ المتوقع: رموز لكل منها عدد لا يتجاوز تريليونًا.", group: "أُهملت مجموعة؛ المتوقع: متغير واسم ورموز.",
    },

    changes: {
      dataset: "اختيار مجموعة البيانات", swapped: "تبديل الصفوف والأعمدة", added: (label, place) => `إضافة ${i(label)} إلى ${place}`,
      moved: (label, place) => `نقل ${i(label)} إلى ${place}`, removed: (label, place) => `إزالة ${i(label)} من ${place}`,
      order: (place) => `الترتيب في ${place}`, filter: (label) => `المرشح بحسب ${i(label)}`, groups: (label) => `مجموعات ${i(label)}`,
      layer: (label) => `الفئة المعروضة من ${i(label)}`, totals: "الإجماليات", method: "الطريقة",
      view: { peel: "الأرقام المعروضة", percent: "النسب المئوية", ratio: "النسبة", average: "المتوسط", sort: "ترتيب الصفوف", collapsed: "الصفوف المطوية", chart: "الرسم البياني", uncertain: "المجالات", hideEmpty: "الصفوف والأعمدة الفارغة" },
      undo: (change) => `تراجع عن: ${change}.`, redo: (change) => `إعادة: ${change}.`, last: "التغيير الأخير",
    },

    carried: {
      missing: (parts) => `لم يُنقل: ${parts} (ليس في مجموعة البيانات هذه).`, filter: (label) => `المرشح بحسب ${i(label)}`,
      groups: (label) => `مجموعات ${i(label)}`, method: "الطريقة", design: "جدول التشويش من تصميمك", ratio: "النسبة", average: "المتوسط",
      sort: "ترتيب الصفوف",
    },

    reasons: {
      tooMany: (most) => `الحد الأقصى للجدول هنا، مع المرشحات: ${variables(most)}.`, neverPublished: (label) => `لا ينشر الناشر ${i(label)}.`,
      notTogether: (labels) => `لا تُنشر معًا: ${i(labels)}.`,
      rules: {
        small_cells: "خلايا كثيرة جدًا فيه ليس فيها إلا سجل أو سجلان.",
        zeros: "خلايا كثيرة جدًا فيه فارغة.",
        average_cell: "في خلاياه سجلات قليلة جدًا في المتوسط.",
        risk_before: "خطر الإفصاح فيه قبل الحماية مرتفع جدًا.",
        risk_after: "خطر الإفصاح فيه مرتفع جدًا مع هذه الطريقة.",
        protect_above: "خطر الإفصاح فيه مرتفع جدًا دون حماية.",
        population: "عدد سكان مناطقه قليل جدًا.",
        areas: "مناطقه صغيرة جدًا.",
        nested: "لا يُسمح إلا بفئات الناشر، دون مجموعات.",
        custom_areas: "المناطق المخصصة غير مسموح بها هنا.",
      },
      tooWide: (count, most) => `سيكون في الجدول ${columns(count)}. لا تعرض الصفحة أكثر من ${number(most)}.`,
      tooLarge: (count, most) => `حجم الجدول سيكون ${cells(count)}. لا تعرض الصفحة أكثر من ${number(most)}.`,
    },

    suggest: {
      correctAll: "تصحيح كل المشكلات", defaultMethod: "استخدام طريقة مجموعة البيانات هذه", method: (method) => `استخدام الطريقة ${i(method)}`,
      withoutFilter: (label) => `إزالة المرشح بحسب ${i(label)}`, withoutGroups: (label) => `استخدام فئات ${i(label)} بدلًا من المجموعات`,
      instead: (level, of) => `استخدام ${i(level)} بدلًا من ${i(of)}`, leaveOut: (labels) => `الاستغناء عن ${i(labels)}`,
      nearest: (table) => `عرض أقرب جدول مسموح به: ${i(table)}`, filtered: (table, labels) => `${i(table)}، مع مرشح بحسب ${i(labels)}`,
      withCells: (text, count) => `${text}: ${count < 1e9 ? cells(count) : `نحو ${number(Number(count.toPrecision(2)))} خلية`}`,
    },

    furtherErrors: {
      "unknown-dimension": "يسمي هذا الجدول متغيرًا غير معروف. أزله من الصفوف أو الأعمدة أو المرشحات.",
      "unknown-level": "يسمي هذا الجدول مستوى غير معروف. أزله من الصفوف أو الأعمدة أو المرشحات.",
      "repeated-dimension": "لا يستخدم الجدول المتغير إلا مرة واحدة، على مستوى واحد. أزل أحدهما.",
      "unknown-code": "يسمي مرشح فئة غير معروفة. أزل هذا المرشح واختر من جديد.",
      "empty-filter": "لا فئة تحقق كل المرشحات. أزل أحد المرشحات.",
      "unknown-method": "يسمي هذا الرابط طريقة غير معروفة. اختر واحدة من القائمة.",
      "method-refused": "لا تسمح مجموعة البيانات هذه إلا بالطرق التي في القائمة «الطريقة». اختر واحدة منها.",
      infeasible: "لا احتمالات تحقق حدود جدول التشويش في هذا الرابط. اختر طريقة أخرى، أو غيِّر الجدول في المصمم.",
      "unreadable-design": "جدول التشويش في هذا الرابط غير مقروء. اختر طريقة أخرى، أو صمم جدولًا.",
      "bad-design": "جدول التشويش في هذا الرابط يتجاوز أحد الحدود. اختر طريقة أخرى، أو غيِّر الجدول في المصمم.",
      "table-too-large": "هذا الجدول أكبر من أن يتسع له متصفح. أزل متغيرًا، أو استخدم مستوى أوسع، أو اقتصر على فئات أقل.",
      "reveal-refused": "لا تكشف مجموعة البيانات هذه عن الأعداد الحقيقية. اختر طريقة تحمي الأعداد.",
      "damaged-file": "وصل أحد ملفات البيانات تالفًا، فلم يُنشأ جدول. حاول لاحقًا أو أخبر الناشر.",
      "damaged-manifest": "وصف مجموعة البيانات تالف، فلم يُنشأ جدول. حاول لاحقًا أو أخبر الناشر.",
      encrypted: "مجموعة البيانات هذه مشفّرة. افتحها بعبارة المرور.",
      locked: "مجموعة البيانات هذه مقفلة. حاول مرة أخرى واكتب عبارة المرور.",
      "newer-version": "تحتاج مجموعة البيانات هذه إلى إصدار أحدث من cellveil. أعد تحميل الصفحة. وإن لم ينجح ذلك فأخبر الناشر.",
      "no-file": "أحد الملفات غير مقروء. اختر الملفين من جديد.",
      "no-view": "لا تُنشر هذه المتغيرات معًا.",
      "needs-blocks": "لا تُنشر هذه الفئات كرقم واحد. اختر فئات مفردة.",
      "never-published": "لا تنشر طريقة هذا الجدول هذه القيمة أبدًا. أدخل قيمة أخرى.",
      "not-one-count": "أرقام هذا الجدول مجاميع أرقام محمية. لا يمثل أي رقم عددًا واحدًا.",
      "whole-table": "تنظر الطريقة إلى الجدول كله، فلا يفسر عدد واحد الرقم.",
      "not-explained": "لا يفصح الناشر عن الأعداد التي قد يمثلها الرقم.",
      "bad-group": "مجموعات هذا الجدول غير صالحة. غيِّر المجموعات أو استخدم الفئات.",
      "bad-query": "لا يمكن إنشاء جدول من هذه الاختيارات. غيِّر الصفوف أو الأعمدة أو المرشحات.",
    },

    ticks: {
      search: (label) => `البحث في فئات ${i(label)}`, placeholder: "البحث في الفئات", all: "تحديد الكل", found: (count) => `تحديد النتائج (${number(count)})`,
      clear: "إلغاء التحديد", some: (listed, of) => `المعروض ${number(listed)} من ${number(of)}؛ ابحث لإيجاد غيرها.`, none: "لا تطابق أي فئة.",
    },

    long: {
      axis: (label, count) => `في ${i(label)} ${categories(count)}. ابحث عن بعضها وحدّدها.`,
      whole: (label, count) => `يحتاج هذا الجدول إلى كل فئات ${i(label)} (${number(count)}). حمّلها أو غيّر الجدول.`,
      choose: (label) => `البحث في ${i(label)}`, load: (count) => `تحميل كل الفئات (${number(count)})`,
      loads: (label, count) => `يؤدي هذا إلى تحميل كل فئات ${i(label)} (${number(count)}).`, show: (count) => `عرض ${categories(count)}`,
      hint: "اكتب بداية كلمة من اسم أو رمز.", searching: "جارٍ البحث …", found: (count) => `النتائج: ${categories(count)}.`,
      some: (count) => `المعروض أول ${categories(count)}. اكتب كلمات أخرى لإيجاد غيرها.`,
    },

    groups: {
      title: (label, geo) => (geo ? `مناطق ${i(label)}` : `مجموعات ${i(label)}`),
      hint: (label) => `تصبح كل مجموعة فئة في الجدول، بهذا الترتيب، بدلًا من فئات ${i(label)}. قد تكون الفئة في عدة مجموعات. ويظل الإجمالي يحسب كل الفئات.`,
      name: (at) => `اسم المجموعة ${number(at)}`, members: "الفئات", tick: "حدد فئاتها", earlier: (at) => `نقل المجموعة ${number(at)} إلى الأمام`,
      later: (at) => `نقل المجموعة ${number(at)} إلى الخلف`, delete: (at) => `حذف المجموعة ${number(at)}`, add: "إضافة مجموعة", use: "استخدام هذه المجموعات",
      original: "استخدام الفئات الأصلية", cancel: "إلغاء", discard: "اضغط Escape مرة أخرى للتخلي عن هذه المجموعات.",
      grouped: (label, groups) => `يُعرض ${i(label)} الآن هكذا: ${groups}.`, restored: (label) => `يُعرض ${i(label)} الآن بفئاته الأصلية.`,
    },

    chart: {
      loading: "جارٍ تحميل الرسوم البيانية…", failed: "لم تُحمَّل الرسوم البيانية. تحقق من الاتصال وأعد تحميل الصفحة.",
      unfit: (name, why) => `${name}: ${i(why)}`, legend: "مفتاح الرسم",
      table: (count) => `جدول هذا الرسم البياني: ${counted(count, { zero: "لا أرقام", one: "رقم واحد", two: "رقمان", few: "# أرقام", many: "# رقمًا", other: "# رقم" })}`,
      tableTitle: "جدول الرسم البياني", first: (shown, of) => `أول ${number(shown)} من ${number(of)} من الأرقام. في الجدول أدناه كل الأرقام.`,
      svg: "حفظ بصيغة SVG", png: "حفظ بصيغة PNG", notSaved: (why) => `لم يُحفظ الرسم البياني: ${i(why)}.`,
      none: "اختر رسمًا بيانيًا أولًا. «رسم بياني» فوق الجدول.",
    },

    save: {
      excel: "Excel", excelHint: "كما هو معروض، والأعداد، والملاحظات", labels: "CSV بالتسميات", labelsHint: "كما هو معروض", image: "صورة",
      imageHint: "الرسم البياني", copy: "نسخ الجدول", link: "نسخ الرابط", machine: "للبرامج", codes: "CSV بالرموز", receipt: "إيصال",
      receiptHint: "يثبت صحة ملف CSV", layers: "في الملفات كل الطبقات.", tooLarge: "كل الخلايا، للبرامج",
    },

    sheets: { shown: "الجدول", counts: "الأعداد", notes: "ملاحظات", value: "القيمة", status: "الحالة", quality: "جودة هذا الجدول" },

    quality: {
      changed: "حصة الخلايا غير الفارغة التي تختلف قيمتها عن العدد", utility: "المنفعة، 1 − HD/√N (Shlomo 2015، القسم 4.3)",
      before: "خطر الإفصاح R قبل الحماية (Shlomo 2015، المعادلة 3)", after: "خطر الإفصاح R بعد الحماية (Shlomo 2015، القسم 4.2)",
    },

    why: {
      title: "لماذا هذا الرقم",
      choose: "اختر رقمًا في الجدول.", where: (label, codes) => `${i(label)}: ${i(codes)}`, shown: (value, _, unit) => `المعروض: ${value} (${i(unit)}).`,
      unprotected: "الرقم غير محمي ويساوي العدد في الملفات.", mayDiffer: "الرقم محمي وقد يختلف عن العدد الحقيقي.", equal: "الرقم يساوي العدد الحقيقي.",
      atMost: (most) => `الرقم محمي ويختلف عن العدد الحقيقي بمقدار ${number(most)} على الأكثر.`,
      computed: (kind, formula) => `محسوب من ${figures(kind)}: ${i(formula)}.`,
      wholeTotal: (kind, of) => `، ${kind === "none" ? "الإجمالي" : "الإجمالي المحمي"} في ${whole[of]}`,
      wholeSum: (parts, of) => `، مجموع الأجزاء المعروضة (${number(parts)}) في ${whole[of]}`, times: (by) => `، مضروبًا في ${number(by)}`,
      totalWithheld: (label) => `لا يُنشر الإجمالي على ${i(label)}، فلا يمكن مقارنة المجموع به.`,
      partsWithheld: (label, missing, of) => `من أجزائه على ${i(label)} لا يُنشر ${number(missing)} من ${number(of)}، فلا يمكن مقارنة المجموع بالإجمالي.`,
      addsUp: (parts, label, total) => `مجموع الأجزاء على ${i(label)}، وعددها ${number(parts)}، يساوي الإجمالي المعروض ${total}.`,
      differs: (parts, label, sum, total, gap) => `مجموع الأجزاء على ${i(label)}، وعددها ${number(parts)}، هو ${sum}. والإجمالي يعرض ${total}، والفرق ${gap}.`,
      decimals: "يُقرَّب كل رقم إلى آخر منزلة عشرية له.", overlap: "قد تتداخل الأجزاء أو تكون مجموع أرقام أخرى، فقد لا يساوي مجموعها الإجمالي.",
      notAll: "الحماية وحدها لا تفسر الفرق: الأجزاء متداخلة، أو لا تغطي الإجمالي كله.",
      own: (own) => `كل رقم وكل إجمالي ${own}، فقد لا يساوي مجموع الأجزاء الإجمالي.`,
      blocks: (count, terms, rest) => `مجموع أرقام منشورة عددها ${number(count)}: ${i(terms)}${rest > 0 ? ` و${number(rest)} غيرها` : ""}.`,
      blocksAll: (count) => `عدد أرقام المجموع كلها ${number(count)}.`,
      blocksNoise: (count) => `يتراكم تشويش هذه الأرقام. إذا كان التشويش مستقلًا، فتباينه ${number(count)} ضعفًا من تباين تشويش رقم واحد.`,
      ask: "أي الأعداد قد يمثل؟", computing: "جارٍ الحساب…", showCounts: "اعرض الأعداد لترى أي الأعداد الحقيقية قد يمثلها الرقم.",
      notDisclosed: "لا يفصح الناشر عن الأعداد التي قد يمثلها الرقم.", exactly: (value, count, unit) => `${value} يمثل ${number(count)} بالضبط (${i(unit)}).`,
      probably: (value, low, high, share, unit) => `${value} يمثل على الأرجح ${low === high ? `${number(low)} بالضبط` : `من ${number(low)} إلى ${number(high)}`} (${i(unit)}؛ ${percent(share)}).`,
      certainly: (least, most) => `وهو يمثل يقينًا من ${number(least)} إلى ${number(most)}. (هذا بافتراض ألا يُعرف شيء آخر.)`,
      sums: "الإجمالي مجموع عدة أرقام كهذه.",
    },

    trace: {
      ask: "تتبّع الخطوات إلى هذا الرقم",
      people: (count) => `عدد السجلات في هذه الخلية: ${number(count)}`,
      member: (count, key) => (count === 1 ? `مفتاح السجل ${key}` : `${number(count)} من السجلات بإجابات متساوية: المفتاح المجموع ${key}`),
      more: (rest) => `و${number(rest)} غيرها`,
      cellKey: (key) => `مفتاح الخلية هو ${key}`,
      noKeys: "الخلية الفارغة بلا سجلات، فمفتاحها ثابت.",
      sum: (modulus) => `هو مجموع المفاتيح بعد حذف المضاعفات الكاملة للعدد ${modulus}.`,
      sumIs: (sum, modulus, key) => `مجموع المفاتيح ${sum}. بعد حذف المضاعفات الكاملة للعدد ${modulus} يبقى ${key}.`,
      xor: "يجمع المفاتيح بتًّا بتًّا (XOR).",
      draw: (share) => `السحب هو ${share}`,
      source: {
        key: (draw, draws) => `مفتاح الخلية يعطي السحب: ${draw} من ${draws}.`,
        hash: (draw, draws) => `تجزئة المفتاح والعدد والملح تعطي السحب: ${draw} من ${draws}.`,
        md5: (draw, draws) => `تجزئة MD5 للمفتاح تعطي السحب: ${draw} من ${draws}.`,
      },
      row: (count) => `للطريقة صف للعدد ${count}`,
      bar: (parts, chosen) => `الضجيج والاحتمال: ${parts}. السحب يختار ${chosen}.`,
      chosen: (noise) => `للخلية نفسها المفتاح نفسه في كل مكان، فتأخذ دائمًا ${noise}.`,
      empty: "تترك الطريقة الخلايا الفارغة فارغة",
      result: (count, noise, value) => `${count} ${noise} = ${value}`,
    },

    about: {
      title: "حول هذا الجدول", close: "إغلاق",
      method: "كيف تُحمى هذه الأرقام", properties: (items) => `الخصائص: ${items}.`, notAgainst: "لا تحمي الطريقة من:",
      source: (text) => `المصدر: ${i(text)}.`, data: "حول البيانات", madeFrom: (what) => `أُنتجت من ${what}.`,
      kinds: { "public-use": "ملف للاستخدام العام أُعد للجميع", synthetic: "بيانات اصطناعية: سجلات أشخاص مختلقين", confidential: "بيانات سرية" },
      facts: { unit: "وحدة العد", period: "الفترة", source: "المصدر", licence: "الترخيص", contact: "الاتصال", release: "فئة النشر" },
      exposure: "ما تكشفه هذه الملفات",
      sealed: ["مجموعة البيانات هذه مختومة: ليس في ملفاتها إلا القيم المحمية للجداول المنشورة. ليس فيها أعداد حقيقية ولا مفاتيح ولا جدول تشويش.", "الختم وحده لا يجعل البيانات آمنة. الإجماليات والأصفار والتشويش المحدود لا تزال تكشف شيئًا. يجرب التدقيق قبل النشر الهجمات المعروفة."],
      preprotected: ["مجموعة البيانات هذه محمية مسبقًا: في ملفاتها أعداد غيَّرها الناشر من قبل.", "هذا التغيير وحده يحمي ممن يقرأ الملفات. التشويش المضاف في المتصفح يجعل الجداول متسقة ولا يخفي شيئًا آخر."],
      keyed: "مجموعة البيانات هذه بالمفاتيح: في ملفاتها الأعداد الحقيقية ومفاتيح خلاياها. يستطيع كل من ينزل الملفات قراءة هذه الأعداد. لا يحفظ المتصفح سرًا عن مستخدمه.",
      keyedInside: "البيانات سرية، فيجب أن تبقى هذه الملفات داخل المؤسسة التي تحفظها.",
      keyedFit: (synthetic) => `هذا مقبول هنا، لأن البيانات ${synthetic ? "اصطناعية" : "ملف للاستخدام العام"}. تبين الحماية كيف تعمل الطريقة، ولا تخفي شيئًا عمن يقرأ الملفات.`,
      keyedNever: "يجب ألا تُنشر البيانات السرية هكذا. يرفض cellveil إنشاء مجموعة بيانات كهذه للجمهور.", steps: "الخطر والمنفعة",
      measure: "قياس الخطر والمنفعة", measuring: "جارٍ القياس…", tooLarge: "هذا الجدول أكبر من أن يُقاس هنا. استخدم سطر الأوامر لقياسه.",
      publisherMeasures: "عرض مقاييس الناشر", check: "التحقق من جدول",
      checkHint: "للتحقق من جدول من هذه الصفحة، اختر ملف CSV وإيصاله. تنشئ الصفحة الجدول من جديد وتقارن الجدولين. تبقى الملفات على هذا الجهاز.",
      checkTable: "الجدول (ملف ‎.csv)", checkReceipt: "الإيصال (ملف ‎.receipt.json)", checkButton: "تحقق", checking: "جارٍ التحقق…",
      notChecked: "لم يُتحقق منه.", genuine: "الجدول صحيح.", matches: (caption) => `كل رقم يطابق مجموعة البيانات هذه: ${i(caption)}.`, failed: "فشل التحقق.",
      verdicts: {
        "not-a-receipt": "الملف الثاني ليس إيصالًا. «إيصال» في قائمة «حفظ» يحفظ واحدًا.",
        "receipt-damaged": "غُيِّر الإيصال فلا يثبت شيئًا. اطلب الإيصال من جديد.",
        "newer-version": "يحتاج الإيصال إلى إصدار أحدث من cellveil. أعد تحميل الصفحة ثم حاول من جديد.",
        "other-cube": "الإيصال لمجموعة بيانات أخرى. إذا كانت في القائمة «مجموعة البيانات» فاخترها ثم تحقق من جديد.",
        "other-version": "الإيصال لإصدار آخر من مجموعة البيانات هذه. لا تتحقق هذه الصفحة إلا من الإصدار الحالي.",
        "table-differs": "الجدول والإيصال لا يخصان بعضهما، أو غُيِّر الجدول. قد يغيِّر برنامج الجداول الملف عند حفظه.",
        "not-rebuilt": "لا تستطيع هذه الصفحة إنشاء جدول الإيصال. ربما يستخدم الجدول طريقة خاصة.",
        "cube-differs": "تعطي مجموعة البيانات هذه جدولًا آخر لاستعلام الإيصال. الإيصال من بيانات أخرى.",
      },
    },

    properties: {
      consistent: "متسق", exceptTotals: "متسق إلا الإجماليات", inconsistent: "يختلف من جدول إلى آخر", additive: "جمعي", notAdditive: "غير جمعي",
      unbiased: "غير متحيز", biased: "متحيز", keepsZeros: "تبقى الخلايا الفارغة فارغة", fillsZeros: "قد تظهر في الخلايا الفارغة أعداد",
      gain: (gain) => `تزيد الخلية الفارغة ${number(gain, 2)} في المتوسط`, largestChange: (most) => `لا يتغير أي رقم بأكثر من ${number(most)}`,
    },
  };
}

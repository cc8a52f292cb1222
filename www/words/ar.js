/** What the element itself says, in Arabic. What comes from a cube may be in a language of the other direction, and is isolated. */

/** @param {string} text */
const isolated = (text) => `\u2068${text}\u2069`;

/** @type {import("./en.js").ElementWords} */
export const ar = {
  language: "ar",
  count: "العدد",
  total: "المجموع",
  isolated,
  by: (rows, columns) => `${isolated(rows)} حسب ${isolated(columns)}`,
  loading: "جارٍ تحميل الجدول",
  again: "إعادة المحاولة",
  source: (what) => `المصدر: ${isolated(what)}`,
  licence: (what) => `الترخيص: ${isolated(what)}`,
  attribute: (name) => `لا يمكن استخدام السمة «${isolated(name)}» لهذا الجدول.`,
  errors: {
    network: "تعذر تحميل البيانات. تحقق من الاتصال ثم أعد المحاولة.",
    "damaged-file": "وصل أحد ملفات البيانات تالفًا، فلم يُنشأ منه جدول.",
    "damaged-manifest": "وصف البيانات تالف، أو أنه ليس وصفًا لبيانات.",
    "newer-version": "أُعدت هذه البيانات لإصدار أحدث من برنامج هذه الصفحة.",
    "table-too-large": "هذا الجدول أكبر من أن يُعرض هنا.",
    wasm: "تعذر على هذا المتصفح تشغيل محرك الجداول.",
    "no-view": "لم تُنشر هذه المتغيرات معًا.",
    "needs-blocks": "لم تُنشر هذه الفئات معًا كرقم واحد.",
    closed: "أغلقت الصفحة هذه البيانات.",
    refused: "لا تسمح قواعد هذه البيانات بهذا الجدول.",
    other: "لا يمكن عرض هذا الجدول.",
  },
  method: [
    [/^The counts are shown as they are, without protection\.$/, "تُعرض الأعداد كما هي دون حماية."],
    [/^Each count is changed by a small random amount\.$/, "يُغيَّر كل عدد بمقدار عشوائي صغير."],
    [/^Each count is rounded up or down, at random, to a multiple of (\d+)\.$/, "يُقرَّب كل عدد عشوائيًا، بالزيادة أو النقصان، إلى أحد مضاعفات $1."],
    [/^Each count below (\d+) is rounded up or down, at random, to a multiple of (\d+)\.$/, "يُقرَّب كل عدد أقل من $1 عشوائيًا، بالزيادة أو النقصان، إلى أحد مضاعفات $2."],
    [/^Each count is rounded to the nearest multiple of (\d+)\.$/, "يُقرَّب كل عدد إلى أقرب مضاعف للعدد $1."],
    [/^Counts of 0 are suppressed, the others rounded to the nearest multiple of (\d+)\.$/, "تُحجب الأعداد الصفرية، ويُقرَّب غيرها إلى أقرب مضاعف للعدد $1."],
    [/^Counts below (\d+), 0 included, are suppressed, the others rounded to the nearest multiple of (\d+)\.$/, "تُحجب الأعداد الأقل من $1، ومنها الصفر، ويُقرَّب غيرها إلى أقرب مضاعف للعدد $2."],
    [/^In each count some records, ([\d.]+) on average, are counted three times or not at all, at random\.$/, "في كل عدد تُحسب بعض السجلات، وهي $1 في المتوسط، ثلاث مرات أو لا تُحسب، عشوائيًا."],
    [/^In each count some records, ([\d.]+) on average, are counted three times or not at all, at random; that of a count of 1 always is\.$/, "في كل عدد تُحسب بعض السجلات، وهي $1 في المتوسط، ثلاث مرات أو لا تُحسب، عشوائيًا؛ وسجل العدد 1 كذلك دائمًا."],
    [/^In each count some records, ([\d.]+) on average, are counted three times or not at all, at random; in counts up to (\d+) all of them are\.$/, "في كل عدد تُحسب بعض السجلات، وهي $1 في المتوسط، ثلاث مرات أو لا تُحسب، عشوائيًا؛ وفي الأعداد حتى $2 تكون كلها كذلك."],
    [/^Each count may be moved to another value, with set probabilities\.$/, "قد يُستبدل بكل عدد قيمة أخرى، باحتمالات محددة."],
    [/^Counts are moved to other values, as many in each table as set probabilities make expected\.$/, "تُستبدل بأعداد قيم أخرى، بقدر ما تجعله الاحتمالات المحددة متوقعًا في كل جدول."],
    [/^The change depends on the records counted, so the same records give the same figure in every table\.$/, "يعتمد التغيير على السجلات المحسوبة، فتعطي السجلات نفسها الرقم نفسه في كل جدول."],
    [/^The same records may give different figures in different tables\.$/, "قد تعطي السجلات نفسها أرقامًا مختلفة في جداول مختلفة."],
    [/^Figures below (\d+) after this change are suppressed, 0 included\.$/, "تُحجب الأرقام الأقل من $1 بعد هذا التغيير، ومنها الصفر."],
    [/^Some empty cells are shown with a small figure\.$/, "تُعرض بعض الخلايا الفارغة برقم صغير."],
    [/^In answers by building blocks, areas of (\d+) or more are shown as they are; elsewhere they are not\.$/, "في الإجابات بالوحدات الجغرافية تُعرض المناطق التي تبلغ $1 أو أكثر كما هي، ولا تُعرض كذلك في غيرها."],
    [/^Totals are treated like any other count, so the figures may not add up to them\.$/, "تُعامل المجاميع كأي عدد آخر، فقد لا يساويها جمع الأرقام."],
    [/^Totals are the sums of the figures shown, and may differ between tables\.$/, "المجاميع هي جمع الأرقام المعروضة، وقد تختلف من جدول إلى آخر."],
  ],
};

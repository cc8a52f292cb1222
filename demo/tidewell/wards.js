// The wards of Tidewell, an invented town: the position of each ward on a sheet of 100 by 70, its number of blocks, and
// its population.

/**
 * @typedef {{ en: string, fr: string, ar: string }} Text
 * @typedef {object} Ward
 * @property {string} code
 * @property {Text} label
 * @property {string} district
 * @property {[x: number, y: number][]} seeds  one on each piece of land
 * @property {number} blocks
 * @property {number} persons  mean number of persons in a block
 * @property {number} wealth  from -1 to 1
 * @property {number} age  difference from the town's mean age, in years
 * @property {number} abroad  share of households from abroad
 * @property {number} students  probability that a person of 19 to 23 studies
 */

/** @type {{ code: string, label: Text }[]} */
export const DISTRICTS = [
  { code: "TD1", label: { en: "Old Town", fr: "Vieille Ville", ar: "المدينة القديمة" } },
  { code: "TD2", label: { en: "East Bank", fr: "Rive Est", ar: "الضفة الشرقية" } },
  { code: "TD3", label: { en: "The Heights", fr: "Les Hauteurs", ar: "المرتفعات" } },
  { code: "TD4", label: { en: "The Shore", fr: "Le Littoral", ar: "الساحل" } },
];

/** @type {Ward[]} */
export const WARDS = [
  { code: "TW01", label: { en: "Quayside", fr: "Les Quais", ar: "الأرصفة" }, district: "TD1", seeds: [[38, 32]], blocks: 10, persons: 380, wealth: -0.3, age: -3, abroad: 0.31, students: 0.3 },
  { code: "TW02", label: { en: "Market", fr: "Le Marché", ar: "السوق" }, district: "TD1", seeds: [[41, 42]], blocks: 9, persons: 420, wealth: 0, age: -2, abroad: 0.24, students: 0.35 },
  { code: "TW03", label: { en: "Castle", fr: "Le Château", ar: "القلعة" }, district: "TD1", seeds: [[27, 35]], blocks: 10, persons: 340, wealth: 0.5, age: 5, abroad: 0.1, students: 0.25 },
  { code: "TW04", label: { en: "Mills", fr: "Les Moulins", ar: "المطاحن" }, district: "TD2", seeds: [[57, 37]], blocks: 10, persons: 400, wealth: -0.5, age: -4, abroad: 0.35, students: 0.25 },
  { code: "TW05", label: { en: "Station", fr: "La Gare", ar: "المحطة" }, district: "TD2", seeds: [[67, 47]], blocks: 11, persons: 390, wealth: -0.2, age: -2, abroad: 0.27, students: 0.3 },
  { code: "TW06", label: { en: "Shipyards", fr: "Les Chantiers", ar: "أحواض السفن" }, district: "TD2", seeds: [[62, 25]], blocks: 10, persons: 350, wealth: -0.7, age: 0, abroad: 0.22, students: 0.2 },
  { code: "TW07", label: { en: "Orchards", fr: "Les Vergers", ar: "البساتين" }, district: "TD3", seeds: [[38, 56]], blocks: 10, persons: 290, wealth: 0.6, age: 3, abroad: 0.08, students: 0.3 },
  { code: "TW08", label: { en: "University", fr: "L’Université", ar: "الجامعة" }, district: "TD3", seeds: [[53, 62]], blocks: 9, persons: 410, wealth: 0.1, age: -9, abroad: 0.2, students: 0.85 },
  { code: "TW09", label: { en: "Windmill Hill", fr: "Le Moulin-à-Vent", ar: "تل الطاحونة" }, district: "TD3", seeds: [[22, 50]], blocks: 9, persons: 270, wealth: 0.8, age: 6, abroad: 0.06, students: 0.3 },
  { code: "TW10", label: { en: "Dunes", fr: "Les Dunes", ar: "الكثبان" }, district: "TD4", seeds: [[14, 31]], blocks: 9, persons: 240, wealth: 0.3, age: 12, abroad: 0.07, students: 0.2 },
  { code: "TW11", label: { en: "Gardens", fr: "Les Jardins", ar: "الحدائق" }, district: "TD4", seeds: [[83, 41]], blocks: 11, persons: 310, wealth: 0.4, age: 0, abroad: 0.12, students: 0.3 },
  { code: "TW12", label: { en: "Lighthouse", fr: "Le Phare", ar: "المنارة" }, district: "TD4", seeds: [[80, 25], [78, 8]], blocks: 9, persons: 230, wealth: -0.1, age: 9, abroad: 0.09, students: 0.2 },
];

/** Returns a generator of uniform numbers from 0 to 1 that depend only on the seed: Mulberry32. @param {number} seed */
export function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Links, as CDP's `Network.emulateNetworkConditions` takes them: WebPageTest's profiles Cable, 3G and 4G (its
 * connectivity.ini), bits a second made bytes. CDP adds the latency to each request, and no time for opening a connection.
 */

/** @typedef {{ offline: boolean, latency: number, downloadThroughput: number, uploadThroughput: number }} Conditions */

/** @param {number} down @param {number} up kbit/s @param {number} latency ms @returns {Conditions} */
const link = (down, up, latency) => ({ offline: false, latency, downloadThroughput: down * 125, uploadThroughput: up * 125 });

/** By name; null leaves the loopback interface as it is. @type {Record<string, Conditions | null>} */
export const LINKS = {
  none: null,
  cable: link(5000, 1000, 28),
  "4g": link(9000, 9000, 170),
  "3g": link(1600, 768, 300),
};

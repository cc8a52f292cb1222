/**
 * Parameters of CDP's `Network.emulateNetworkConditions` for WebPageTest's profiles Cable, 3G and 4G
 * (connectivity.ini). Bits per second are converted to bytes. CDP adds the latency to each request. It adds no time for
 * opening a connection.
 */

/** @typedef {{ offline: boolean, latency: number, downloadThroughput: number, uploadThroughput: number }} Conditions */

/** @param {number} down @param {number} up kbit/s @param {number} latency ms @returns {Conditions} */
const link = (down, up, latency) => ({ offline: false, latency, downloadThroughput: down * 125, uploadThroughput: up * 125 });

/** Links by name. `null` means the loopback interface without a limit. @type {Record<string, Conditions | null>} */
export const LINKS = {
  none: null,
  cable: link(5000, 1000, 28),
  "4g": link(9000, 9000, 170),
  "3g": link(1600, 768, 300),
};

// A small static server for the demonstration and the tests. The package has no server, because any web server works.

import { once } from "node:events";
import { createServer } from "node:http";
import sirv from "sirv";

// The builder puts a file's hash into its name. A changed file has another name, so browsers can cache files for a long
// time.
const NAMED_BY_HASH = /[-./][0-9a-f]{16,64}\.[a-z]+$/;

/**
 * Serves a folder on the loopback interface.
 * @param {string} dir
 * @param {number} [port] 0, the default, takes any free port
 * @param {{ brotli?: boolean }} [options] `brotli`, the default, sends the brotli copies from scripts/site.js
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serve(dir, port = 0, { brotli = true } = {}) {
  const files = sirv(dir, {
    // Reads the disk on each request, so that a rebuilt site needs no restart.
    dev: true,
    etag: true,
    brotli,
    setHeaders(response, pathname) {
      // All files are public. Pages of other origins and sandboxed pages may load them.
      response.setHeader("Access-Control-Allow-Origin", "*");
      if (pathname.endsWith(".cvt")) response.setHeader("Content-Type", "application/octet-stream");
      if (NAMED_BY_HASH.test(pathname)) response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
    },
  });
  const server = createServer((request, response) => files(request, response));
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () => new Promise((resolve) => {
      server.close(() => resolve());
      // A browser keeps idle connections open, and close() would wait for them.
      server.closeAllConnections();
    }),
  };
}

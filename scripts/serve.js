// A small static server for the demonstration and for the tests. It is not part of the package: any web server will do.

import { once } from "node:events";
import { createServer } from "node:http";
import sirv from "sirv";

// The builder puts a file's hash into its name, so that the name never stands for other bytes.
const NAMED_BY_HASH = /[-./][0-9a-f]{16,64}\.[a-z]+$/;

/**
 * Serves a folder on the loopback interface.
 * @param {string} dir
 * @param {number} [port] 0, the default, takes any free one
 * @param {{ brotli?: boolean }} [options] `brotli`, the default, sends the copies that scripts/site.js puts beside the
 *   files, where the browser takes that
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function serve(dir, port = 0, { brotli = true } = {}) {
  const files = sirv(dir, {
    // Looks at the disk on each request, so that a rebuilt site shows without a restart.
    dev: true,
    etag: true,
    brotli,
    setHeaders(response, pathname) {
      // For pages of other origins, and sandboxed ones, whose origin is none: what is here is public.
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
      // A browser keeps idle connections open, for which close() would wait.
      server.closeAllConnections();
    }),
  };
}

// Serves the pages of tests/browser/hosts with the package and the demo cubes, and records the requests.

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import sirv from "sirv";
import { path } from "../../../scripts/lib.js";

/** The strictest policy that `docs/reference/element.md` documents. */
export const STRICT = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'";

/** The policy of a page, by its folder. @type {Record<string, string>} */
const POLICIES = { "strict-csp": STRICT, "no-workers": `${STRICT}; worker-src 'none'` };

/**
 * Serves the pages as `/HOST/…`. The page `/other-origin/` loads package and cube from another origin. `/cellveil/…`
 * and `/cubes/…` are the folders of target/site. `app`, the output of Vite, is served as `/vite-app/…`.
 * @param {string} app
 */
export async function serveHosts(app) {
  const options = { dev: true, etag: true };
  const [pages, built, site] = [path("tests/browser/hosts"), app, path("target/site")].map((dir) => sirv(dir, options));
  /** @type {string[]} */
  const asked = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://server");
    const [, folder] = pathname.split("/");
    asked.push(pathname);
    // A sandboxed page has no origin, so it needs this header.
    response.setHeader("Access-Control-Allow-Origin", "*");
    if (POLICIES[folder]) response.setHeader("Content-Security-Policy", POLICIES[folder]);
    const missing = () => void response.writeHead(404).end();
    // The page "plain" with package and cube from another origin: this server under another host name.
    if (pathname === "/other-origin/") {
      const page = readFileSync(path("tests/browser/hosts/plain/index.html"), "utf8");
      const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
      return void response.setHeader("Content-Type", "text/html").end(page.replace(/"(?=\/(cellveil|cubes)\/)/g, `"http://localhost:${port}`));
    }
    if (folder === "cellveil" || folder === "cubes") return site(request, response, missing);
    const inner = pathname.slice(folder.length + 1);
    if (folder === "vite-app") request.url = inner;
    if (folder === "other-origin") request.url = `/plain${inner}`;
    if (folder === "no-workers") request.url = `/strict-csp${inner}`;
    return (folder === "vite-app" ? built : pages)(request, response, missing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    close: () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
  };
}

// npm start: builds missing parts and serves the site with its demo cubes. PORT=… sets the port.

import { build } from "./build.js";
import { Failure, main, say } from "./lib.js";
import { SITE, assemble } from "./site.js";

const FIRST_PORT = 8080;
const TRIED_PORTS = 20;

/** Serves on the port in PORT, or on the first free port. */
async function listen() {
  // Imported here, because `build` may have just installed the server's dependency.
  const { serve } = await import("./serve.js");
  const chosen = process.env.PORT;
  const ports = chosen ? [Number(chosen)] : Array.from({ length: TRIED_PORTS }, (_, i) => FIRST_PORT + i);
  if (chosen && !/^\d{1,5}$/.test(chosen)) throw new Failure(`PORT is ${chosen}, but must be a number`);
  for (const port of ports) {
    try {
      return await serve(SITE, port);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
    }
  }
  throw new Failure(chosen ? `port ${chosen} is in use` : `no free port from ${FIRST_PORT} on; set PORT`);
}

await main(import.meta.url, async () => {
  await build();
  await assemble();
  const server = await listen();
  say(`serving at ${server.url} (Ctrl-C stops)`);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => server.close());
});

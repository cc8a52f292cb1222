// `node scripts/types.js` writes TypeScript declarations to pkg/types. Run scripts/bundle.js first, because the
// declarations of the entry points in pkg/js decide which files the package needs.

import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { filesOf, main, path, runModule } from "./lib.js";

/** Writes the declarations that the entry points need, from the JSDoc of the hand-written modules. */
export function writeTypes() {
  rmSync(path("pkg/types"), { recursive: true, force: true });
  runModule("typescript/bin/tsc", ["--project", "scripts/types.json"]);
  // Modules in www import the bindings from ../../pkg. From pkg/types, the path to the bindings is ../..
  for (const file of filesOf("pkg/types")) {
    writeFileSync(path(file), readFileSync(path(file), "utf8").replaceAll('"../../pkg/', '"../../'));
  }
  const needed = reachable(filesOf("pkg/js").filter((file) => file.endsWith(".d.ts")));
  for (const file of filesOf("pkg/types")) if (!needed.has(file)) rmSync(path(file));
}

/** The declarations that these files import, directly or not. @param {string[]} files */
function reachable(files) {
  const found = new Set(files);
  for (const file of found) {
    for (const [, name] of readFileSync(path(file), "utf8").matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]*)"/g)) {
      const target = posix.join(posix.dirname(file), name).replace(/\.jsx?$/, ".d.ts");
      if (existsSync(path(target))) found.add(target);
    }
  }
  return found;
}

await main(import.meta.url, writeTypes);

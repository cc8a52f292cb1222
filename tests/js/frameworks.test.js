// The apps of webpack, Next, Astro and a notebook: documents show their files, and their installation is reproducible.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { filesOf, path } from "../../scripts/lib.js";
import { blocksOf } from "./support/documents.js";

const HOSTS = "tests/browser/hosts";

/** @param {string} file */
const text = (file) => readFileSync(path(file), "utf8");

test("the guide shows files of the apps", () => {
  const blocks = blocksOf("docs/guide/embed.md").map((block) => `${block.text}\n`);
  for (const file of ["webpack-app/src/index.js", "next-app/app/figures.tsx", "astro-app/src/components/Figures.astro"]) {
    assert.ok(blocks.includes(text(`${HOSTS}/${file}`)), file);
  }
});

test("the apps name exact versions, and their lock files are complete and name no host but npm's", () => {
  const manifests = filesOf(HOSTS).filter((file) => file.endsWith("/package.json"));
  assert.equal(manifests.length, 4);
  for (const file of manifests) {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text(file));
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) assert.match(version, /^\d+\.\d+\.\d+$/, `${name} of ${file}`);
    const lock = file.replace(/package\.json$/, "package-lock.json");
    /** @type {{ packages: Record<string, { integrity?: string, resolved?: string, dependencies?: object, devDependencies?: object, optionalDependencies?: object }> }} */
    const { packages: { "": own, ...packages } } = JSON.parse(text(lock));
    assert.deepEqual({ ...own.dependencies, ...own.devDependencies }, { ...dependencies, ...devDependencies }, lock);
    const names = new Set(Object.keys(packages).map((place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length)));
    for (const [name, { integrity, resolved = "", optionalDependencies = {} }] of Object.entries(packages)) {
      assert.ok(integrity, `${name} of ${lock} has a hash`);
      // `npm ci` refuses a lock file without the programs of other systems.
      for (const other of Object.keys(optionalDependencies)) assert.ok(names.has(other), `${lock} lacks ${other}`);
      assert.match(resolved, /^($|https:\/\/registry\.npmjs\.org\/)/, `${name} of ${lock}`);
    }
  }
});

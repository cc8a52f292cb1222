// The types of the elements' tags in React, Svelte and Vue: what a page may write, and what is an error.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { path, root } from "../../scripts/lib.js";

// A folder inside the package, so that `cellveil` resolves to this package through its exports.
const FOLDER = path("target/typescript/markup");

/** The parts of the types of Svelte 5 and Vue 3 that the package's declarations name. */
const STANDINS = `
  declare module "svelte/elements" {
    export interface HTMLAttributes<T extends EventTarget> { class?: string; onclick?: (event: MouseEvent & { currentTarget: T }) => void }
    export interface SvelteHTMLElements {}
  }
  declare module "vue" {
    export interface HTMLAttributes { class?: any; id?: string }
    export interface PublicProps { key?: PropertyKey }
    export interface GlobalComponents {}
  }
`;

const REACT = `
  import "cellveil/element.js";
  import type {} from "cellveil/react";
  import { useRef } from "react";
  import type { Cube } from "cellveil";
  import type { CellveilTable } from "cellveil/element.js";
  import type { CellveilBuilder } from "cellveil/builder.js";
  declare const cube: Cube;
  export function Page() {
    const table = useRef<CellveilTable>(null);
    const builder = useRef<CellveilBuilder>(null);
    return <>
      <cellveil-table ref={table} src="cube/cube.json" rows="region" columns="sex,age:band" no-totals className="wide" key={1}>Until then</cellveil-table>
      <cellveil-table src={{ get: async () => new Uint8Array() }} base={new URL("https://office.example/cellveil/")} rows={["region"]} filter={{ age: [1, 2], sex: 1 }} />
      <cellveil-table cube={cube} groups={{ region: { North: ["E1", "E2"] } }} totals={false} unstyled areas="blocks" method={{ kind: "none" }} with={[{ rows: "sex" }]} />
      <cellveil-table oncellveil-ready={({ detail }) => detail.table.rows()} oncellveil-error={({ detail }) => detail.error.code} onClick={() => table.current?.refresh()} />
      <cellveil-builder ref={builder} src="cube/cube.json" rows="region" value={{ rows: ["region"], view: { chart: "bar" } }} oncellveil-change={({ detail }) => [detail.value.rows, detail.table.rows()]} oncellveil-ready={() => builder.current?.refresh()} />
      <cellveil-builder oncellveil-error={({ detail }) => detail.error.code} method="default" />
      {/* @ts-expect-error: a choice has no such field */}
      <cellveil-builder value={{ query: {} }} />
      {/* @ts-expect-error: a builder has its own style */}
      <cellveil-builder unstyled />
      <cellveil-builder method={{ kind: "none" }} />
      {/* @ts-expect-error: a builder shows one table */}
      <cellveil-builder with={[{ rows: "sex" }]} />
      {/* @ts-expect-error: rows are names */}
      <cellveil-table rows={5} />
      {/* @ts-expect-error: there is no such attribute */}
      <cellveil-table colums="sex" />
      {/* @ts-expect-error: totals is true or false */}
      <cellveil-table totals="no" />
      {/* @ts-expect-error: false would not remove the attribute in every framework */}
      <cellveil-table no-totals={false} />
      {/* @ts-expect-error: errors have no table */}
      <cellveil-table oncellveil-error={({ detail }) => detail.table} />
      {/* @ts-expect-error: a table has no value */}
      <cellveil-table value={{}} />
    </>;
  }
`;

const SVELTE = `
  import type {} from "cellveil/svelte";
  import type { SvelteHTMLElements } from "svelte/elements";
  type Tags = SvelteHTMLElements;
  export const table: Tags["cellveil-table"] = { src: "cube/cube.json", rows: ["region"], class: "wide", totals: false, "oncellveil-ready": ({ detail }) => detail.table.rows() };
  export const builder: Tags["cellveil-builder"] = { rows: "region", value: {}, "oncellveil-change": ({ detail }) => detail.value.view?.chart };
  // @ts-expect-error: rows are names
  export const numbers: Tags["cellveil-table"] = { rows: 5 };
  // @ts-expect-error: errors have no table
  export const listener: Tags["cellveil-table"] = { "oncellveil-error": ({ detail }) => detail.table };
`;

const VUE = `
  import type {} from "cellveil/vue";
  import type { GlobalComponents } from "vue";
  type Props<Tag extends keyof GlobalComponents> = InstanceType<GlobalComponents[Tag]>["$props"];
  export const table: Props<"cellveil-table"> = { src: "cube/cube.json", rows: ["region"], class: "wide", totals: false, onCellveilReady: ({ detail }) => detail.table.rows() };
  export const builder: Props<"cellveil-builder"> = { rows: "region", value: { columns: ["sex"] }, onCellveilChange: ({ detail }) => detail.value.rows };
  // @ts-expect-error: rows are names
  export const numbers: Props<"cellveil-table"> = { rows: 5 };
  // @ts-expect-error: errors have no table
  export const listener: Props<"cellveil-table"> = { onCellveilError: ({ detail }) => detail.table };
`;

for (const [name, file, text] of [["React", "react.tsx", REACT], ["Svelte", "svelte.ts", SVELTE], ["Vue", "vue.ts", VUE]]) {
  test(`${name} knows the elements, their properties and their events`, () => {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${FOLDER}/standins.d.ts`, STANDINS);
    writeFileSync(`${FOLDER}/${file}`, text);
    const files = name === "React" ? [] : [`${FOLDER}/standins.d.ts`];
    const options = ["--ignoreConfig", "--noEmit", "--strict", "--skipLibCheck", "false", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler", "--jsx", "react-jsx", "--lib", "es2022,dom,dom.iterable", "--types", ""];
    const done = spawnSync(process.execPath, [path("node_modules/typescript/bin/tsc"), ...options, ...files, `${FOLDER}/${file}`], { cwd: root, encoding: "utf8" });
    assert.equal(done.status, 0, done.stdout);
  });
}

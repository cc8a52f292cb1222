// Files of charts contain every figure and the receipt, and axe reports no violation in charts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { textsOf } from "../../www/site/result/charts/png.js";
import { accessible } from "./accessible.js";
import { CASES, CENSUS, cellsOf, charting, saved } from "./charts-support.js";
import { commandLine, downloaded, handBack, listenedPage, setUp } from "./support.js";

const { server, browser } = setUp();
const withChart = charting(server, browser);

test("an SVG stands alone, has every figure and does not depend on the screen; a PNG is twice its size", async () => {
  for (const [kind, cube, hash, query] of CASES.filter((_, at) => at !== 7)) {
    const address = `#cube=${cube.split("/").at(-1)}&${hash}&picture=${kind}`;
    const { page, complaints } = await withChart(address);
    const shown = cellsOf(commandLine(cube, ...query)).filter(({ codes }) => !codes.includes("_T"));
    const svg = await saved(page, "chart-svg");
    const text = svg.bytes.toString("utf8");
    assert.ok(svg.name.endsWith(`.${kind}.svg`), svg.name);
    const read = await page.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
      return {
        name: root.nodeName, size: [root.getAttribute("width"), root.getAttribute("height")].map(Number),
        cells: [...root.querySelectorAll("[data-cell]")].map((each) => [Number(each.getAttribute("data-cell")), each.getAttribute("data-value"), each.getAttribute("data-missing"), each.querySelector("title")?.textContent]),
        texts: [...root.querySelectorAll("text")].map((each) => each.textContent), desc: root.querySelector("desc")?.textContent, metadata: root.querySelector("metadata")?.textContent,
      };
    }, text);
    assert.equal(read.name, "svg");
    assert.deepEqual(read.cells.map(([cell, value]) => [cell, value]).sort(([a], [b]) => Number(a) - Number(b)), shown.map(({ cell, value }) => [cell, value]));
    assert.doesNotMatch(text, /var\(|currentColor|class=|<style|href|chart-\d/, "nothing that a page has to bring");
    const receipt = JSON.parse((await downloaded(page, "receipt")).text).digest;
    const line = `cellveil receipt sha256 ${receipt}`;
    assert.ok(read.texts.includes(line), "the receipt in sight");
    for (const part of [read.desc, read.metadata]) assert.ok(part?.includes(line) && /Method: .*\n.*Source: /s.test(part));
    assert.ok(read.texts.some((each) => each?.startsWith("Persons by ")));
    const other = await withChart(address, { colorScheme: "dark", viewport: { width: 390, height: 800 } });
    assert.equal((await saved(other.page, "chart-svg")).bytes.toString("utf8"), text, "the same table, the same file");
    await handBack(other.page);

    const png = await saved(page, "chart-png");
    assert.ok(png.name.endsWith(`.${kind}.png`));
    assert.deepEqual([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)], read.size.map((each) => 2 * each));
    const texts = textsOf(png.bytes);
    assert.equal(texts.Comment, line);
    assert.match(texts.Title, /^Persons by /);
    assert.match(texts.Description, /Method: /);
    assert.ok(texts.Source);
    const decoded = await page.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(image.width, image.height);
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
      context.drawImage(image, 0, 0);
      const { data } = context.getImageData(0, 0, image.width, image.height);
      let inked = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] < 200) inked++;
      return { size: [image.width, image.height], inked: inked / (data.length / 4), corner: [...data.slice(0, 4)] };
    }, png.bytes.toString("base64"));
    assert.deepEqual(decoded.size, read.size.map((each) => 2 * each));
    assert.ok(decoded.inked > 0.02 && decoded.inked < 0.6, `${decoded.inked}`);
    assert.deepEqual(decoded.corner, [255, 255, 255, 255]);
    assert.deepEqual(complaints, []);
    await handBack(page);
  }
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`no violation of WCAG 2.2 AA, ${colorScheme}, with each kind, its table open, and none`, async () => {
    for (const [kind, cube, hash] of [...CASES.filter((_, at) => [1, 2, 4, 6, 8, 9].includes(at)), ["none", CENSUS, "rows=region&columns=sex"]]) {
      const { page } = await listenedPage(browser, { colorScheme });
      await page.goto(`${server.url}#cube=${String(cube).split("/").at(-1)}&${hash}${kind === "none" ? "" : `&picture=${kind}`}`);
      await page.waitForSelector(kind === "none" ? ".cv-table td" : ".cv-frame svg.chart");
      if (kind !== "none") {
        await page.locator(".cv-chart summary").click();
        await page.locator(".cv-chart .cv-scrolls").waitFor();
      }
      await accessible(page, `${kind}`, ".cv-result");
      await handBack(page);
    }
  });
}

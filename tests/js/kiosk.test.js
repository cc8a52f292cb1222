// The options of kiosk mode, the public address of a choice, and where links may lead.

import assert from "node:assert/strict";
import { test } from "node:test";
import { kindOfLink, publicLink, readOptions } from "../../www/site/shell/kiosk/options.js";

test("options have defaults, and a wrong value gets its default", () => {
  for (const [text, idle, link] of /** @type {const} */ ([
    ["", 120, null],
    ["?kiosk", 120, null],
    ["?kiosk&idle=90", 90, null],
    ["idle=10", 10, null],
    ["idle=3600", 3600, null],
    ["idle=9", 120, null],
    ["idle=3601", 120, null],
    ["idle=Infinity", 120, null],
    ["idle=soon", 120, null],
    ["idle=", 120, null],
    ["link=https://statistics.example", 120, "https://statistics.example/"],
    ["link=https://statistics.example/tables", 120, "https://statistics.example/tables/"],
    ["link=http://statistics.example/a%26b%2Bc/", 120, "http://statistics.example/a&b+c/"],
    ["link=https://statistics.example/?a=1%23b", 120, "https://statistics.example/"],
    ["link=javascript:alert(1)", 120, null],
    ["link=ftp://statistics.example/", 120, null],
    ["link=statistics.example", 120, null],
    ["link=https://me:word@statistics.example/", 120, null],
    ["idle=30&link=https://statistics.example/&other=1", 30, "https://statistics.example/"],
  ])) assert.deepEqual(readOptions(text), { idle, link }, text);
});

test("the public address has the page and the choice, without the kiosk's options", () => {
  const link = "https://statistics.example/tables/";
  for (const [here, expected] of [
    ["http://localhost:8080/index.html?kiosk&idle=90#cube=a&rows=b:c", `${link}index.html#cube=a&rows=b:c`],
    ["http://localhost:8080/", link],
    ["http://localhost:8080/deep/maps.html#x", `${link}maps.html#x`],
    ["file:///home/kiosk/site.html?kiosk#rows=a%20b", `${link}site.html#rows=a%20b`],
  ]) assert.equal(publicLink(link, here), expected);
});

test("links lead to pages of the site, to places on the page, and nowhere else", () => {
  const here = "http://localhost:8080/site/index.html?kiosk#cube=a";
  for (const [address, kind] of [
    ["maps.html", "page"], ["maps.html#cube=a", "page"], ["./", "page"], ["index.html", "page"], ["index.html?kiosk", "here"],
    ["#cube=b", "here"], ["index.html#cube=b", "here"],
    ["https://other.example/", "outside"], ["//other.example/", "outside"], ["http://localhost:8081/site/index.html", "outside"], ["https://localhost:8080/site/index.html", "outside"],
    ["../", "outside"], ["/", "outside"], ["cubes/a/cube.json", "outside"], ["site.json", "outside"], ["deep/maps.html", "outside"],
    ["mailto:a@b.example", "outside"], ["tel:1", "outside"], ["javascript:alert(1)", "outside"], ["file:///etc/passwd", "outside"], ["chrome://settings", "outside"],
    ["blob:http://localhost:8080/1", "file"], ["data:text/csv,a", "file"],
  ]) assert.equal(kindOfLink(new URL(address, here), here), kind, address);
  const file = "file:///home/kiosk/site.html#a";
  assert.equal(kindOfLink(new URL("#b", file), file), "here");
  assert.equal(kindOfLink(new URL("file:///etc/passwd"), file), "outside");
});

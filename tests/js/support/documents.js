/**
 * Finds the code blocks of the documents and the commands in them. Commands are:
 *
 * - every line of a block that is fenced as `sh`;
 * - in a block without a language and in an indented block, each line that begins with `$ ` or the name of a
 *   program. All other lines are the output of the commands.
 *
 * Synopses with placeholders such as FILE are in blocks that are fenced as `text`.
 */

import { readFileSync } from "node:fs";
import { filesOf, path } from "../../../scripts/lib.js";

/** @typedef {{ language: string, text: string, line: number }} Block `line` of the document on which the text begins */
/** @typedef {{ text: string, line: number }} Command */

const PROGRAMS = /^(?:\w+=\S+ )?(?:cellveil|npm|npx|node|cargo|sed|export|python3|curl|git)(?: |$)/;

/** Returns the Markdown files for users and developers. Descriptions of formats and of test data are excluded. */
export function documents() {
  return filesOf("README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "docs", "demo", "pkg/README.md").filter((file) => file.endsWith(".md"));
}

/** @param {string} file @returns {Block[]} */
export function blocksOf(file) {
  const lines = readFileSync(path(file), "utf8").split("\n");
  /** @type {Block[]} */
  const found = [];
  for (let at = 0; at < lines.length; at++) {
    const fence = /^( *)```(\w*)/.exec(lines[at]);
    const start = fence ? at + 1 : at;
    if (fence) {
      const end = lines.findIndex((line, below) => below > at && line.startsWith(`${fence[1]}\`\`\``));
      at = end < 0 ? lines.length : end;
    } else if (/^ {4}/.test(lines[at]) && (at === 0 || lines[at - 1] === "")) {
      while (at + 1 < lines.length && /^( {4}|$)/.test(lines[at + 1])) at++;
    } else continue;
    const inside = lines.slice(start, fence ? at : at + 1);
    const indent = fence ? fence[1].length : Math.min(...inside.filter((line) => line !== "").map((line) => line.search(/\S/)));
    const text = inside.map((line) => line.slice(indent)).join("\n");
    found.push({ language: fence?.[2] ?? "", text, line: start + 1 });
  }
  return found;
}

/** @param {Block[]} blocks @returns {Command[]} */
export function commandsOf(blocks) {
  return blocks.flatMap(({ language, text, line }) => {
    if (language === "sh") return [{ text: text.trim(), line }];
    if (language !== "") return [];
    const lines = text.split("\n");
    return lines.flatMap((each, at) => {
      const command = each.replace(/^\$ /, "");
      if (command === each && !PROGRAMS.test(each)) return [];
      const end = lines.findIndex((next, below) => below >= at && !next.endsWith("\\"));
      return [{ text: [command, ...lines.slice(at + 1, end + 1)].join("\n"), line: line + at }];
    });
  });
}

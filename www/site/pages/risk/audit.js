// Attacks the tables that a publisher could release from the dataset, and shows the report of the audit.

import { byId, h } from "../../shell/dom.js";
import { save } from "../../shell/save.js";
import { counted } from "../../shell/words.js";

/** @import { Cube } from "../../shell/types.js" */

/** @import { AuditFinding, AuditReport, FindingFigure } from "../../cellveil/js/audit.js" */

const button = (/** @type {string} */ id) => /** @type {HTMLButtonElement} */ (byId(id));

export function createAudit() {
  let name = "";
  /** @type {AbortController | undefined} */
  let running;

  /** Shows the section for a dataset with true counts that the page may show. @param {string} next @param {Cube} [cube] */
  function show(next, cube) {
    byId("audit-section").hidden = !(cube?.mayReveal && cube.release === "keyed" && cube.defaultMethod);
    if (next === name) return;
    name = next;
    running?.abort();
    clear();
    byId("audit-status").textContent = "";
  }

  function clear() {
    byId("audit-report").replaceChildren();
    byId("audit-save").hidden = true;
  }

  async function run() {
    running?.abort();
    const mine = (running = new AbortController());
    const choices = { publish: { maxDimensions: Number(/** @type {HTMLSelectElement} */ (byId("audit-size")).value) }, signal: mine.signal };
    const source = new URL(`cubes/${name}/cube.json`, document.baseURI);
    const file = `${name}-audit.html`;
    clear();
    showRunning(true);
    say("Loading the audit …");
    try {
      const { audit } = await import("../../cellveil/js/audit.js").catch((cause) => {
        throw new Error(`the audit could not be loaded: ${cause.message}`, { cause });
      });
      const { report, text } = await audit(source, { ...choices, format: "html", onprogress: ({ stage, loaded, total }) => {
        if (!mine.signal.aborted) say(stage === "attacks" ? "Attacking the tables …" : `Loading the dataset: ${Math.round((100 * loaded) / Math.max(total, 1))} %`);
      } });
      if (mine.signal.aborted) return;
      byId("audit-report").replaceChildren(...reportOf(report));
      say(`${report.passes ? "PASS" : "FAIL"}: ${counted(report.views.length, "table")} audited.`);
      byId("audit-save").hidden = false;
      button("audit-save").onclick = () => save(text, file, "text/html;charset=utf-8");
    } catch (error) {
      if (running === mine) say(mine.signal.aborted ? "The audit was stopped." : problem(error));
    } finally {
      if (running === mine) showRunning(false);
    }
  }

  byId("audit-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void run();
  });
  byId("audit-stop").addEventListener("click", () => {
    running?.abort();
    byId("audit-run").focus();
  });

  return { show };
}

/** @param {string} words */
function say(words) {
  byId("audit-status").textContent = words;
}

/** @param {boolean} is */
function showRunning(is) {
  byId("audit-stop").hidden = !is;
  button("audit-run").setAttribute("aria-disabled", String(is));
}

/** @param {unknown} error */
const problem = (error) => `The audit failed: ${/** @type {Error} */ (error).message}.`;

/** Builds the verdict, the table of findings, and the list of what was not tested. @param {AuditReport} report */
function reportOf({ passes, verdict, reasons, nothing_at_risk: nothing, findings }) {
  const outcome = (/** @type {AuditFinding} */ { name, passes }) => (!passes ? "exceeds its limit" : name in reasons ? "not tested" : nothing.includes(name) ? "nothing at risk" : "within its limit");
  const [word, sentence] = [verdict.slice(0, 4), verdict.slice(4)];
  return [
    h("p", { class: passes ? "audit-verdict" : "audit-verdict audit-failed" }, h("strong", {}, word), sentence),
    h("div", { class: "numbers", tabindex: 0, role: "region", "aria-label": "Findings" }, h("table", { class: "audit-findings" },
      h("caption", { class: "hidden-visually" }, "Findings of the audit"),
      h("thead", {}, h("tr", {}, ...["Finding", "Outcome", "First figure", "Value", "Limit"].map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, ...findings.map((finding) => h("tr", { "data-finding": finding.name, class: finding.passes ? undefined : "failed" },
        h("th", { scope: "row" }, finding.name), h("td", { class: "words" }, outcome(finding)), h("td", { class: "words" }, finding.figures[0].name),
        h("td", {}, valueOf(finding.figures[0])), h("td", {}, limitOf(finding))))))),
    h("h3", {}, "Not tested"),
    h("ul", { class: "audit-untested" }, ...Object.entries(reasons).map(([name, why]) => h("li", {}, h("strong", {}, name), `: ${why}`))),
    ...(nothing.length ? [h("p", { class: "audit-nothing" }, h("strong", {}, "Nothing at risk"), `: no case of this kind exists for ${nothing.join(", ")}.`)] : []),
    h("p", { class: "hint" }, "This page audits keyed datasets. The command ", h("code", {}, "cellveil audit"), " and the module ", h("code", {}, "cellveil/audit.js"), " also audit sealed and preprotected datasets, and compare releases."),
    h("p", { class: "hint" }, "A passed audit does not prove that a dataset is safe. Other risks may exist."),
  ];
}

/** @param {number} share */
const percent = (share) => `${Number((100 * share).toFixed(2))}\u00a0%`;

/** @param {FindingFigure} figure */
function valueOf({ value, of, all }) {
  return of === undefined ? String(Number(value.toPrecision(4))) : `${of} of ${all}${all ? ` (${percent(value)})` : ""}`;
}

/** @param {AuditFinding} finding */
function limitOf({ figures, limit }) {
  return figures[0].of === undefined ? String(limit) : percent(limit);
}

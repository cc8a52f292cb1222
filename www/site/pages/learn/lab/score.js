// The scores of the attacks, from the report of an audit.

import { ATTACKS } from "./attacks.js";

/** @import { AuditFinding, AuditReport } from "../../../../api/audit.js" */
/** @import { Attack, Score } from "./attacks.js" */

/** The score of each attack of the laboratory. @param {AuditReport} report */
export function scoresOf(report) {
  return Object.fromEntries(ATTACKS.map((each) => {
    const finding = report.findings.find(({ name }) => name === each.finding);
    const isTested = finding && !(each.finding in report.reasons && finding.passes);
    return [each.finding, isTested ? scoreOf(each, finding) : null];
  }));
}

/** The score of an attack, from the figures of its finding. `null`: the attack was not tested. @param {Attack} attack @param {AuditFinding} finding @returns {Score | null} */
export function scoreOf(attack, { figures }) {
  const figure = (/** @type {string} */ name) => {
    const found = figures.find((each) => each.name === name);
    if (!found) throw new Error(`the finding ${attack.finding} has no figure “${name}”`);
    return found;
  };
  return attack.score({
    of: (name) => figure(name).of ?? 0,
    all: (name) => figure(name).all ?? 0,
    value: (name) => figure(name).value,
  });
}

// The workbench: the builder with the site's datasets. The address has the reader's choice.

import { firstAnswer, writeHash } from "./first.js";
import { byId, keepSkipLink } from "../../shell/dom.js";
import { hasPage, siteTitle } from "../../shell/pages.js";
import { createSiteBuilder } from "../../shell/site-builder.js";

/** @import { Selection } from "../../../choice/types.js" */

const { builder, start } = createSiteBuilder({ whole: false, page: {
  ask: firstAnswer,
  links: { ...(hasPage("risk.html") ? { measures: (/** @type {Selection} */ choice) => `risk.html${writeHash(choice)}` } : {}), ...(navigator.clipboard ? { link: () => location.href } : {}) },
} });

builder.addEventListener("cellveil-change", titled);
builder.addEventListener("cellveil-ready", titled);
function titled() {
  const caption = builder.querySelector("caption")?.textContent;
  if (caption) document.title = `${caption} – ${siteTitle()}`;
}

byId("workbench").append(builder);
// A refusal stands in the result, without a table.
keepSkipLink(() => builder.querySelector(".cv-table:has(table)") ?? builder.querySelector(".cv-result"));
void start();

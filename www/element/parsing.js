/** Where a browser is in reading the page that an element stands in. */
import { abortable } from "../api/downloads.js";

/**
 * Waits while the page is still being read, no further than to the element: a script that runs early (`async`) finds it before what stands between its
 * tags, which would come to stand below the table.
 * @param {Element} element
 * @param {AbortSignal} signal
 */
export async function parsed(element, signal) {
  const document = element.ownerDocument;
  if (document.readyState !== "loading" || !isLast(element)) return;
  await abortable(new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true })), signal);
}

/** Whether nothing comes after a node and what is in it. @param {Node | null} node @returns {boolean} */
const isLast = (node) => !node || (!node.nextSibling && isLast(node.parentNode));

/** Waits until the browser has parsed the element's content. */
import { abortable } from "../api/downloads.js";

/**
 * Waits until the page is parsed, if the parser may still be inside the element. An early script (`async`) can run
 * before the content between the element's tags is parsed. Without the wait, this content would appear below the table.
 * @param {Element} element
 * @param {AbortSignal} signal
 */
export async function parsed(element, signal) {
  const document = element.ownerDocument;
  if (document.readyState !== "loading" || !isLast(element)) return;
  await abortable(new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true })), signal);
}

/**
 * Whether no other node follows the node and its descendants in the document.
 * @param {Node | null} node
 * @returns {boolean}
 */
const isLast = (node) => !node || (!node.nextSibling && isLast(node.parentNode));

// Dialogs that take the place of downloads and of links to other sites: an address as a QR code for the visitor's phone.

import { h } from "../dom.js";
import { codeImage, fitsCode } from "./code.js";
import { publicLink } from "./options.js";

/** @param {string} title @param {...Node} content */
function show(title, ...content) {
  document.querySelector('[data-kiosk-part="take"]')?.remove();
  const close = h("button", { type: "button", class: "primary", click: () => dialog.close() }, "Close");
  const dialog = h("dialog", { class: "kiosk-dialog", "data-kiosk-part": "take", "aria-labelledby": "kiosk-take-title" },
    h("h2", { id: "kiosk-take-title" }, title), ...content, close);
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}

/** @param {string} address @param {string} text */
function coded(address, text) {
  if (!fitsCode(address)) return [h("p", {}, "This address is too long for a QR code. A choice of fewer categories has a shorter address.")];
  return [h("p", {}, text), codeImage(address, `QR code of the address ${address}`), h("p", { class: "kiosk-address" }, address)];
}

/** Shows the public address of the choice on the page. @param {string | null} link */
export function takeChoice(link) {
  if (link === null) return show("Nothing can be saved here", h("p", {}, "This kiosk saves no files. Write down the figures that you need."));
  show("Take it with you", ...coded(publicLink(link, location.href), "Scan the code with your phone. The address opens this choice, and you can save files there."));
}

/** Shows the address of another site. @param {string} address */
export function showOutside(address) {
  show("This link leaves the kiosk", ...coded(address, "Scan the code to open the address on your phone."));
}

// Adapts a drawing by Observable Plot to the page.
//
// Plot sets attributes and `element.style`, which the page's policy (style-src 'self') allows. The policy forbids the
// <style> element in each drawing. This module removes the <style> element, and charts.css and plots.css have its
// rules.

/*! Charts by Observable Plot, (c) 2020-2025 Observable, Inc., and D3, (c) 2010-2023 Mike Bostock: ISC licence,
https://github.com/observablehq/plot, https://github.com/d3/d3. Permission to use, copy, modify, and/or distribute this software for
any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all
copies. The software is provided "as is" and the authors disclaim all warranties with regard to this software. */
import { plot } from "@observablehq/plot";

/**
 * Minimum width of a drawing in pixels: room for margins and a few squares. A narrower page shows the drawing smaller.
 */
const LEAST_WIDTH = 160;

/**
 * Draws with Plot. For assistive technology, the drawing is an image with a description.
 * @param {Parameters<typeof plot>[0]} options
 * @param {string} words  what the drawing shows
 * @returns {SVGSVGElement & { scale(name: string): any }}
 */
export function plotSvg(options, words) {
  const width = Math.max(options?.width ?? 0, LEAST_WIDTH);
  const drawn = /** @type {any} */ (plot({ className: "chart", ariaLabel: words, ...options, width }));
  drawn.querySelector("style")?.remove();
  drawn.setAttribute("role", "img");
  // Plot writes labels on its groups. They are removed, because a group has no role that allows a label.
  for (const each of drawn.querySelectorAll("[aria-label]")) each.removeAttribute("aria-label");
  for (const each of drawn.children) each.setAttribute("aria-hidden", "true");
  return drawn;
}

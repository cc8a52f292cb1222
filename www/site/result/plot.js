// A drawing by Observable Plot, made fit for the page.
//
// Plot sets attributes and `element.style`, which the page's policy (style-src 'self') allows. The policy forbids the
// <style> element in each drawing. This module removes the element; charts.css and plots.css have its rules.

/*! Charts by Observable Plot, (c) 2020-2025 Observable, Inc., and D3, (c) 2010-2023 Mike Bostock: ISC licence,
https://github.com/observablehq/plot, https://github.com/d3/d3. Permission to use, copy, modify, and/or distribute this software for
any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all
copies. The software is provided "as is" and the authors disclaim all warranties with regard to this software. */
import { plot } from "@observablehq/plot";

/** Margins and a few squares fit in this width. The page shows a wider drawing smaller. */
const LEAST_WIDTH = 160;

/**
 * An image to assistive technology, named in words.
 * @param {Parameters<typeof plot>[0]} options
 * @param {string} words  what the drawing shows
 * @returns {SVGSVGElement & { scale(name: string): any }}
 */
export function plotSvg(options, words) {
  const width = Math.max(options?.width ?? 0, LEAST_WIDTH);
  const drawn = /** @type {any} */ (plot({ className: "chart", ariaLabel: words, ...options, width }));
  drawn.querySelector("style")?.remove();
  drawn.setAttribute("role", "img");
  // Plot names its groups, but a group has no role that could have a name.
  for (const each of drawn.querySelectorAll("[aria-label]")) each.removeAttribute("aria-label");
  for (const each of drawn.children) each.setAttribute("aria-hidden", "true");
  return drawn;
}

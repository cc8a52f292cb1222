// The variable that the reader drags. A drag ends in the builder in which it began.

/** @import { Place } from "../../choice/places.js" */

/** @type {{ name: string, from: Place | undefined, host: HTMLElement } | undefined} */
let dragged;

/** @param {typeof dragged} variable */
export function drag(variable) {
  dragged = variable;
}

/** The dragged variable, if the drag began in this builder. @param {HTMLElement} host */
export const draggedIn = (host) => (dragged?.host === host ? dragged : undefined);

// Draws the page.

import { render } from "preact";
import { byId } from "../../shell/dom.js";

export function start() {
  render(<p>Lessons</p>, byId("learn"));
}

// Starts one file: expands its code and runs it. The code is compressed, so it is a blob, and not text of the page.

import { bytesOf } from "./base85.js";
import { inflated } from "./contents.js";

/** Says that the browser is too old. */
function fail() {
  const old = document.getElementById("old");
  if (old) old.hidden = false;
  document.getElementById("waiting")?.remove();
}

async function start() {
  const code = await inflated(bytesOf(document.getElementById("code")?.textContent ?? "")).text();
  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  script.onerror = fail;
  document.head.append(script);
}

start().catch(fail);

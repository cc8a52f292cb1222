"use client";
import type { CellveilBuilder } from "cellveil/builder.js";
import type {} from "cellveil/react";
import { useEffect, useRef, useState } from "react";

export function Figures() {
  const builder = useRef<CellveilBuilder>(null);
  const [choice, setChoice] = useState("");
  useEffect(() => {
    for (const event of ["cellveil-ready", "cellveil-change"]) {
      builder.current?.addEventListener(event, () => setChoice(JSON.stringify(builder.current?.value)));
    }
    // An effect runs only in browsers. Servers cannot define elements.
    void import("cellveil/builder.js");
    void import("cellveil/element.js");
  }, []);
  return (
    <>
      <cellveil-table src="/cube/cube.json" rows="region" columns="sex" />
      <cellveil-builder ref={builder} src="/cube/cube.json" rows="region" columns="sex" />
      <output>{choice}</output>
    </>
  );
}

// The advice to swap the axes of a table that is too wide to read.

import { copyOf } from "../../choice/state.js";
import { useBuilder } from "../views/context.jsx";

/** @param {{ width: number, height: number }} props  the numbers of columns and rows */
export function Wide({ width, height }) {
  const { store, words: { wide } } = useBuilder();
  const swap = () => {
    const choice = copyOf(store.choice.value);
    store.change({ ...choice, rows: choice.columns, columns: choice.rows });
  };
  return <p class="cv-wide">{wide.text(width, height)} <button type="button" onClick={swap}>{wide.swap}</button></p>;
}

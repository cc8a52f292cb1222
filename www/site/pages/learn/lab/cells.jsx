// The published cells of a step, with the labels of the dataset.

/** @import { AuditCell } from "../../../../api/audit.js" */
/** @import { Cube } from "../../../shell/types.js" */

/** The labels of an axis and of a code. @param {Cube} cube @param {string} axis @param {string} code */
export function labelsOf(cube, axis, code) {
  const [name, level] = axis.split(":");
  const dimension = cube.dimensions.find((each) => each.name === name);
  const of = level === undefined ? dimension : dimension?.levels.find((each) => each.name === level);
  return { axis: of?.label ?? axis, code: of?.codes.find((each) => each.code === code)?.label ?? code };
}

/** @param {{ cube: Cube, cells: AuditCell[], label: string }} props */
export function Cells({ cube, cells, label }) {
  if (cells.length === 0) return null;
  const axes = [...new Set(cells.flatMap((cell) => cell.axes))];
  return (
    <div class="lab-cells" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead><tr>{axes.map((axis) => <th key={axis} scope="col">{labelsOf(cube, axis, "").axis}</th>)}<th scope="col" class="lab-number">Published</th></tr></thead>
        <tbody>
          {cells.map((cell, at) => (
            <tr key={at}>
              {axes.map((axis) => {
                const place = cell.axes.indexOf(axis);
                return <td key={axis}>{place < 0 ? <span class="lab-all">all</span> : labelsOf(cube, axis, cell.codes[place]).code}</td>;
              })}
              <td class="lab-number">{cell.value === null ? "hidden" : cell.value.toLocaleString("en-GB")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

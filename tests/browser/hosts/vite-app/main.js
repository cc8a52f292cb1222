// An app that creates both elements and sets properties instead of attributes.
import "cellveil/builder.js";
import "cellveil/element.js";

const element = document.createElement("cellveil-table");
element.src = "/cubes/census2011-teaching/cube.json";
element.rows = ["region"];
element.columns = ["sex"];
element.addEventListener("cellveil-ready", ({ detail }) => {
  document.title = `${detail.table.cube.title}: ${detail.table.values.length} figures`;
});
document.querySelector("#app")?.append(element);

const builder = document.createElement("cellveil-builder");
builder.src = new URL("/cubes/census2011-teaching/cube.json", location.href);
builder.rows = ["region"];
builder.columns = ["sex"];
document.querySelector("#app")?.append(builder);

/** What to do about rare errors, in English, by the error's code. The builder loads these texts after its first table. */

/** @type {Record<string, string>} */
export const FURTHER_ERRORS = {
  "unknown-dimension": "This table names an unknown variable. Remove the variable from rows, columns or filters.",
  "unknown-level": "This table names an unknown level. Remove the level from rows, columns or filters.",
  "repeated-dimension": "A table can use a variable only once, at one level. Remove one of the two.",
  "unknown-code": "A filter names an unknown category. Remove that filter and choose again.",
  "empty-filter": "No category meets all filters. Remove one of the filters.",
  "unknown-method": "This link names an unknown method. Choose one from the list.",
  "method-refused": "This dataset allows only the methods in the list “Method”. Choose one of them.",
  infeasible: "No probabilities meet the limits of this link’s p-table. Choose another method, or change the p-table in the designer.",
  "unreadable-design": "This link’s p-table is unreadable. Choose another method, or design one.",
  "bad-design": "This link’s p-table breaks a limit of the design. Choose another method, or change the p-table in the designer.",
  "table-too-large": "This table is too large for a browser. Remove a variable, use a broader level, or filter to fewer categories.",
  "reveal-refused": "This dataset does not disclose true counts. Choose a method that protects the counts.",
  "damaged-file": "A data file arrived damaged, so no table was built. Try again later, or tell the publisher.",
  "damaged-manifest": "The dataset’s description is damaged, so no table was built. Try again later, or tell the publisher.",
  "newer-version": "This dataset needs a newer version of cellveil. Reload the page. If that fails, tell the publisher.",
  "no-file": "A file is unreadable. Choose both files again.",
  "no-view": "These variables are not published together.",
  "needs-blocks": "These categories are not published as one figure. Choose single categories.",
  "never-published": "This table’s method never publishes this value. Enter another one.",
  "not-one-count": "The figures of this table are sums of protected figures. No figure stands for a single count.",
  "whole-table": "The method looks at the whole table, so one count does not explain the figure.",
  "not-explained": "The publisher does not disclose which counts a figure can stand for.",
  "bad-group": "This table’s groups are not usable. Change the groups, or use the categories.",
  "bad-query": "No table can be built from these choices. Change the rows, columns or filters.",
};

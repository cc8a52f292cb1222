// An app that uses every entry point of the package. A bundler makes one script of the app and the package.
import { openCube } from "cellveil";
import { audit } from "cellveil/audit.js";
import "cellveil/builder.js";
import "cellveil/element.js";
import { exportTable } from "cellveil/export.js";
import { synthesizePeople } from "cellveil/people.js";
import { openWorkshop } from "cellveil/workshop.js";

Object.assign(globalThis, { cellveil: { audit, exportTable, openCube, openWorkshop, synthesizePeople } });

// Replaces the steps of a figure (`www/builder/more/trace-steps.jsx`) in one file. Only the core with table methods
// follows records, so a file with another core does not offer the steps.

import { Steps as All } from "../../../../builder/more/trace-steps.jsx";
import { has } from "./contents.js";

export const Steps = has("core-tables") ? All : () => null;

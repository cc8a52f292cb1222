// The page "Make a dataset": from a file of records to a dataset of protected tables, on the reader's device.

import { startKioskIfAsked } from "../../shell/kiosk-start.js";
import { start } from "./make.jsx";

startKioskIfAsked();
start();

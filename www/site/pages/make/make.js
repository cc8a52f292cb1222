// The page "Make a dataset": from a file of records to a dataset of protected tables, on the reader's device.

import { start } from "./make.jsx";

start();

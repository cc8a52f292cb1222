// The page "Learn": lessons, a laboratory of attacks, and the figures of the papers.

import { startKioskIfAsked } from "../../shell/kiosk-start.js";
import { start } from "./learn.jsx";

startKioskIfAsked();
start();

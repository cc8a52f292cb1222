// Kiosk mode. Few visits need it, so pages load this module on demand.

export { startKiosk } from "../kiosk/kiosk.js";

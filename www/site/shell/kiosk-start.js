// Starts kiosk mode if the publisher (`cellveil site --kiosk`) or the address (`?kiosk`) asks for it. All other pages load
// nothing of kiosk mode.

/** The options of a kiosk that began in this tab. A visitor may have touched a link before kiosk mode was on. */
function begun() {
  try {
    return new URL(JSON.parse(sessionStorage.getItem("cellveil-kiosk") ?? "").start).search;
  } catch {
    return undefined;
  }
}

export function startKioskIfAsked() {
  const root = document.documentElement;
  // The publisher's options win: a visitor's link cannot change them.
  const options = root.dataset.kiosk ?? (new URLSearchParams(location.search).has("kiosk") ? location.search : begun());
  if (options === undefined) return;
  root.dataset.kiosk = options;
  import("./lazy/kiosk.js").then(({ startKiosk }) => startKiosk()).catch((error) => {
    console.error(error);
    // Nobody may use the page without kiosk mode, and nobody is there to reload the page.
    document.body.replaceChildren("Kiosk mode could not be loaded. The page tries again in 10 seconds.");
    root.classList.add("kiosk-on");
    setTimeout(() => location.reload(), 10_000);
  });
}

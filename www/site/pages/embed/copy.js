// A button that copies what stands in an element, and says so.

/** How long the button says that it did, in milliseconds. */
const SAID = 2000;

/** @param {HTMLElement} button @param {HTMLElement} from @param {HTMLElement} status */
export function copyButton(button, from, status) {
  const name = button.textContent ?? "";
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let back;
  button.addEventListener("click", async () => {
    let said = "Copied";
    try {
      await navigator.clipboard.writeText(from.textContent ?? "");
    } catch {
      // Not allowed here: marked, so that a keystroke copies it.
      getSelection()?.selectAllChildren(from);
      said = "Selected: press Ctrl+C to copy";
    }
    button.textContent = said;
    status.textContent = said;
    clearTimeout(back);
    back = setTimeout(() => {
      button.textContent = name;
      status.textContent = "";
    }, SAID);
  });
}

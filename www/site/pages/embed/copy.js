// A button that copies the text of an element.

/** The button shows the outcome for this many milliseconds. */
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
      // Without permission to write to the clipboard, the page selects the text for the reader to copy.
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

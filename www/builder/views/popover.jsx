// A button with a panel. The panel is a popover of the browser: it closes with Escape and with a click elsewhere.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { focusedNear } from "../../element/focus.js";
import { useBuilder } from "./context.jsx";

/** @import { ComponentChildren } from "preact" */

/** Space between a button and its panel, in pixels. */
const GAP = 4;
const EDGE = 8;

/**
 * @param {object} props
 * @param {string} props.name  ends the panel's id
 * @param {ComponentChildren} props.button  the content of the button
 * @param {string} [props.label]  the button's name, if its content does not say enough
 * @param {string} props.title  the panel's name
 * @param {string} [props.class]  of the button
 * @param {Record<string, unknown>} [props.attributes]  of the button
 * @param {(close: () => void) => ComponentChildren} props.children  draws the panel when it opens
 */
export function Popover({ name, button, label, title, class: className = "", attributes = {}, children }) {
  const { id, host } = useBuilder();
  const [open, setOpen] = useState(false);
  const opener = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const panel = useRef(/** @type {HTMLDivElement | null} */ (null));
  /** Whether the panel was open when a press began. The browser closes the panel before the click arrives. */
  const pressed = useRef(false);
  const panelId = `${id}-${name}`;

  const close = () => {
    if (panel.current?.matches(":popover-open")) panel.current.hidePopover();
    setOpen(false);
  };

  const toggle = () => {
    const wasOpen = pressed.current;
    pressed.current = false;
    if (wasOpen) close();
    else if (!open) setOpen(true);
    else if (panel.current?.matches(":popover-open")) close();
    // Escape has closed the panel, and its event has not arrived yet.
    else panel.current?.showPopover();
  };

  useLayoutEffect(() => {
    const element = panel.current;
    if (!open || !element) return;
    element.showPopover();
    // The content of a panel may load after the panel opens. The focus moves there once the content has arrived.
    const place = () => {
      position(element, opener.current, host);
      const focused = focusedNear(element);
      if (focused && focused !== document.body && focused !== opener.current) return;
      const first = /** @type {HTMLElement | null} */ (element.querySelector("[data-first]") ?? element.querySelector("input:not(:disabled), select, button"));
      first?.focus({ preventScroll: true });
    };
    place();
    const resized = new ResizeObserver(place);
    resized.observe(element);
    addEventListener("resize", place);
    return () => {
      resized.disconnect();
      removeEventListener("resize", place);
    };
  }, [open]);

  return (
    <>
      <button type="button" ref={opener} class={className} aria-label={label} title={label} aria-haspopup="dialog" aria-expanded={open} aria-controls={open ? panelId : undefined} {...attributes} onPointerDown={() => { pressed.current = open; }} onClick={toggle}>{button}</button>
      {open && (
        <div
          ref={panel} id={panelId} class="cv-panel" popover="auto" role="dialog" aria-label={title}
          onToggle={(event) => {
            if (event.newState !== "closed") return;
            const focused = focusedNear(event.currentTarget);
            const within = !focused || focused === document.body || event.currentTarget.contains(focused);
            setOpen(false);
            if (within) opener.current?.focus();
          }}
        >{children(close)}</div>
      )}
    </>
  );
}

/**
 * Places a panel below its button, or above if there is more room. On a narrow screen, the style puts the panel at the
 * lower edge.
 * @param {HTMLElement} panel
 * @param {HTMLElement | null} button
 * @param {HTMLElement} host
 */
function position(panel, button, host) {
  if (!button) return;
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const [above, below] = [top - GAP - EDGE, innerHeight - bottom - GAP - EDGE];
  const height = panel.scrollHeight;
  const under = height <= below || below >= above;
  const rightToLeft = getComputedStyle(host).direction === "rtl";
  const width = panel.offsetWidth;
  const wanted = rightToLeft ? right - width : left;
  panel.style.maxBlockSize = `${Math.max(120, under ? below : above)}px`;
  panel.style.top = under ? `${bottom + GAP}px` : "auto";
  panel.style.bottom = under ? "auto" : `${innerHeight - top + GAP}px`;
  panel.style.left = `${Math.max(EDGE, Math.min(wanted, document.documentElement.clientWidth - width - EDGE))}px`;
}

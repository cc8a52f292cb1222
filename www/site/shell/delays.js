// Delays work. Each new request for the same work starts its delay again.

export function createDelays() {
  /** @type {Map<string, ReturnType<typeof setTimeout>>} */
  const timers = new Map();

  /** Cancels waiting work. Returns whether the work was waiting. @param {string} work */
  function cancel(work) {
    clearTimeout(timers.get(work));
    return timers.delete(work);
  }

  return {
    cancel,
    /** @param {string} work */
    isWaiting: (work) => timers.has(work),
    /**
     * Runs the work after a delay. Another start of the same work begins the delay again.
     * @param {string} work
     * @param {number} milliseconds
     * @param {() => void} run
     */
    start(work, milliseconds, run) {
      cancel(work);
      timers.set(work, setTimeout(() => {
        timers.delete(work);
        run();
      }, milliseconds));
    },
  };
}

/** Waits until the browser is idle. Safari does not have `requestIdleCallback` yet. @returns {Promise<unknown>} */
export function idle() {
  return new Promise((go) => (globalThis.requestIdleCallback ?? setTimeout)(go));
}

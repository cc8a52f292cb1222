// Work that waits until nothing has asked for it for a while.

export function createDelays() {
  /** @type {Map<string, ReturnType<typeof setTimeout>>} */
  const timers = new Map();

  /** Whether the work was waiting. @param {string} work */
  function cancel(work) {
    clearTimeout(timers.get(work));
    return timers.delete(work);
  }

  return {
    cancel,
    /** @param {string} work */
    isWaiting: (work) => timers.has(work),
    /**
     * Each start of the same work begins its delay anew.
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

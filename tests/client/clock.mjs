/** A clock that moves only on request. */
export function clock() {
  const timers = new Map();
  let made = 0;
  return {
    time: 0,
    now() {
      return this.time;
    },
    set(call, ms) {
      made += 1;
      timers.set(made, { call, at: this.time + ms });
      return made;
    },
    clear(timer) {
      timers.delete(timer);
    },
    /** Run the next timer. @returns {boolean} */
    ring() {
      const [next] = [...timers].sort(([, first], [, second]) => first.at - second.at);
      if (!next) return false;
      timers.delete(next[0]);
      this.time = next[1].at;
      next[1].call();
      return true;
    },
    get waits() {
      return timers.size;
    },
  };
}

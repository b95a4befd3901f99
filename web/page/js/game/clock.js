/** Two clocks, of which one runs at a time. */

/** @typedef {import('../connection/rules.js').Side} Side */

export class Clock {
  /**
   * @param {number} time the time of each side, in milliseconds
   * @param {number} increment what a move adds, in milliseconds
   */
  constructor(time, increment) {
    /** @type {Record<Side, number>} */
    this.left = { attackers: time, defenders: time };
    this.increment = increment;
    /** @type {Side | null} */
    this.running = null;
    this.since = 0;
  }

  /**
   * The time left now, in milliseconds.
   * @param {Side} side
   */
  now(side) {
    const used = this.running === side ? performance.now() - this.since : 0;
    return Math.max(0, this.left[side] - used);
  }

  /** Stops the clock that runs. @param {boolean} moved whether a move was made */
  stop(moved) {
    const side = this.running;
    if (!side) return;
    this.left[side] = this.now(side) + (moved ? this.increment : 0);
    this.running = null;
  }

  /** @param {Side} side */
  start(side) {
    this.running = side;
    this.since = performance.now();
  }
}

/**
 * A time for people: `4:05`, and tenths at the end.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `0:0${seconds.toFixed(1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

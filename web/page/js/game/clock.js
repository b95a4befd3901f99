/** A pair of clocks. At most one runs at a time. */

import { numberText } from '../languages/language.js';

/** @typedef {import('../connection/rules.js').Side} Side */

export class Clock {
  /**
   * @param {number} time the time of each side, in milliseconds
   * @param {number} increment the time added per move, in milliseconds
   */
  constructor(time, increment) {
    /** @type {Record<Side, number>} */
    this.left = { attackers: time, defenders: time };
    this.time = time;
    this.increment = increment;
    /** What was left just before each move, by its ply. @type {(Record<Side, number> | null)[]} */
    this.before = [];
    /** @type {Side | null} */
    this.running = null;
    this.since = 0;
  }

  /**
   * The remaining time, in milliseconds.
   * @param {Side} side
   */
  now(side) {
    const used = this.running === side ? performance.now() - this.since : 0;
    return Math.max(0, this.left[side] - used);
  }

  /** The limits of a search for the side whose clock runs, as arguments of `go`. */
  get limits() {
    const left = (/** @type {Side} */ side) => Math.round(this.now(side));
    const { increment } = this;
    return `wtime ${left('defenders')} winc ${increment} btime ${left('attackers')} binc ${increment}`;
  }

  /** Stops the running clock. @param {boolean} moved whether a move was made */
  stop(moved) {
    const side = this.running;
    if (!side) return;
    this.left[side] = this.now(side) + (moved ? this.increment : 0);
    this.running = null;
  }

  /** Notes what is left before a move. @param {number} ply */
  note(ply) {
    this.before[ply] = { attackers: this.now('attackers'), defenders: this.now('defenders') };
  }

  /** Goes back to what was left before a move. What it took to find it stays used. @param {number} ply */
  goBack(ply) {
    this.stop(false);
    const was = this.before[ply];
    if (was) this.left = { ...was };
  }

  /** Gives a side whose time has run out what it had at the start of its turn. @param {number} ply that of its move */
  renew(ply) {
    const was = this.before[ply - 1];
    for (const side of /** @type {Side[]} */ (['attackers', 'defenders'])) {
      if (this.now(side) === 0) this.left[side] = was?.[side] ?? this.time;
    }
  }

  /** @param {Side} side */
  start(side) {
    this.running = side;
    this.since = performance.now();
  }
}

/**
 * Formats a time as `4:05`, with tenths in the last seconds.
 * @param {number} milliseconds
 */
export function clockText(milliseconds) {
  const seconds = milliseconds / 1000;
  // Rounded down, so that no number is longer than the last of these.
  if (seconds < 10) return `0:0${numberText(Math.floor(10 * seconds) / 10, 1)}`;
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

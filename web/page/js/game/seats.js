/** The plates of both players above and below the board. */

import { fill } from '../dom.js';
import { Plate } from './plates.js';
import { other } from './play.js';

/** @typedef {import('../connection/rules.js').Side} Side */

export class Seats {
  /**
   * @param {import('./desk.js').Desk} desk
   * @param {import('./play.js').Play} play
   * @param {{ top: Element, bottom: Element }} places
   * @param {{ setLower: (side: Side) => void }} bar
   */
  constructor(desk, play, places, bar) {
    this.places = places;
    this.bar = bar;
    this.plates = {
      attackers: new Plate('attackers', desk, play),
      defenders: new Plate('defenders', desk, play),
    };
    /** The side whose plate is below the board. @type {Side} */
    this.lower = 'attackers';
    this.#place();
  }

  #place() {
    const below = this.lower;
    fill(this.places.top, this.plates[other(below)].element);
    fill(this.places.bottom, this.plates[below].element);
    this.bar.setLower(below);
  }

  flip() {
    this.lower = other(this.lower);
    this.#place();
  }

  /**
   * Seats a person below.
   * @param {import('./play.js').Terms} terms
   */
  sit({ players }) {
    const isDefender = players.attackers === 'engine' && players.defenders === 'person';
    this.lower = isDefender ? 'defenders' : 'attackers';
    this.#place();
  }

  show() {
    for (const plate of Object.values(this.plates)) plate.show();
  }
}

/** The player bars beside the board: name, clock and captured pieces. */

import { el, fill, svg } from '../dom.js';
import { piece } from '../board/pieces.js';
import { piecesOf } from '../board/squares.js';
import { texts } from '../texts.js';
import { clockText } from './clock.js';

/**
 * @typedef {import('../connection/rules.js').Side} Side
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./play.js').Play} Play
 */

/** This many captured pieces can be counted at a glance. */
const COUNTED = 4;

/** The distance between captured pieces, in units of a piece's picture. */
const TAKEN_STEP = 34;

export class Plate {
  /**
   * @param {Side} side
   * @param {Desk} desk
   * @param {Play} play
   */
  constructor(side, desk, play) {
    this.side = side;
    this.desk = desk;
    this.play = play;
    this.name = el('span', { class: 'plate-name' });
    this.taken = el('span', { class: 'plate-taken' });
    this.clock = el('span', {
      class: 'plate-clock',
      role: 'timer',
      'aria-label': texts.clockOf[side],
    });
    const picture = svg(
      'svg',
      { viewBox: '-45 -45 90 90', class: 'plate-piece', 'aria-hidden': 'true' },
      piece(side === 'attackers' ? 't' : 'K'),
    );
    this.element = el(
      'div',
      { class: 'plate' },
      picture,
      el('span', { class: 'plate-side' }, texts.sides[side]),
      this.name,
      this.taken,
      this.clock,
    );
    for (const event of ['state', 'tick', 'over']) play.addEventListener(event, () => this.show());
    for (const event of ['tree', 'node']) desk.addEventListener(event, () => this.show());
  }

  show() {
    const { tree, node } = this.desk;
    if (!tree || !node) return;
    this.name.textContent = tree.players[this.side];
    this.#showTaken(this.#count(tree.root.position.fen) - this.#count(node.position.fen));
    const { clock } = this.play;
    this.clock.hidden = !clock;
    if (clock) this.clock.textContent = clockText(clock.now(this.side));
    this.element.classList.toggle(
      'to-move',
      !node.position.result && node.position.side === this.side,
    );
    this.clock.classList.toggle('runs', clock?.running === this.side);
  }

  /** The FEN letter of the other side's soldiers. */
  get #enemy() {
    return this.side === 'attackers' ? 'T' : 't';
  }

  /** The number of the other side's soldiers. @param {string} fen */
  #count(fen) {
    return [...piecesOf(fen).values()].filter((found) => found === this.#enemy).length;
  }

  /** @param {number} count */
  #showTaken(count) {
    const words = texts.taken(count);
    if (this.taken.title === words) return;
    this.taken.title = words;
    const pieces = Array.from({ length: Math.max(0, count) }, (_, place) =>
      svg('g', { transform: `translate(${place * TAKEN_STEP} 0)` }, piece(this.#enemy)),
    );
    const width = 90 + (count - 1) * TAKEN_STEP;
    fill(
      this.taken,
      // Among many pieces that cover each other.
      count > COUNTED && el('span', { class: 'taken-count', 'aria-hidden': 'true' }, String(count)),
      count > 0 &&
        svg('svg', { viewBox: `-45 -45 ${width} 90`, role: 'img', 'aria-label': words }, ...pieces),
    );
  }
}

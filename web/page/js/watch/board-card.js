/** A game of a match as a small board that opens the game. It stays one button while the game changes. */

import { readMove } from '../connection/rules.js';
import { el, fill } from '../dom.js';
import { texts } from '../texts.js';
import { smallBoard } from './small-board.js';

/** @typedef {import('../connection/rules.js').Ruleset} Ruleset */

export class BoardCard {
  /**
   * @param {{ number: number, side: number, variant: string, attackers: string, defenders: string }} game
   * @param {() => void} open
   * @param {(variant: string) => Promise<Ruleset | null>} describe
   */
  constructor({ number, side, variant, attackers, defenders }, open, describe) {
    this.side = side;
    this.variant = variant;
    this.describe = describe;
    /** @type {Ruleset | null} */
    this.ruleset = null;
    /** @type {import('../connection/rules.js').Move | null} */
    this.last = null;
    this.fen = '';
    this.picture = el('span', { class: 'board-picture' });
    this.note = el('span', { class: 'quiet' });
    this.pairing = (/** @type {string} */ title) =>
      texts.pairing(number, attackers, defenders, title);
    this.words = el('span', { class: 'board-words' }, this.pairing(variant));
    this.element = el(
      'li',
      {},
      el(
        'button',
        { type: 'button', class: 'board-button', onclick: open },
        this.picture,
        this.words,
        this.note,
      ),
    );
    this.#describe();
  }

  /**
   * @param {string} fen
   * @param {string} note
   * @param {string | null | undefined} last the last move
   */
  show(fen, note, last) {
    this.note.textContent = note;
    if (fen === this.fen) return;
    this.fen = fen;
    this.last = last ? readMove(last) : null;
    this.#draw();
  }

  /** Redraws the board once its special squares are known. */
  async #describe() {
    this.ruleset = await this.describe(this.variant);
    if (this.ruleset) this.words.textContent = this.pairing(this.ruleset.title);
    if (this.fen) this.#draw();
  }

  #draw() {
    fill(this.picture, smallBoard(this.fen, this.side, this.ruleset, this.last));
  }
}

/** A game of a match as a small board that can be opened; it stays the same button while it changes. */

import { el, fill } from '../dom.js';
import { texts } from '../texts.js';
import { smallBoard } from './small-board.js';

export class BoardCard {
  /**
   * @param {{ number: number, side: number, variant: string, attackers: string, defenders: string }} game
   * @param {() => void} open
   */
  constructor({ number, side, variant, attackers, defenders }, open) {
    this.side = side;
    this.fen = '';
    this.picture = el('span', { class: 'board-picture' });
    this.note = el('span', { class: 'quiet' });
    const words = texts.pairing(number, attackers, defenders, variant);
    this.element = el(
      'li',
      {},
      el(
        'button',
        { type: 'button', class: 'board-button', onclick: open },
        this.picture,
        el('span', { class: 'board-words' }, words),
        this.note,
      ),
    );
  }

  /**
   * @param {string} fen
   * @param {string} note
   */
  show(fen, note) {
    this.note.textContent = note;
    if (fen === this.fen) return;
    this.fen = fen;
    fill(this.picture, smallBoard(fen, this.side));
  }
}

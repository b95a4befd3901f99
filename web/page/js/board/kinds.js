/** The choice of the piece to place on the board. */

import { el, svg } from '../dom.js';
import { texts } from '../texts.js';
import { piece } from './pieces.js';

/** @typedef {import('./pieces.js').Kind} Kind */

export class Kinds {
  constructor() {
    /** The chosen kind. @type {Kind} */
    this.chosen = 't';
    /** @type {Map<Kind, HTMLButtonElement>} */
    this.buttons = new Map();
    for (const kind of /** @type {Kind[]} */ (['t', 'T', 'K'])) {
      this.buttons.set(kind, this.#button(kind));
    }
    this.element = el(
      'div',
      { class: 'kinds', role: 'group', 'aria-label': texts.kinds },
      ...this.buttons.values(),
    );
  }

  /** @param {Kind} kind */
  #button(kind) {
    const picture = svg(
      'svg',
      { viewBox: '-45 -45 90 90', class: 'plate-piece', 'aria-hidden': 'true' },
      piece(kind),
    );
    return el(
      'button',
      {
        type: 'button',
        class: 'kind',
        'aria-label': texts.pieces[kind],
        'aria-pressed': String(kind === this.chosen),
        onclick: () => this.#choose(kind),
      },
      picture,
    );
  }

  /** @param {Kind} kind */
  #choose(kind) {
    this.chosen = kind;
    for (const [other, choice] of this.buttons)
      choice.setAttribute('aria-pressed', String(other === kind));
  }

  /**
   * Puts the chosen piece on a square, or clears the square if the piece is there already. There is one king.
   * @param {Map<string, Kind>} pieces
   * @param {string} square
   */
  put(pieces, square) {
    const kind = this.chosen;
    if (pieces.get(square) === kind) {
      pieces.delete(square);
      return;
    }
    if (kind === 'K') {
      for (const [other, found] of [...pieces]) if (found === 'K') pieces.delete(other);
    }
    pieces.set(square, kind);
  }
}

/** The position editor. */

import { Kinds } from '../board/kinds.js';
import { button, el, fill, labelled, select } from '../dom.js';
import { fenOf, piecesOf } from '../board/squares.js';
import { rulesetList } from '../game/ruleset-list.js';
import { texts } from '../texts.js';

/**
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../board/board.js').Board} Board
 * @typedef {import('../board/pieces.js').Kind} Kind
 */

export class Editor {
  /**
   * @param {Desk} desk
   * @param {Board} board
   * @param {() => void} changed
   */
  constructor(desk, board, changed) {
    this.desk = desk;
    this.board = board;
    this.changed = changed;
    this.isOpen = false;
    this.kinds = new Kinds();
    /** @type {Map<string, Kind>} */
    this.pieces = new Map();
    /** Whether the player has left for another view in the middle of it. */
    this.isLeft = false;
    this.error = el('p', { class: 'error', role: 'alert' });
    this.side = select(
      [
        ['a', texts.sides.attackers],
        ['d', texts.sides.defenders],
      ],
      'a',
    );
    this.opener = button(texts.setUp, () => this.open());
    this.element = el('div', { class: 'editor' });
    this.#close();
  }

  /** The list of rulesets. Choosing one sets up its start position. */
  #variants() {
    const { rules, tree } = this.desk;
    const list = rulesetList(rules.rulesets, tree?.ruleset.variant ?? '');
    list.addEventListener('change', async () => {
      await this.desk.begin(list.value);
      this.open();
      this.variants?.focus();
    });
    this.variants = list;
    return labelled(texts.ruleset, list);
  }

  #close() {
    this.isOpen = false;
    this.isLeft = false;
    this.board.edited = null;
    delete document.body.dataset.editing;
    fill(this.element, this.opener);
  }

  /** @param {boolean} isLocked whether no position can be set up now */
  lock(isLocked) {
    this.opener.disabled = isLocked;
  }

  /** Sets up a position, at first the one on the board. */
  open() {
    const { node } = this.desk;
    if (!node) return;
    this.pieces = piecesOf(node.position.fen);
    this.side.value = node.position.side === 'attackers' ? 'a' : 'd';
    this.#open();
  }

  #open() {
    this.isOpen = true;
    this.isLeft = false;
    // The board and the pieces to place must be visible together.
    document.body.dataset.editing = 'true';
    this.board.edited = (square) => this.#put(square);
    this.error.textContent = '';
    fill(
      this.element,
      el('p', { class: 'quiet' }, texts.setUpHelp),
      this.kinds.element,
      labelled(texts.sideToMove, this.side),
      el(
        'div',
        { class: 'controls' },
        button(texts.clearBoard, () => this.#fill(new Map())),
        button(texts.startPosition, () =>
          this.#fill(piecesOf(this.desk.tree?.ruleset.start ?? '')),
        ),
      ),
      this.#variants(),
      this.error,
      el(
        'div',
        { class: 'controls' },
        button(texts.useIt, () => this.#use(), { class: 'button primary' }),
        button(texts.cancel, () => this.cancel()),
      ),
    );
    this.draw();
    this.changed();
  }

  /** @param {string} square */
  #put(square) {
    this.kinds.put(this.pieces, square);
    this.draw();
  }

  /** @param {Map<string, Kind>} pieces */
  #fill(pieces) {
    this.pieces = pieces;
    this.draw();
  }

  get #fen() {
    const side = this.desk.tree?.ruleset.side ?? 0;
    return fenOf(this.pieces, side, this.side.value === 'a' ? 'a' : 'd');
  }

  /** Draws the position on the board. */
  draw() {
    this.board.show({ fen: this.#fen, last: null, legal: [], drawn: new Map() });
  }

  cancel() {
    if (!this.isOpen && !this.isLeft) return;
    this.#close();
    this.changed();
  }

  /** Puts the position aside while another view is shown. */
  leave() {
    if (!this.isOpen) return;
    this.#close();
    this.isLeft = true;
    this.changed();
  }

  /** Goes on with the position that was put aside. */
  comeBack() {
    if (this.isLeft && !this.opener.disabled) this.#open();
  }

  async #use() {
    const ruleset = this.desk.tree?.ruleset;
    if (!ruleset) return;
    const fen = this.#fen;
    try {
      // The engine checks that the position is valid under these rules.
      await this.desk.rules.look(fen, []);
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      // The user typed no FEN, so the message should not mention one.
      this.error.textContent = texts.failed(words.replace(/^bad FEN: /, ''));
      return;
    }
    this.#close();
    await this.desk.begin(ruleset.variant, ruleset.alternates, fen);
  }
}

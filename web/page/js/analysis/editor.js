/** The position editor. */

import { Kinds } from '../board/kinds.js';
import { button, el, fill, labelled, select } from '../dom.js';
import { fenOf, piecesOf } from '../board/squares.js';
import { enable, needing } from '../needs.js';
import { rulesetList } from '../game/ruleset-list.js';
import { texts } from '../texts.js';

/**
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../board/board.js').Board} Board
 * @typedef {import('../board/pieces.js').Kind} Kind
 */

/** A position and its game are a draft until the player uses them: the game on the desk stays as it is. */
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
    /** Opens the position in place of the game on the desk. @type {(...game: [string, [string, string][], string]) => unknown} */
    this.use = () => null;
    /** The game of the position. @type {Ruleset | null} */
    this.ruleset = null;
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

  /** The list of rulesets. */
  #variants() {
    const { rules, tree } = this.desk;
    const list = needing(rulesetList(rules.rulesets, tree?.ruleset.variant ?? ''));
    list.value = this.ruleset?.variant ?? '';
    list.addEventListener('change', () => this.#choose(list));
    this.variants = list;
    return labelled(texts.ruleset, list);
  }

  /** Begins with the start position of another game. @param {HTMLSelectElement} list */
  async #choose(list) {
    const { value } = list;
    const now = this.desk.tree?.ruleset;
    // The one on the desk may have alternate rules.
    const chosen = now?.variant === value ? now : await this.desk.describe(value);
    // The player may have left or chosen again in the meantime.
    if (!this.isOpen || this.variants !== list || list.value !== value) return;
    if (!chosen) {
      list.value = this.ruleset?.variant ?? '';
      this.#fail(new Error(texts.unknownRules));
      return;
    }
    this.error.textContent = '';
    this.ruleset = chosen;
    this.side.value = / a$/.test(chosen.start) ? 'a' : 'd';
    this.#fill(piecesOf(chosen.start));
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
    enable(this.opener, !isLocked);
  }

  /** Sets up a position, at first the one on the board. */
  open() {
    const { tree, node } = this.desk;
    if (!tree || !node) return;
    this.ruleset = tree.ruleset;
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
        button(texts.startPosition, () => this.#fill(piecesOf(this.ruleset?.start ?? ''))),
      ),
      this.#variants(),
      this.error,
      el(
        'div',
        { class: 'controls' },
        needing(button(texts.useIt, () => this.#use(), { class: 'button primary' })),
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
    return fenOf(this.pieces, this.ruleset?.side ?? 0, this.side.value === 'a' ? 'a' : 'd');
  }

  /** Draws the position on the board. */
  draw() {
    const { board, ruleset } = this;
    if (ruleset && board.ruleset !== ruleset) board.setRuleset(ruleset);
    board.show({ fen: this.#fen, last: null, legal: [], drawn: new Map() });
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
    if (!this.ruleset) return;
    if (![...this.pieces.values()].includes('K')) {
      this.error.textContent = texts.noKing;
      return;
    }
    const { variant, alternates } = this.ruleset;
    try {
      // The program checks that the position is valid under these rules.
      await this.use(variant, alternates, this.#fen);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {unknown} error */
  #fail(error) {
    const words = error instanceof Error ? error.message : String(error);
    // The user typed no FEN, so the message should not mention one.
    this.error.textContent = texts.failed(words.replace(/^bad FEN: /, ''));
  }
}

/** Before a game: the new-game form, and moves that start a game at once. */

import { recall } from '../settings.js';
import { texts } from '../texts.js';
import { newGameForm } from './new-game.js';
import { keepIfNew } from './own-rulesets.js';

/**
 * @typedef {import('../board/board.js').Board} Board
 * @typedef {import('../connection/engine.js').Engine} Engine
 * @typedef {import('../connection/rules.js').Side} Side
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./play.js').Terms} Terms
 */

export class SetUp {
  /**
   * @param {Desk} desk
   * @param {Engine} engine
   * @param {Play} play
   * @param {Board} board
   */
  constructor(desk, engine, play, board) {
    this.desk = desk;
    this.engine = engine;
    this.play = play;
    this.board = board;
    /** Whether a new game is being set up. */
    this.isOpen = true;
    /** Whether a game is being started, which takes the program a moment. */
    this.isStarting = false;
    /** The form while it is open. @type {ReturnType<typeof newGameForm> | null} */
    this.form = null;
    /** The position that was left for a new game. @type {{ variant: string, fen: string } | null} */
    this.left = null;
    /** Called when a game has started. @type {(terms: Terms) => void} */
    this.begun = () => {};
    /** Called when a game could not start. @type {(error: unknown) => void} */
    this.failed = () => {};
    board.touched = (square) => this.#touch(square);
    desk.addEventListener('node', () => this.#follow());
  }

  /**
   * Sets up the ruleset of the latest game.
   * @param {string} otherwise the ruleset to use if there is none or it is unknown
   */
  async beginUsual(otherwise) {
    const { variant } = recall('new-game', { variant: '' });
    await this.desk.begin(variant || otherwise).catch(() => this.desk.begin(otherwise));
  }

  /** The position on the board, if it is a possible start other than the usual one. */
  get #here() {
    const { tree, node } = this.desk;
    if (!tree || !node || node.position.result || tree.ruleset.alternates.length > 0) return null;
    const isStart = node === tree.root && tree.fen === null;
    return isStart ? null : { variant: tree.ruleset.variant, fen: node.position.fen };
  }

  /** Shows the start of the same rules. The position that is left can still be chosen. */
  async reset() {
    const { tree } = this.desk;
    if (!tree) return;
    const left = this.#here;
    await this.desk.begin(tree.ruleset.variant, tree.ruleset.alternates);
    this.left = left;
    this.isOpen = true;
  }

  /** The position that the form offers as a start. */
  get #offered() {
    const here = this.#here;
    if (here) return { ...here, words: texts.beginnings.here, isShown: true };
    return this.left && { ...this.left, words: texts.positionLeft, isShown: false };
  }

  /** Offers the position that the board now shows. */
  #follow() {
    const { tree } = this.desk;
    if (!this.form || !this.isOpen || this.isStarting || !tree) return;
    this.form.follow(tree.ruleset.variant, this.#here && this.#offered);
  }

  /** Whether a move on the board can start a game. */
  get canBegin() {
    const { tree, node } = this.desk;
    return this.form !== null && !this.isStarting && (node === tree?.root || this.#here !== null);
  }

  /** Builds the form. */
  show() {
    const { desk } = this;
    const { rulesets, wellKnown } = desk.rules;
    const { strengths } = this.engine;
    const variant = desk.tree?.ruleset.variant ?? '';
    keepIfNew(variant);
    this.form = newGameForm(
      { rulesets, wellKnown, strengths, variant, here: this.#offered },
      {
        begin: (terms) => this.#begin(terms),
        preview: (name, fen) => desk.begin(name, [], fen),
        describe: (name) => desk.describe(name),
      },
    );
    return this.form.element;
  }

  /** @param {Terms} terms */
  async #begin(terms) {
    if (this.isStarting) return;
    this.isStarting = true;
    try {
      await this.play.start(terms);
      this.isOpen = false;
      this.left = null;
      this.begun(terms);
    } catch (error) {
      (this.form?.fail ?? this.failed)(error);
    } finally {
      this.isStarting = false;
    }
  }

  /**
   * Plays another game on the terms of the last one.
   * @param {boolean} swapped whether the players change sides
   */
  async again(swapped) {
    const { terms } = this.play;
    if (!terms) return;
    const { attackers, defenders } = terms.players;
    const players = swapped ? { attackers: defenders, defenders: attackers } : terms.players;
    await this.#begin({ ...terms, players });
  }

  /**
   * Starts a game from the position on the board, with the terms of the form, and plays a move.
   * @param {string} name
   */
  async move(name) {
    if (!this.canBegin) return;
    await this.#beginHere(this.desk.node?.position.side ?? 'attackers');
    await this.play.move(name);
  }

  /**
   * Handles a click on a square without a movable piece. Clicking a piece of the side that moves
   * second means playing that side.
   * @param {string} square
   */
  #touch(square) {
    const kind = this.board.pieces.get(square);
    if (!kind || !this.canBegin) return;
    const side = kind === 't' ? 'attackers' : 'defenders';
    if (side !== this.desk.node?.position.side) this.#beginHere(side);
  }

  /** @param {Side} side the person's side */
  async #beginHere(side) {
    const terms = this.form?.terms();
    const { tree } = this.desk;
    if (!terms || !tree) return;
    if (terms.players[side] !== 'person') {
      terms.players = { attackers: 'engine', defenders: 'engine', [side]: 'person' };
    }
    terms.variant = tree.ruleset.variant;
    terms.fen = this.#here?.fen ?? null;
    await this.#begin(terms);
  }
}

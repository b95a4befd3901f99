/** What comes before a game: its form, and the moves that begin it at once. */

import { recall } from '../settings.js';
import { newGameForm } from './new-game.js';

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
    /** Whether the next thing to play is a new game. */
    this.isOpen = true;
    /** The form, while it is shown. @type {ReturnType<typeof newGameForm> | null} */
    this.form = null;
    /** A game has begun. @type {(terms: Terms) => void} */
    this.begun = () => {};
    /** A game could not begin. @type {(error: unknown) => void} */
    this.failed = () => {};
    board.touched = (square) => this.#touch(square);
  }

  /**
   * Puts the game on the desk that was begun last.
   * @param {string} otherwise the ruleset if there was none, or it is no longer known
   */
  async beginUsual(otherwise) {
    const { variant } = recall('new-game', { variant: '' });
    await this.desk.begin(variant || otherwise).catch(() => this.desk.begin(otherwise));
  }

  /** The position on the board, if a game could begin with it and it is not the usual one. */
  get #here() {
    const { tree, node } = this.desk;
    if (!tree || !node || node.position.result || tree.ruleset.alternates.length > 0) return null;
    const isStart = node === tree.root && tree.fen === null;
    return isStart ? null : { variant: tree.ruleset.variant, fen: node.position.fen };
  }

  /** Whether a game can begin with a move on the board as it is. */
  get canBegin() {
    const { tree, node } = this.desk;
    return this.form !== null && (node === tree?.root || this.#here !== null);
  }

  /** A new form. */
  show() {
    const { desk } = this;
    const { rulesets, wellKnown } = desk.rules;
    const { strengths } = this.engine;
    const variant = desk.tree?.ruleset.variant ?? '';
    this.form = newGameForm(
      { rulesets, wellKnown, strengths, variant, here: this.#here },
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
    try {
      await this.play.start(terms);
      this.isOpen = false;
      this.begun(terms);
    } catch (error) {
      this.failed(error);
    }
  }

  /**
   * Begins a game by the form with the position on the board, and a move.
   * @param {string} name
   */
  async move(name) {
    await this.#beginHere(this.desk.node?.position.side ?? 'attackers');
    await this.play.move(name);
  }

  /**
   * A square on which nothing can be moved: who clicks a piece of the side that does not begin wants
   * to play that side.
   * @param {string} square
   */
  #touch(square) {
    const kind = this.board.pieces.get(square);
    if (!kind || !this.canBegin) return;
    const side = kind === 't' ? 'attackers' : 'defenders';
    if (side !== this.desk.node?.position.side) this.#beginHere(side);
  }

  /** @param {Side} side that the person plays */
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

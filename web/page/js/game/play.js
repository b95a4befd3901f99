/** A game in progress: turns, clocks, the engine's moves, the end. */

import { texts } from '../texts.js';
import { Clock } from './clock.js';
import { remarkOf } from './move-time.js';
import { namesOf, participantsOf } from './participants.js';
import { beforeLastMove, hasOtherEnd } from './take-back.js';

/**
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./tree.js').Node} Node
 * @typedef {import('../connection/engine.js').Engine} Engine
 * @typedef {import('../connection/engine.js').Score} Score
 * @typedef {import('../connection/rules.js').Side} Side
 * @typedef {import('../connection/rules.js').Position} Position
 *
 * @typedef {object} Terms the terms of a game
 * @property {string} variant
 * @property {[string, string][]} alternates
 * @property {string | null} fen the start position; null for the ruleset's own
 * @property {Record<Side, 'person' | 'engine'>} players
 * @property {number | null} elo
 * @property {{ kind: 'move', seconds: number } | { kind: 'clock', minutes: number, increment: number } | { kind: 'none' }} time
 */

/**
 * @typedef {object} KeptPlay a saved game in progress
 * @property {Terms} terms
 * @property {number[]} tip the path to its last position
 * @property {boolean} running
 * @property {Score | null} score
 * @property {Record<Side, number> | null} left the time on the clocks, in milliseconds
 * @property {Clock['before']} [before] the same before each move
 * @property {boolean} [isReopened] whether it had ended and no move has been played since
 */

/** Search time for a hint, in milliseconds. */
const HINT_TIME = 1000;

/** The shortest time between two moves when no person plays, so that people can follow, in milliseconds. */
const MIN_MOVE_TIME = 600;

/** The highest score at which the engine accepts a draw, in centipawns. */
const DRAW_SCORE = 0;

/** @param {Side} side @returns {Side} */
export const other = (side) => (side === 'attackers' ? 'defenders' : 'attackers');

/** Sends the events `state`, `tick`, `hint`, `failed`, `over`, and `goesOn` at the first move after an end taken back. */
export class Play extends EventTarget {
  /**
   * @param {Desk} desk
   * @param {Engine} engine
   */
  constructor(desk, engine) {
    super();
    this.desk = desk;
    this.engine = engine;
    /** @type {Terms | null} */
    this.terms = null;
    /** The last position of the game. @type {Node | null} */
    this.tip = null;
    this.running = false;
    /** Whether the game had ended, its end was taken back, and no move has been played since. */
    this.isReopened = false;
    /** Whether the game waits for the program to come back. */
    this.isPaused = false;
    /** Whether the game waits because its engine has failed. */
    this.hasFailed = false;
    this.thinking = false;
    /** Settles when the program has answered the last move and the next turn has begun. @type {Promise<void> | null} */
    this.pending = null;
    /** When the engine started to think. */
    this.since = 0;
    /** @type {Clock | null} */
    this.clock = null;
    /** The engine's latest score, for its own side. @type {Score | null} */
    this.score = null;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  /**
   * Starts a game.
   * @param {Terms} terms
   */
  async start(terms) {
    this.end();
    await this.desk.begin(terms.variant, terms.alternates, terms.fen);
    const { tree } = this.desk;
    if (!tree) return;
    tree.participants = participantsOf(terms, this.engine);
    tree.players = namesOf(tree.participants);
    Object.assign(this, { terms, tip: tree.root, score: null, isReopened: false });
    this.#setClock(terms);
    if (Object.values(terms.players).includes('engine')) this.engine.newGame();
    this.#run();
  }

  /** The state needed to resume the game later. @returns {KeptPlay | null} */
  get kept() {
    const { terms, tip, running, score, clock, isReopened } = this;
    if (!terms || !tip) return null;
    const left = clock && { attackers: clock.now('attackers'), defenders: clock.now('defenders') };
    return { terms, tip: tip.way, running, score, left, before: clock?.before, isReopened };
  }

  /**
   * Resumes a game whose moves are on the desk.
   * @param {KeptPlay} kept
   */
  resume({ terms, tip, running, score, left, before, isReopened = false }) {
    const { tree } = this.desk;
    if (!tree) return;
    Object.assign(this, { terms, tip: tree.at(tip), score, isReopened });
    this.#setClock(terms, left, before);
    if (running) this.#run();
  }

  /**
   * @param {Terms} terms
   * @param {Record<Side, number> | null} left the remaining time of a resumed game
   * @param {Clock['before']} before the same before each of its moves
   */
  #setClock({ time }, left = null, before = []) {
    this.clock = null;
    if (time.kind !== 'clock') return;
    this.clock = new Clock(time.minutes * 60_000, time.increment * 1000);
    if (left) this.clock.left = left;
    this.clock.before = before;
  }

  /** Continues the game from its last position. */
  #run() {
    Object.assign(this, { running: true, isPaused: false, hasFailed: false });
    this.desk.tree?.noteEnd(this.tip, this.isReopened);
    clearInterval(this.timer);
    if (this.clock) this.timer = setInterval(() => this.#watch(), 100);
    this.#turn();
  }

  /** Whether it is a person's turn. */
  get isPersonsTurn() {
    return this.running && !this.isPaused && this.terms?.players[this.side] === 'person';
  }

  /** Whether a person can move now: a second move must not overtake the answer to the first. */
  get canMove() {
    return this.isPersonsTurn && !this.pending;
  }

  /** The side to move. @returns {Side} */
  get side() {
    return this.tip?.position.side ?? 'attackers';
  }

  /**
   * Plays a person's move.
   * @param {string} name
   */
  async move(name) {
    if (!this.canMove || this.desk.node !== this.tip) return;
    const played = this.#played(name);
    // Locks the board.
    this.dispatchEvent(new Event('state'));
    try {
      await played;
    } catch (error) {
      this.dispatchEvent(new Event('state'));
      throw error;
    }
  }

  /** @param {string} name */
  #played(name) {
    const pending = this.#settle(name);
    this.pending = pending;
    return pending;
  }

  /** @param {string} name */
  async #settle(name) {
    const { tip } = this;
    this.desk.go(tip);
    const time = performance.now() - this.since;
    const node = await this.desk.play(name, remarkOf(time)).finally(() => (this.pending = null));
    if (!node || !this.running || this.tip !== tip) return;
    this.clock?.note(node.ply - 1);
    this.clock?.stop(true);
    this.tip = node;
    if (this.isReopened) this.#goesOn(node);
    const { result } = node.position;
    if (result) this.#over(null);
    else this.#turn();
  }

  /** Makes a game whose end was taken back another one. @param {Node} node its first move */
  #goesOn(node) {
    this.isReopened = false;
    // Moves tried after the end stay as variations.
    this.desk.tree?.promote(node);
    this.desk.tree?.noteEnd(node, false);
    this.dispatchEvent(new Event('goesOn'));
    this.desk.changed();
  }

  /** Starts the turn of the side to move. */
  #turn() {
    this.clock?.start(this.side);
    this.thinking = this.terms?.players[this.side] === 'engine';
    this.since = performance.now();
    this.dispatchEvent(new Event('state'));
    if (this.thinking) this.#think().catch((error) => this.#fail(error));
  }

  async #think() {
    const { tip, terms } = this;
    const { tree } = this.desk;
    if (!tip || !terms || !tree) return;
    /** @type {Score | null} */
    let score = null;
    const best = await this.engine.search({
      ruleset: tree.ruleset,
      fen: tree.fen,
      moves: tip.moves,
      go: this.#limits(terms),
      elo: terms.elo,
      told: (line) => (score = line.score),
    });
    if (!this.running || this.tip !== tip) return;
    if (!Object.values(terms.players).includes('person')) {
      this.clock?.stop(true);
      const left = this.since + MIN_MOVE_TIME - performance.now();
      await new Promise((resolve) => setTimeout(resolve, left));
    }
    if (!this.running || this.tip !== tip) return;
    if (best === null) throw new Error(texts.engineLost);
    this.score = score;
    await this.#played(best);
  }

  /** The limits of the engine's search, for `go`. @param {Terms} terms */
  #limits({ time }) {
    if (this.clock) return this.clock.limits;
    return `movetime ${Math.round((time.kind === 'move' ? time.seconds : 1) * 1000)}`;
  }

  /** @param {unknown} error */
  async #fail(error) {
    const { tip } = this;
    const isGone = await this.desk.rules.lines.ask().then(
      () => false,
      () => true,
    );
    if (!this.running || this.tip !== tip) return;
    // If the whole program is gone, the page goes on by itself once it is back.
    this.hasFailed = !isGone;
    this.pause();
    if (this.hasFailed) this.dispatchEvent(new CustomEvent('failed', { detail: error }));
  }

  /** Goes on with a fresh engine after the last one has failed. */
  goOn() {
    this.engine.renew();
    this.#run();
  }

  #watch() {
    if (!this.pending && this.clock?.now(this.side) === 0) {
      this.#over({ winner: other(this.side), reason: 'time-forfeit' });
    } else {
      this.dispatchEvent(new Event('tick'));
    }
  }

  /** @param {Position['result']} result the result if the rules did not end it */
  #over(result) {
    if (this.desk.tree) this.desk.tree.result = result;
    this.isReopened = false;
    this.end();
    this.dispatchEvent(new Event('over'));
  }

  /** Stops the clocks of a running game, which goes on later. Nobody can move meanwhile. */
  pause() {
    Object.assign(this, { isPaused: true, thinking: false });
    this.clock?.stop(false);
    clearInterval(this.timer);
    this.dispatchEvent(new Event('state'));
  }

  /** Stops the game without a result. */
  end() {
    if (this.thinking) this.engine.stop();
    Object.assign(this, { running: false, thinking: false });
    this.desk.tree?.noteEnd(this.tip, true);
    this.clock?.stop(false);
    clearInterval(this.timer);
    this.dispatchEvent(new Event('state'));
  }

  /**
   * The side that a person played against the engine in the game on the desk.
   * @returns {Side | null} null if it was no such game
   */
  get onlyPerson() {
    const { terms, tip } = this;
    if (!terms || !tip || tip.path[0] !== this.desk.tree?.root) return null;
    const { attackers, defenders } = terms.players;
    if (attackers === defenders) return null;
    return attackers === 'person' ? 'attackers' : 'defenders';
  }

  /** The side for which a person takes back, resigns or offers a draw. @returns {Side} */
  get person() {
    return this.terms?.players[this.side] === 'person' ? this.side : other(this.side);
  }

  /** Whether the game runs and has moves that are not those of a game that had ended and is saved. */
  get isWorthKeeping() {
    return this.running && Boolean(this.tip?.parent) && !this.isReopened;
  }

  /** Whether a person has made a move or ended the game, and nothing keeps it from going on after that is taken back. */
  get canTakeBack() {
    return this.desk.rules.lines.isOpen && (hasOtherEnd(this) || beforeLastMove(this) !== null);
  }

  /** Waits until the program has answered the last move. */
  async #answered() {
    await this.pending?.catch(() => {});
  }

  /** Takes back an end that the board does not show, or else the person's last move and the reply to it. */
  async takeBack() {
    await this.#answered();
    const { tip, desk, canTakeBack } = this;
    if (!tip || !desk.tree || !canTakeBack) return;
    // Do not wait for a slow engine to stop. Its move is no longer needed.
    this.engine.stop().catch(() => {});
    if (hasOtherEnd(this)) this.clock?.renew(tip.ply);
    else this.#goBack();
    if (!this.running) this.isReopened = true;
    Object.assign(desk.tree, { result: null, isJudged: false });
    desk.changed();
    desk.go(this.tip);
    this.#run();
  }

  #goBack() {
    const node = beforeLastMove(this);
    if (!node) return;
    this.clock?.goBack(node.ply);
    node.children = [];
    this.tip = node;
  }

  /** Makes the engine move now. */
  async moveNow() {
    if (this.thinking) await this.engine.hurry();
  }

  /** Asks the engine for a good move. The event `hint` delivers it. */
  async hint() {
    const { tip } = this;
    const { tree } = this.desk;
    if (!tip || !tree || !this.canMove) return;
    this.desk.go(tip);
    const best = await this.engine.search({
      ruleset: tree.ruleset,
      fen: tree.fen,
      moves: tip.moves,
      go: `movetime ${HINT_TIME}`,
    });
    if (best && this.running && this.tip === tip) {
      this.dispatchEvent(new CustomEvent('hint', { detail: best }));
    }
  }

  /** @param {Side} side the one that loses */
  async resign(side) {
    await this.#answered();
    if (this.running) this.#over({ winner: other(side), reason: 'resign' });
  }

  /** Whether the engine accepts a draw. It does unless it is ahead. */
  engineTakesDraw() {
    const { score } = this;
    if (!score) return false;
    return score.kind === 'cp' ? score.value <= DRAW_SCORE : score.value < 0;
  }

  async draw() {
    await this.#answered();
    if (this.running) this.#over({ winner: null, reason: 'draw-agreed' });
  }
}

/** Keeps the game on the desk, for this tab to load again and for all tabs to open later. */

import { keep, recall } from '../settings.js';
import { claim, keepGame, keptGame, keptGames, newId } from './library.js';
import { judgedOf, lineOf } from './line.js';

/**
 * @typedef {import('../connection/rules.js').Side} Side
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./line.js').Ply} Ply
 * @typedef {import('./line.js').Judged} Judged
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./play.js').KeptPlay} KeptPlay
 * @typedef {import('./tree.js').Tree} Tree
 *
 * @typedef {object} KeptGame
 * @property {string} [id] its name among the kept games
 * @property {string} variant
 * @property {[string, string][]} alternates
 * @property {string | null} fen
 * @property {Ply[]} line
 * @property {Judged} start what is known of the first position
 * @property {string} comment on it
 * @property {number[]} at the way to the position that is looked at
 * @property {Record<Side, string>} players
 * @property {string} event
 * @property {boolean} [isJudged]
 * @property {Position['result']} result
 * @property {KeptPlay | null} play
 */

const NAME = 'game';

/** How long after a change the game is kept, in milliseconds: many come at once. */
const DELAY = 200;

/** How long a tab that is loaded again waits for its former page to let go of the game. */
const PATIENCE = 500;

export class Keeper {
  /**
   * @param {Desk} desk
   * @param {Play} play
   */
  constructor(desk, play) {
    this.desk = desk;
    this.play = play;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.id = newId();
    /** Lets go of the game, if it has been claimed. @type {(() => void) | null} */
    this.release = null;
    /** The game that `id` is the name of. @type {Tree | null} */
    this.tree = null;
    /** A game that has been left and is no longer written. @type {Tree | null} */
    this.aside = null;
  }

  /** Keeps the game from now on. */
  start() {
    const { desk, play } = this;
    for (const event of ['tree', 'node']) desk.addEventListener(event, () => this.#soon());
    for (const event of ['state', 'over']) play.addEventListener(event, () => this.#soon());
    // The clocks and comments as they are at last.
    addEventListener('pagehide', () => this.keepNow());
    this.keepNow();
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keepNow(), DELAY);
  }

  /** Keeps the game as it is now, and leaves it so whatever happens to it on its way out. */
  setAside() {
    this.keepNow();
    this.aside = this.desk.tree;
  }

  /** Keeps the game as it is now. */
  keepNow() {
    clearTimeout(this.timer);
    const { tree } = this.desk;
    if (!tree || tree === this.aside) return;
    if (tree !== this.tree) this.#name(tree, newId());
    const game = this.#game(tree);
    keep(NAME, game, { inTab: true });
    // A board on which nothing has happened is no game.
    if (game.line.length > 0) keepGame(this.#entry(tree, game), game);
  }

  /** @param {Tree} tree @param {string} id */
  #name(tree, id) {
    this.tree = tree;
    this.id = id;
    this.release?.();
    this.release = null;
    claim(id).then((release) => {
      // Another game may have taken its place meanwhile.
      if (this.id === id) this.release = release;
      else release?.();
    });
  }

  /** @param {Tree} tree @returns {KeptGame} */
  #game(tree) {
    const { ruleset, fen, root, players, event, result, isJudged } = tree;
    return {
      id: this.id,
      variant: ruleset.variant,
      alternates: ruleset.alternates,
      fen,
      line: lineOf(root, true),
      start: judgedOf(root),
      comment: root.comment,
      at: this.desk.node?.way ?? [],
      players,
      event,
      result,
      isJudged,
      play: this.play.tip?.path[0] === root ? this.play.kept : null,
    };
  }

  /** @param {Tree} tree @param {KeptGame} game */
  #entry(tree, { play }) {
    return {
      id: this.id,
      time: Date.now(),
      title: tree.ruleset.title,
      ...tree.players,
      moves: tree.main.length - 1,
      result: this.desk.result,
      running: play?.running ?? false,
    };
  }

  /** Whether this tab has a running game. */
  get hasRunning() {
    return this.#ofTab?.play?.running ?? false;
  }

  get #ofTab() {
    return recall(NAME, /** @type {KeptGame | null} */ (null), { inTab: true });
  }

  /**
   * Puts this tab's game on the desk; in a new tab, the newest game that is still being played, unless
   * another tab has it.
   * @returns {Promise<KeptGame | null>} null if there is none that can be played
   */
  async restore() {
    const ofTab = this.#ofTab;
    if (ofTab) {
      const release = ofTab.id ? await claim(ofTab.id, PATIENCE) : null;
      // A copy of a tab has the same game under another name.
      return this.#put(ofTab, release ? (ofTab.id ?? newId()) : newId(), release);
    }
    for (const { id } of keptGames().filter(({ running }) => running)) {
      const release = await claim(id);
      if (!release) continue;
      // Only now, as the tab that let go of it may have changed it.
      const game = keptGame(id);
      if (game) return this.#put(game, id, release);
      release();
    }
    return null;
  }

  /**
   * Opens one of the kept games.
   * @param {string} id
   */
  async open(id) {
    const game = keptGame(id);
    if (!game) return null;
    const release = await claim(id);
    return this.#put(game, release ? id : newId(), release);
  }

  /**
   * @param {KeptGame} kept
   * @param {string} id
   * @param {(() => void) | null} release
   */
  async #put(kept, id, release) {
    const { desk } = this;
    let tree;
    try {
      tree = await desk.read(kept.variant, kept.alternates, kept.fen, kept.line);
    } catch {
      // The program may have been started without rules that it had before.
      release?.();
      return null;
    }
    Object.assign(tree.root, kept.start, { comment: kept.comment });
    const { players, event, result, isJudged = false } = kept;
    Object.assign(tree, { players, event, result, isJudged });
    this.release?.();
    Object.assign(this, { tree, id, release });
    await desk.put(tree, tree.at(kept.at));
    return kept;
  }
}

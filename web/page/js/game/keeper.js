/** Saves the current game, so that this tab can reload it and any tab can open it later. */

import { recordTime } from '../records/date.js';
import { keep } from '../settings.js';
import { recordTexts } from '../texts-records.js';
import {
  claim,
  findGame,
  forgetGame,
  gameOfTab,
  keepAtOnce,
  keepGame,
  keptGame,
  keptGames,
  newId,
} from './library.js';
import { judgedOf, lineOf } from './line.js';
import { namesOf } from './participants.js';

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
 * @property {string} [id] its id among the saved games
 * @property {string} variant
 * @property {[string, string][]} alternates
 * @property {string | null} fen
 * @property {Ply[]} line
 * @property {Judged} start the analysis of the first position
 * @property {string} comment the comment on the first position
 * @property {number[]} at the path to the viewed position
 * @property {Record<Side, string>} players
 * @property {import('./participants.js').Participants | null} [participants]
 * @property {string} event
 * @property {string} [date] in the format of records
 * @property {boolean} [isJudged]
 * @property {boolean} [awaitsJudging]
 * @property {boolean} [isInDatabase] whether it was added to the program's database
 * @property {Position['result']} [ended] the result, also if the rules ended the game
 * @property {Position['result']} result
 * @property {number | null} [played] the number of moves of a game that was played on the page and has ended
 * @property {KeptPlay | null} play
 * @property {boolean} [isDropped] whether the player has deleted it while it was on the board
 */

const NAME = 'game';

/** The delay between a change and saving, in milliseconds. Changes often come in bursts. */
const DELAY = 200;

/** How long a reloaded tab waits for its previous page to release the game, in milliseconds. */
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
    /** The final id of the game saved under `id`, when it is known. */
    this.named = Promise.resolve(this.id);
    /** The id that this tab has claimed. */
    this.claimed = '';
    /** Releases the claim on it, if there is one. @type {(() => void) | null} */
    this.release = null;
    /** Called when a game could not be saved. @type {(error: Error) => void} */
    this.failed = () => {};
    /** Called when the running game on the board is another tab's, too. */
    this.shared = () => {};
    /** The game saved under `id`. @type {Tree | null} */
    this.tree = null;
    /** A game that the player has left. It is no longer saved. @type {Tree | null} */
    this.aside = null;
    /** The game on the board if the player has deleted it. It is saved again once it changes. @type {Tree | null} */
    this.dropped = null;
  }

  /** Saves the game after every change from now on. */
  start() {
    const { desk, play } = this;
    desk.addEventListener('tree', () => (this.dropped = null));
    play.addEventListener('over', () => (this.dropped = null));
    play.addEventListener('goesOn', () => this.#branch());
    for (const event of ['tree', 'node']) desk.addEventListener(event, () => this.#soon());
    play.addEventListener('state', () => this.#soon());
    // At once: the end may be taken back.
    play.addEventListener('over', () => this.keepNow());
    // Saves the latest clocks and comments.
    addEventListener('pagehide', () => this.keepNow({ isLeaving: true }));
    this.keepNow();
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.keepNow(), DELAY);
  }

  /** Saves the game on the board as one of its own from now on: the one that it was has ended. */
  #branch() {
    const { tree } = this.desk;
    if (tree && tree === this.tree) this.named = this.#claim(tree, newId());
  }

  /** Saves the game one last time. Changes made while the game is being replaced are not saved. */
  setAside() {
    this.keepNow({ isLeft: true });
    this.aside = this.desk.tree;
  }

  /** Leaves a game that the player has deleted unsaved, though it is on the board. @param {string} id */
  drop(id) {
    if (id !== this.id) return;
    this.dropped = this.tree;
    this.keepNow();
  }

  /**
   * Saves the game now.
   * @param {{ isLeaving?: boolean, isLeft?: boolean }} [how] whether the page is being closed, or the player leaves the game
   */
  keepNow(how = {}) {
    this.#keep(how).catch(() => this.failed(new Error(recordTexts.notSaved)));
  }

  /** @param {{ isLeaving?: boolean, isLeft?: boolean }} how */
  async #keep({ isLeaving = false, isLeft = false }) {
    clearTimeout(this.timer);
    const { tree } = this.desk;
    if (!tree || tree === this.aside) return;
    if (tree !== this.tree) this.named = this.#nameNew(tree);
    // As it is now: another game may be on the board when its id is known.
    const { named } = this;
    const game = this.#game(tree);
    const entry = { ...this.#entry(tree, game), isLeft };
    keep(NAME, game, { inTab: true });
    // The saved game has its end. This one is no other before its first move.
    if (game.isDropped || game.play?.isReopened) return;
    if (game.line.length === 0 && (game.play || !game.comment)) {
      // A board without moves or a note is not worth listing, and all those of this game may have been taken back.
      if (game.play?.running) await forgetGame(await named);
      return;
    }
    if (isLeaving) keepAtOnce(entry, game);
    const id = await named;
    // The saved game may have brought its date and its analysis.
    const { date, isJudged } = tree;
    const line = lineOf(tree.root, true);
    const whole = { ...game, id, date, line, start: judgedOf(tree.root), isJudged };
    if (id !== game.id && this.desk.tree === tree) keep(NAME, whole, { inTab: true });
    await keepGame({ ...entry, id, date }, whole);
  }

  /**
   * Names a game that is new on the board. One that is saved already keeps its id and its analysis.
   * @param {Tree} tree
   * @returns {Promise<string>} its id
   */
  async #nameNew(tree) {
    const id = newId();
    Object.assign(this, { tree, id });
    const isBegun = tree.main.length > 1;
    const game = this.#game(tree);
    const known = isBegun ? await findGame(tree.ruleset.title, game).catch(() => null) : null;
    tree.date ||= known?.game.date || recordTime(Date.now());
    if (known && !tree.isJudged) {
      const { line, start, isJudged = false } = known.game;
      Object.assign(tree.root, start);
      for (const [at, node] of tree.main.slice(1).entries()) Object.assign(node, line[at]?.judged);
      tree.isJudged = isJudged;
      if (this.desk.tree === tree) this.desk.changed();
    }
    return this.#claim(tree, known?.id ?? id);
  }

  /**
   * Finds an id for a game that no other tab uses, and claims it for as long as the game is on the board.
   * @param {Tree} tree
   * @param {string} id the id to use if it is free
   * @returns {Promise<string>}
   */
  async #claim(tree, id) {
    if (this.tree === tree) this.id = id;
    if (id === this.claimed) return id;
    const release = await claim(id);
    const free = release ? id : newId();
    if (this.tree !== tree) {
      // Another game has replaced it in the meantime.
      release?.();
      return free;
    }
    if (!release) return this.#claim(tree, free);
    this.release?.();
    Object.assign(this, { id, release, claimed: id });
    return id;
  }

  /** @param {Tree} tree @returns {KeptGame} */
  #game(tree) {
    const {
      ruleset,
      fen,
      root,
      players,
      participants,
      event,
      date,
      result,
      played,
      isJudged,
      awaitsJudging,
      isInDatabase,
    } = tree;
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
      participants,
      event,
      date,
      result,
      played,
      ended: this.desk.result,
      isJudged,
      awaitsJudging,
      isInDatabase,
      isDropped: tree === this.dropped,
      play: this.play.tip?.path[0] === root ? this.play.kept : null,
    };
  }

  /** @param {Tree} tree @param {KeptGame} game */
  #entry(tree, { play }) {
    return {
      id: this.id,
      time: Date.now(),
      date: tree.date,
      title: tree.ruleset.title,
      ...tree.players,
      participants: tree.participants,
      moves: tree.main.length - 1,
      result: this.desk.result,
      running: play?.running ?? false,
    };
  }

  /** Whether a saved game is on the board as it is saved. @param {string} id */
  hasOnBoard(id) {
    return id === this.id && this.tree === this.desk.tree && !this.play.isReopened;
  }

  /** Whether this tab has a game that was played here. */
  get hasGame() {
    return Boolean(this.#ofTab?.play);
  }

  /** Whether this tab has a running game. */
  get hasRunning() {
    return this.#ofTab?.play?.running ?? false;
  }

  get #ofTab() {
    return gameOfTab(NAME);
  }

  /**
   * Restores this tab's game. A new tab restores the newest unfinished game that nobody has left and no tab has.
   * @returns {Promise<KeptGame | null>} null if there is none that can be restored
   */
  async restore() {
    const ofTab = this.#ofTab;
    if (ofTab) {
      const release = ofTab.id ? await claim(ofTab.id, PATIENCE) : null;
      // A duplicated tab gets the same game under a new id.
      return this.#put(ofTab, release ? (ofTab.id ?? newId()) : newId(), release);
    }
    const entries = await keptGames().catch(() => []);
    for (const { id } of entries.filter(({ running, isLeft }) => running && !isLeft)) {
      const release = await claim(id);
      if (!release) continue;
      // Read it only now: the tab that released it may have changed it.
      const game = await keptGame(id);
      if (game) return this.#put(game, id, release);
      release();
    }
    return null;
  }

  /**
   * Opens a saved game.
   * @param {string} id
   */
  async open(id) {
    // It may be the one whose end has been taken back on the board.
    const release = id === this.claimed ? this.release : await claim(id);
    // Read it only now: the tab that released it may have changed it.
    const game = await keptGame(id);
    if (!game) {
      if (release !== this.release) release?.();
      return null;
    }
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
      // The program may have been restarted without the rules of this game.
      if (release !== this.release) release?.();
      return null;
    }
    Object.assign(tree.root, kept.start, { comment: kept.comment });
    const {
      participants = null,
      event,
      date = '',
      result,
      played = null,
      isJudged = false,
      awaitsJudging = false,
      isInDatabase = false,
    } = kept;
    // The page may have another language since.
    const players = participants ? namesOf(participants) : kept.players;
    Object.assign(tree, { players, participants, event, date, result, played });
    Object.assign(tree, { isJudged, awaitsJudging, isInDatabase });
    if (this.release !== release) this.release?.();
    const claimed = release ? id : '';
    Object.assign(this, { tree, id, release, claimed, named: Promise.resolve(id) });
    await desk.put(tree, tree.at(kept.at));
    this.dropped = kept.isDropped ? tree : null;
    if (!release && kept.play?.running) this.shared();
    return kept;
  }
}

/** Follows a game of a match on the board, move by move. */

import { matchGame, resultOf } from '../connection/games.js';
import { readMove } from '../connection/rules.js';
import { keep, recall } from '../settings.js';
import { texts } from '../texts.js';

/**
 * @typedef {import('../connection/games.js').MatchState} MatchState
 * @typedef {import('../connection/games.js').RecordedGame} RecordedGame
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/tree.js').Tree} Tree
 * @typedef {import('../game/tree.js').Node} Node
 */

/** The name under which a tab keeps which game it follows. */
const NAME = 'followed';

/**
 * The last node of a game's moves in a tree, and how many of them there are.
 * @param {Tree} tree
 * @param {RecordedGame} game
 */
function tipOf({ root }, { moves }) {
  let [tip, plies] = [root, 0];
  for (const { text } of moves) {
    const { name } = readMove(text);
    const next = tip.after(name);
    if (!next) break;
    [tip, plies] = [next, plies + 1];
  }
  return { tip, plies };
}

export class Follower {
  /**
   * @param {Desk} desk
   * @param {string} token
   * @param {(game: RecordedGame) => Promise<boolean>} open opens a game; false if the player declines
   */
  constructor(desk, token, open) {
    this.desk = desk;
    this.token = token;
    this.open = open;
    /** The followed game: its number, its tree and the latest move. @type {{ number: number, tree: Tree, tip: Node, plies: number } | null} */
    this.followed = null;
    /** The game of the match that was opened last. @type {Tree | null} */
    this.opened = null;
    /** Called when it is another one. */
    this.changed = () => {};
    this.asking = false;
    /** The latest news of the running games until it is used. @type {MatchState['running'] | null} */
    this.news = null;
    /** Counts the games that were chosen, so that one that comes too late is dropped. */
    this.started = 0;
  }

  /** @param {Tree | null} tree */
  #open(tree) {
    this.opened = tree;
    this.changed();
  }

  /**
   * Opens a game and follows it while it runs.
   * @param {number} number
   * @param {RecordedGame} [ended] the game, if it is known to have ended
   */
  async start(number, ended) {
    this.followed = null;
    const started = (this.started += 1);
    const game = ended ?? (await matchGame(this.token, number));
    if (started !== this.started) return;
    if (!game) throw new Error(texts.gameGone);
    if (!(await this.open(game))) return;
    const { tree } = this.desk;
    this.#open(tree);
    if (!tree || game.result !== '*') return;
    this.desk.go(tree.root.end);
    const plies = game.moves.length;
    this.followed = { number, tree, tip: tree.root.end, plies };
    keep(NAME, { token: this.token, number, plies }, { inTab: true });
    await this.#catchUp();
  }

  /** Goes on with the game that this tab followed before it was loaded again, if it is on the board. */
  async resume() {
    const { tree } = this.desk;
    const kept = recall(NAME, { token: '', number: 0, plies: 0 }, { inTab: true });
    if (!tree || kept.token !== this.token) return;
    const { started } = this;
    const game = await matchGame(this.token, kept.number);
    if (!game || started !== this.started) return;
    const { attackers, defenders } = tree.players;
    const { tip, plies } = tipOf(tree, game);
    const isIt = game.attackers === attackers && game.defenders === defenders;
    if (!isIt || plies < kept.plies) return;
    this.followed = { number: kept.number, tree, tip, plies };
    this.#open(tree);
    await this.#catchUp();
  }

  /** Asks for the game once more: it may have ended before it was followed. */
  #catchUp() {
    return this.update({ running: [] });
  }

  /**
   * Adds the moves made since the last update.
   * @param {Pick<MatchState, 'running'>} state
   */
  async update({ running }) {
    this.news = running;
    if (this.asking) return;
    this.asking = true;
    try {
      // News that comes meanwhile may be the last of a game.
      while (this.news) await this.#use(this.news);
    } finally {
      this.asking = false;
    }
  }

  /** @param {MatchState['running']} running */
  async #use(running) {
    this.news = null;
    const { followed } = this;
    const now = running.find(({ number }) => number === followed?.number);
    if (followed && now?.plies !== followed.plies) await this.#take(followed);
  }

  /** @param {NonNullable<Follower['followed']>} followed */
  async #take(followed) {
    const game = await matchGame(this.token, followed.number);
    for (const ply of game?.moves.slice(followed.plies) ?? []) {
      const next = await this.desk.follow(followed.tree, followed.tip, ply);
      if (!next) break;
      followed.tip = next;
      followed.plies += 1;
    }
    const { desk } = this;
    if (game?.result === '*' && desk.tree === followed.tree) return;
    if (this.followed === followed) this.followed = null;
    if (!game || desk.tree !== followed.tree) return;
    followed.tree.result = followed.tip.position.result ?? resultOf(game);
    desk.changed();
  }
}

/** Follows a game of a match on the board, move by move. */

import { matchGame, resultOf } from '../connection/games.js';
import { texts } from '../texts.js';

/**
 * @typedef {import('../connection/games.js').MatchState} MatchState
 * @typedef {import('../connection/games.js').RecordedGame} RecordedGame
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/tree.js').Tree} Tree
 * @typedef {import('../game/tree.js').Node} Node
 */

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
    this.asking = false;
  }

  /**
   * Opens a game and follows it while it runs.
   * @param {number} number
   * @param {RecordedGame} [ended] the game, if it is known to have ended
   */
  async start(number, ended) {
    this.followed = null;
    const game = ended ?? (await matchGame(this.token, number));
    if (!game) throw new Error(texts.gameGone);
    if (!(await this.open(game))) return;
    const { tree } = this.desk;
    if (!tree || game.result !== '*') return;
    this.desk.go(tree.root.end);
    this.followed = { number, tree, tip: tree.root.end, plies: game.moves.length };
  }

  /**
   * Adds the moves made since the last update.
   * @param {MatchState} state
   */
  async update({ running }) {
    const { followed } = this;
    if (!followed || this.asking) return;
    const now = running.find(({ number }) => number === followed.number);
    if (now?.plies === followed.plies) return;
    this.asking = true;
    try {
      await this.#take(followed);
    } finally {
      this.asking = false;
    }
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

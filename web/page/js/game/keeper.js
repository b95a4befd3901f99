/** Keeps the game on the desk, so that it is there again after the page is loaded anew. */

import { keep, recall } from '../settings.js';
import { judgedOf, lineOf } from './line.js';

/**
 * @typedef {import('../connection/rules.js').Side} Side
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./line.js').Ply} Ply
 * @typedef {import('./line.js').Judged} Judged
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./play.js').KeptPlay} KeptPlay
 *
 * @typedef {object} KeptGame
 * @property {string} variant
 * @property {[string, string][]} alternates
 * @property {string | null} fen
 * @property {Ply[]} line
 * @property {Judged} start what is known of the first position
 * @property {string} comment on it
 * @property {number[]} at the way to the position that is looked at
 * @property {Record<Side, string>} players
 * @property {string} event
 * @property {Position['result']} result
 * @property {KeptPlay | null} play
 */

const NAME = 'game';

/** How long after a change the game is kept, in milliseconds: many come at once. */
const DELAY = 200;

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
  }

  /** Keeps the game from now on. */
  start() {
    const { desk, play } = this;
    for (const event of ['tree', 'node']) desk.addEventListener(event, () => this.#soon());
    for (const event of ['state', 'over']) play.addEventListener(event, () => this.#soon());
    // The clocks and comments as they are at last.
    addEventListener('pagehide', () => this.#keep());
    this.#keep();
  }

  #soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#keep(), DELAY);
  }

  #keep() {
    clearTimeout(this.timer);
    const { tree, node } = this.desk;
    if (!tree || !node) return;
    const { ruleset, fen, root, players, event, result } = tree;
    /** @type {KeptGame} */
    const game = {
      variant: ruleset.variant,
      alternates: ruleset.alternates,
      fen,
      line: lineOf(root, true),
      start: judgedOf(root),
      comment: root.comment,
      at: node.way,
      players,
      event,
      result,
      play: this.play.tip?.path[0] === root ? this.play.kept : null,
    };
    keep(NAME, game, { inTab: true });
  }

  /**
   * Puts the kept game on the desk.
   * @returns {Promise<KeptGame | null>} nothing, if there is none that can be played
   */
  async restore() {
    const kept = recall(NAME, /** @type {KeptGame | null} */ (null), { inTab: true });
    if (!kept) return null;
    try {
      await this.desk.begin(kept.variant, kept.alternates, kept.fen, kept.line);
    } catch {
      // The program may have been started without rules that it had before.
      return null;
    }
    const { desk } = this;
    const { tree } = desk;
    if (!tree) return null;
    Object.assign(tree.root, kept.start, { comment: kept.comment });
    Object.assign(tree, { players: kept.players, event: kept.event, result: kept.result });
    desk.changed();
    desk.go(tree.at(kept.at));
    return kept;
  }
}

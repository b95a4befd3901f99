/** Opens another game without losing the current one. */

import { confirmed } from '../dialog.js';
import { readLink } from '../records/link.js';
import { texts } from '../texts.js';

/**
 * @typedef {import('./desk.js').Desk} Desk
 * @typedef {import('./keeper.js').Keeper} Keeper
 * @typedef {import('./line.js').Ply} Ply
 * @typedef {import('./play.js').Play} Play
 * @typedef {import('./tree.js').Tree} Tree
 */

/** Sends the event `opened` when another game is on the board. */
export class Opener extends EventTarget {
  /**
   * @param {Desk} desk
   * @param {Play} play
   * @param {Keeper} keeper
   */
  constructor(desk, play, keeper) {
    super();
    this.desk = desk;
    this.play = play;
    this.keeper = keeper;
  }

  /**
   * Opens a game. Reads it first, and leaves a running game only if the player agrees.
   * @param {string} variant
   * @param {[string, string][]} [alternates]
   * @param {string | null} [fen]
   * @param {Ply[]} [line]
   * @param {(tree: Tree) => void} [complete] adds what the game has besides its moves
   * @returns {Promise<Tree | null>} null if the player would rather keep playing
   */
  async open(variant, alternates, fen, line, complete = () => {}) {
    const tree = await this.desk.read(variant, alternates, fen, line);
    if (!(await this.leave())) return null;
    complete(tree);
    await this.desk.put(tree);
    this.dispatchEvent(new Event('opened'));
    return tree;
  }

  /**
   * Opens a position with a line to step through.
   * @param {string} variant
   * @param {string} fen
   * @param {string[]} moves
   * @returns {Promise<boolean>} false if the player would rather keep playing
   */
  async openLine(variant, fen, moves) {
    const line = moves.map((text) => ({ text }));
    const tree = await this.open(variant, [], fen, line);
    this.desk.go(tree?.root);
    return tree !== null;
  }

  /** Opens the game in the address of the page, if there is one. */
  async followAddress() {
    const { hash } = location;
    const { view, game } = readLink(hash);
    if (!game) return;
    try {
      await this.open(game.variant, game.alternates, game.fen, game.line);
    } finally {
      // Only now: a reload in the meantime follows the link again.
      if (location.hash === hash) history.replaceState(null, '', `#${view}`);
    }
  }

  /** Leaves the running game if the player agrees. It stays saved and can be resumed. */
  async leave() {
    // Without the program nothing could take its place.
    if (!this.desk.rules.lines.isOpen) return false;
    if (this.play.isWorthKeeping && !(await this.#agrees())) return false;
    this.keeper.setAside();
    this.play.end();
    return true;
  }

  /** Asks whether to leave the running game, until it ends or the player goes elsewhere. */
  async #agrees() {
    const question = new AbortController();
    const { signal } = question;
    const end = () => question.abort();
    this.play.addEventListener('over', end, { signal });
    addEventListener('hashchange', end, { signal });
    const isLeft = await confirmed(texts.leaveGame, texts.leave, texts.keepPlaying, signal);
    end();
    return isLeft;
  }
}

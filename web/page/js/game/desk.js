/** What lies on the desk: a game under its rules, and the position that is looked at. */

import { Tree, Node } from './tree.js';

/**
 * @typedef {import('../connection/rules.js').Rules} Rules
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../connection/rules.js').Move} Move
 */

/**
 * It tells of changes by events: `ruleset` when other rules are in force, `tree` when the moves have
 * changed, `node` when another position is looked at. The event `node` says whether a move led there.
 */
export class Desk extends EventTarget {
  /** @param {Rules} rules */
  constructor(rules) {
    super();
    this.rules = rules;
    /** @type {Tree | null} */
    this.tree = null;
    /** @type {Node | null} */
    this.node = null;
    /** The end of what is being done, so that one thing is done after another. @type {Promise<unknown>} */
    this.queue = Promise.resolve();
  }

  /**
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  #inTurn(work) {
    const result = this.queue.then(work);
    this.queue = result.catch(() => {});
    return result;
  }

  /**
   * Begins a game.
   * @param {string} variant a ruleset's name or a rules string
   * @param {[string, string][]} [alternates]
   * @param {string | null} [fen]
   * @param {string[]} [moves] moves to begin with
   */
  begin(variant, alternates = [], fen = null, moves = []) {
    return this.#inTurn(async () => {
      const before = this.tree?.ruleset;
      try {
        await this.#set(variant, alternates, fen, moves);
      } catch (error) {
        // The rules that the page shows stay in force.
        if (before) await this.rules.choose(before.variant, before.alternates);
        throw error;
      }
      this.dispatchEvent(new Event('ruleset'));
      this.dispatchEvent(new Event('tree'));
      this.#tell(false);
    });
  }

  /**
   * @param {string} variant
   * @param {[string, string][]} alternates
   * @param {string | null} fen
   * @param {string[]} moves
   */
  async #set(variant, alternates, fen, moves) {
    const ruleset = await this.rules.choose(variant, alternates);
    const position = await this.rules.look(fen, []);
    const tree = new Tree(ruleset, fen === null ? null : position.fen, position);
    let node = tree.root;
    const played = [];
    for (const move of moves) {
      played.push(move);
      const after = await this.rules.look(fen, played);
      const next = new Node(node, after.last, after);
      node.children.push(next);
      node = next;
    }
    this.tree = tree;
    this.node = node;
  }

  /**
   * Plays a move in the position that is looked at.
   * @param {string} name `d2e2`
   */
  play(name) {
    return this.#inTurn(async () => {
      const { tree, node } = this;
      if (!tree || !node) return null;
      let next = node.children.find((child) => child.move?.name === name);
      if (!next) {
        const position = await this.rules.look(tree.fen, [...node.moves, name]);
        next = new Node(node, position.last, position);
        node.children.push(next);
        this.node = next;
        this.dispatchEvent(new Event('tree'));
      }
      this.node = next;
      this.#tell(true);
      return next;
    });
  }

  /**
   * Looks at another position of the game.
   * @param {Node | null | undefined} node
   */
  go(node) {
    if (!node || node === this.node) return;
    const isNext = node.parent === this.node;
    this.node = node;
    this.#tell(isNext);
  }

  /** @param {boolean} byMove */
  #tell(byMove) {
    this.dispatchEvent(new CustomEvent('node', { detail: { byMove } }));
  }

  /** Says that the moves have changed. */
  changed() {
    this.dispatchEvent(new Event('tree'));
  }

  /** How the game of the main line ended, if it has. */
  get result() {
    return this.tree && (this.tree.result ?? this.tree.root.end.position.result);
  }
}

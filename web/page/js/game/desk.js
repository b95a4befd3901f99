/** What lies on the desk: a game under its rules, and the position that is looked at. */

import { Tree, Node } from './tree.js';

/**
 * @typedef {import('../connection/rules.js').Rules} Rules
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('./line.js').Ply} Ply
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
   * @param {Ply[]} [line] moves to begin with
   */
  begin(variant, alternates = [], fen = null, line = []) {
    return this.#inTurn(async () => {
      const before = this.tree?.ruleset;
      try {
        await this.#set(variant, alternates, fen, line);
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
   * @param {Ply[]} line
   */
  async #set(variant, alternates, fen, line) {
    const ruleset = await this.rules.choose(variant, alternates);
    const position = await this.rules.look(fen, []);
    const tree = new Tree(ruleset, fen === null ? null : position.fen, position);
    await this.#grow(tree, tree.root, line);
    this.tree = tree;
    this.node = tree.root.end;
  }

  /**
   * Adds a line with its variations to a tree.
   * @param {Tree} tree
   * @param {Node} from
   * @param {Ply[]} line
   */
  async #grow(tree, from, line) {
    for (const ply of line) {
      const next = await this.#next(tree, from, ply.text);
      next.remark = ply.remark ?? '';
      next.comment = ply.comment ?? '';
      Object.assign(next, ply.judged);
      for (const variation of ply.variations ?? []) await this.#grow(tree, from, variation);
      from = next;
    }
  }

  /**
   * The node after a move, which is added if it is not there.
   * @param {Tree} tree
   * @param {Node} node
   * @param {string} move
   */
  async #next(tree, node, move) {
    const position = await this.rules.look(tree.fen, [...node.moves, move]);
    const known = node.children.find((child) => child.move?.name === position.last?.name);
    if (known) return known;
    const next = new Node(node, position.last, position);
    node.children.push(next);
    return next;
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
        next = await this.#next(tree, node, name);
        this.node = next;
        this.dispatchEvent(new Event('tree'));
      }
      this.node = next;
      this.#tell(true);
      return next;
    });
  }

  /**
   * Adds a move that was made elsewhere to the main line; who looks at the position before goes along.
   * @param {Tree} tree
   * @param {Node} from
   * @param {Ply} ply
   * @returns {Promise<Node | null>} nothing, if another game lies on the desk by now
   */
  follow(tree, from, ply) {
    return this.#inTurn(async () => {
      if (this.tree !== tree) return null;
      const next = await this.#next(tree, from, ply.text);
      next.remark = ply.remark ?? '';
      from.children = [next, ...from.children.filter((child) => child !== next)];
      const goesAlong = this.node === from;
      if (goesAlong) this.node = next;
      this.changed();
      if (goesAlong) this.#tell(true);
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

/** The current game with its rules, and the position being viewed. */

import { Tree, Node } from './tree.js';

/**
 * @typedef {import('../connection/rules.js').Rules} Rules
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('./line.js').Ply} Ply
 */

/**
 * The child of a node with this position. Adds it if it is missing.
 * @param {Node} node
 * @param {Position} position
 */
function attach(node, position) {
  const known = node.after(position.last?.name);
  if (known) return known;
  const next = new Node(node, position.last, position);
  node.children.push(next);
  return next;
}

/**
 * Sends the events `ruleset` when the rules change, `tree` when the moves change, and `node` when
 * another position is viewed. The event `node` says whether a move led there.
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
    /** The rulesets requested so far, by name. @type {Map<string, Promise<Ruleset | null>>} */
    this.described = new Map();
    /** Settles when the pending work is done. Work runs one item at a time. @type {Promise<unknown>} */
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
   * @param {Ply[]} [line] the first moves
   */
  async begin(variant, alternates = [], fen = null, line = []) {
    await this.#inTurn(async () => {
      await this.#put(await this.#read(variant, alternates, fen, line));
    });
  }

  /**
   * Reads a game without showing it. The current game and its rules stay as they are.
   * @param {string} variant
   * @param {[string, string][]} [alternates]
   * @param {string | null} [fen]
   * @param {Ply[]} [line]
   * @returns {Promise<Tree>}
   */
  read(variant, alternates = [], fen = null, line = []) {
    return this.#inTurn(() => this.#read(variant, alternates, fen, line));
  }

  /**
   * Makes a game the current one.
   * @param {Tree} tree
   * @param {Node} [node] the position to view; by default the last
   */
  put(tree, node) {
    return this.#inTurn(() => this.#put(tree, node));
  }

  /**
   * Asks a question that may change the rules, and restores them afterwards.
   * @template T
   * @param {() => Promise<T>} ask
   * @returns {Promise<T>}
   */
  aside(ask) {
    return this.#inTurn(() => this.#aside(ask));
  }

  /**
   * Describes any ruleset; null if there is none of that name.
   * @param {string} variant
   */
  describe(variant) {
    let ruleset = this.described.get(variant);
    if (!ruleset) {
      ruleset = this.aside(() => this.rules.choose(variant)).catch(() => null);
      this.described.set(variant, ruleset);
    }
    return ruleset;
  }

  /**
   * The notation of moves from a position, with captures.
   * @param {Node} node
   * @param {string[]} moves
   * @returns {Promise<string[]>} empty if the game has been replaced in the meantime
   */
  notate(node, moves) {
    const { tree } = this;
    return this.#inTurn(async () => {
      if (!tree || this.tree !== tree) return [];
      const played = await this.rules.written(tree.fen, [...node.moves, ...moves]);
      return played.slice(-moves.length);
    });
  }

  /**
   * The position after further moves.
   * @param {Node} node
   * @param {string[]} moves
   * @returns {Promise<Position | null>} null if the game has been replaced in the meantime
   */
  look(node, moves) {
    const { tree } = this;
    return this.#inTurn(async () => {
      if (!tree || this.tree !== tree) return null;
      return this.rules.look(tree.fen, [...node.moves, ...moves]);
    });
  }

  /**
   * Any position under any rules, regardless of the current game.
   * @param {Ruleset} ruleset
   * @param {string} fen
   * @param {string[]} moves
   * @returns {Promise<Position>}
   */
  lookAt({ variant, alternates }, fen, moves) {
    return this.aside(async () => {
      await this.rules.choose(variant, alternates);
      return this.rules.look(fen, moves);
    });
  }

  /**
   * The same position with the other side to move.
   * @param {Node} node
   * @returns {Promise<Position | null>} null if the game has been replaced in the meantime
   */
  turned(node) {
    const { tree } = this;
    return this.#inTurn(async () => {
      if (!tree || this.tree !== tree || node.position.result) return null;
      const fen = node.position.fen.replace(
        / [ad]/,
        node.position.side === 'attackers' ? ' d' : ' a',
      );
      return this.rules.look(fen, []).catch(() => null);
    });
  }

  /**
   * @template T
   * @param {() => Promise<T>} ask
   */
  async #aside(ask) {
    try {
      return await ask();
    } finally {
      const now = this.tree?.ruleset;
      if (now) await this.rules.choose(now.variant, now.alternates);
    }
  }

  /**
   * @param {string} variant
   * @param {[string, string][]} alternates
   * @param {string | null} fen
   * @param {Ply[]} line
   */
  #read(variant, alternates, fen, line) {
    return this.#aside(async () => {
      const ruleset = await this.rules.choose(variant, alternates);
      const position = await this.rules.look(fen, []);
      const tree = new Tree(ruleset, fen === null ? null : position.fen, position);
      await this.#grow(tree, tree.root, line);
      return tree;
    });
  }

  /**
   * @param {Tree} tree
   * @param {Node} [node]
   */
  async #put(tree, node = tree.root.end) {
    await this.rules.choose(tree.ruleset.variant, tree.ruleset.alternates);
    this.tree = tree;
    this.node = node;
    this.dispatchEvent(new Event('ruleset'));
    this.dispatchEvent(new Event('tree'));
    this.#tell(false);
  }

  /**
   * Adds a line and its variations to a tree.
   * @param {Tree} tree
   * @param {Node} from
   * @param {Ply[]} line
   */
  async #grow(tree, from, line) {
    if (line.length === 0) return;
    const before = from.moves;
    const moves = [...before, ...line.map(({ text }) => text)];
    // A single question covers the whole line.
    const positions = await this.rules.lookAlong(tree.fen, moves);
    for (const [index, ply] of line.entries()) {
      const next = attach(from, positions[before.length + index + 1]);
      next.remark = ply.remark ?? '';
      next.comment = ply.comment ?? '';
      Object.assign(next, ply.judged);
      for (const variation of ply.variations ?? []) await this.#grow(tree, from, variation);
      from = next;
    }
  }

  /**
   * The node after a move. Adds it if it is missing.
   * @param {Tree} tree
   * @param {Node} node
   * @param {string} move
   */
  async #next(tree, node, move) {
    return attach(node, await this.rules.look(tree.fen, [...node.moves, move]));
  }

  /**
   * Plays a move in the position that is viewed now, even if another is viewed when its turn comes.
   * @param {string} name `d2e2`
   * @param {string} [remark] for the record, if the move is new
   * @returns {Promise<Node | null>} null if the game has been replaced or the position removed in the meantime
   */
  play(name, remark = '') {
    const { tree, node } = this;
    return this.#inTurn(async () => {
      if (!tree || !node || this.tree !== tree) return null;
      const known = node.after(name);
      const next = known ?? (await this.#next(tree, node, name));
      if (!next.isInTree) return null;
      this.node = next;
      if (!known) {
        next.remark = remark;
        this.changed();
      }
      this.#tell(true);
      return next;
    });
  }

  /**
   * Adds a move of a watched game to the main line. If its parent is being viewed, the view follows.
   * @param {Tree} tree
   * @param {Node} from
   * @param {Ply} ply
   * @returns {Promise<Node | null>} null if the game has been replaced in the meantime
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
   * Views another position of the game.
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

  /** Announces that the moves have changed. */
  changed() {
    this.dispatchEvent(new Event('tree'));
  }

  /** The result of the main line, or null if it has not ended. */
  get result() {
    return this.tree && (this.tree.result ?? this.tree.main.at(-1)?.position.result ?? null);
  }
}

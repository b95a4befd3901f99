/** A game as a tree of moves and variations. */

/**
 * @typedef {import('../connection/rules.js').Move} Move
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../connection/engine.js').Score} Score
 */

export class Node {
  /**
   * @param {Node | null} parent
   * @param {Move | null} move the move that led here
   * @param {Position} position
   */
  constructor(parent, move, position) {
    this.parent = parent;
    this.move = move;
    this.position = position;
    /** The first is the main line. @type {Node[]} */
    this.children = [];
    this.comment = '';
    this.remark = '';
    /** The engine's score, for the side to move here. @type {Score | null} */
    this.score = null;
    /** The defenders' chance to win, from 0 to 1. @type {number | null} */
    this.chance = null;
    /** The best move here, once the position has been analysed. @type {string | null} */
    this.best = null;
    /** `?!`, `?` or `??` @type {string} */
    this.judgement = '';
  }

  /** The number of moves before this node. */
  get ply() {
    let ply = 0;
    for (let node = this.parent; node; node = node.parent) ply += 1;
    return ply;
  }

  /** The nodes from the first to this one. */
  get path() {
    /** @type {Node[]} */
    const path = [];
    for (let node = /** @type {Node | null} */ (this); node; node = node.parent) path.unshift(node);
    return path;
  }

  /** The moves that lead here. */
  get moves() {
    return this.path.flatMap((node) => (node.move ? [node.move.name] : []));
  }

  /** The indices of the children that lead from the root to this node. */
  get way() {
    return this.path.flatMap((node) => (node.parent ? [node.parent.children.indexOf(node)] : []));
  }

  /** The node after a move from here, if it is there. @param {string | undefined} move */
  after(move) {
    return this.children.find((child) => child.move?.name === move);
  }

  /** The last node of the line that continues from here. */
  get end() {
    let node = /** @type {Node} */ (this);
    while (node.children.length > 0) node = node.children[0];
    return node;
  }

  /** Whether neither the node nor one before it has been removed. */
  get isInTree() {
    return this.path.every((node) => !node.parent || node.parent.children.includes(node));
  }

  /** Whether the node is on the main line. */
  get isMain() {
    return this.path.every((node) => !node.parent || node.parent.children[0] === node);
  }
}

export class Tree {
  /**
   * @param {Ruleset} ruleset
   * @param {string | null} fen the start position; null for the ruleset's own
   * @param {Position} position the start position as the program describes it
   */
  constructor(ruleset, fen, position) {
    this.ruleset = ruleset;
    this.fen = fen;
    this.root = new Node(null, null, position);
    this.players = { attackers: '', defenders: '' };
    /** Its players, if it was played on this page. @type {import('./participants.js').Participants | null} */
    this.participants = null;
    this.event = '';
    /** The date of the game in the format of records; empty until it is saved. */
    this.date = '';
    /** Whether the whole main line has been analysed. */
    this.isJudged = false;
    /** Whether the user wants it analysed, and the analysis is running or was interrupted. */
    this.awaitsJudging = false;
    /** Whether it was added to the program's database. */
    this.isInDatabase = false;
    /** The result if the rules did not end the game. @type {Position['result']} */
    this.result = null;
    /** The number of moves that were played, if the game was played on this page and has ended. @type {number | null} */
    this.played = null;
  }

  /** The nodes of the main line. What was tried after the end of a game that was played does not belong to it. */
  get main() {
    const { path } = this.root.end;
    return this.played === null ? path : path.slice(0, this.played + 1);
  }

  /**
   * Notes where the game that was played on this tree ended, or that it goes on.
   * @param {Node | null} tip its last position; that of another tree changes nothing
   * @param {boolean} hasEnded
   */
  noteEnd(tip, hasEnded) {
    if (tip?.path[0] === this.root) this.played = hasEnded ? tip.ply : null;
  }

  /**
   * The node at the end of a path, or the last existing node on it.
   * @param {number[]} way
   */
  at(way) {
    let node = this.root;
    for (const index of way) node = node.children[index] ?? node;
    return node;
  }

  /**
   * Makes the line through a node the main line.
   * @param {Node} node
   */
  promote(node) {
    for (const { parent } of [node, ...node.path]) {
      if (!parent) continue;
      const child = node.path.find((step) => step.parent === parent);
      if (!child) continue;
      parent.children = [child, ...parent.children.filter((other) => other !== child)];
    }
  }

  /**
   * Removes a node and everything after it.
   * @param {Node} node
   */
  remove(node) {
    const { parent } = node;
    if (parent) parent.children = parent.children.filter((child) => child !== node);
  }
}

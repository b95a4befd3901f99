/** The review of an analysed game: accuracy, and its mistakes one by one, each with another try. */

import { button, el, select } from '../dom.js';
import { needing } from '../needs.js';
import { reviewTexts } from '../texts-learning.js';
import { texts } from '../texts.js';
import { judgementOf, lostBy } from './judge.js';
import { withDash } from './lines.js';

/**
 * @typedef {import('../connection/rules.js').Side} Side
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/play.js').Play} Play
 * @typedef {import('../game/tree.js').Node} Node
 * @typedef {import('../game/tree.js').Tree} Tree
 */

/** A try is good if it loses less than this of the winning chances. */
const GOOD = 0.08;

/** Chooses the mistakes of both sides. */
const BOTH = 'both';

/**
 * The accuracy of a move in per cent, from the percentage of winning chances that it lost. The formula is
 * the one published at lichess.org/page/accuracy.
 * @param {number} lost
 */
const accuracyOf = (lost) =>
  Math.min(100, Math.max(0, 103.1668 * Math.exp(-0.04354 * Math.max(0, lost)) - 3.1669));

/** The best move in a position as text; empty where none is known. @param {Node} node */
function bestOf({ best, position }) {
  const move = position.legal.find(({ name }) => name === best);
  return move?.text ?? (best ? withDash(best) : '');
}

/** The side that made a move. @param {Node} node the position after it @returns {Side} */
const sideOf = ({ parent }) => parent?.position.side ?? 'attackers';

/** Whether a move is good enough in place of a mistake. @param {Node} mistake @param {Node} tried */
function isGood(mistake, tried) {
  if (tried.move?.name === mistake.parent?.best) return true;
  return tried !== mistake && judgementOf(tried) === '' && (lostBy(tried) ?? 1) < GOOD;
}

export class Review {
  /**
   * @param {Desk} desk
   * @param {Play} play
   * @param {{ think: (node: Node) => Promise<boolean>, ended: () => void }} actions analyses a position,
   * unless it is stopped; called when the player has found a better move
   */
  constructor(desk, play, { think, ended }) {
    this.desk = desk;
    this.play = play;
    this.think = think;
    this.ended = ended;
    /** The mistake for which the player seeks a better move. @type {Node | null} */
    this.sought = null;
    /** The moves known before the player sought. They are not taken back. @type {Node[]} */
    this.known = [];
    /** The mistake whose better move has been asked for. @type {Node | null} */
    this.revealed = null;
    /** The user's choice of a side, and the game for which it was made. @type {{ tree: Tree, side: string } | null} */
    this.chosen = null;
    this.accuracy = el('p', { class: 'facts' });
    /** @type {[string, string][]} */
    const sides = [...Object.entries(texts.sides), [BOTH, reviewTexts.bothSides]];
    this.side = select(sides, BOTH, (side) => this.#choose(side));
    this.previous = button(reviewTexts.previous, () => this.#step(-1));
    this.next = button(reviewTexts.next, () => this.#step(1));
    this.retry = needing(button(reviewTexts.retry, () => this.#seek()));
    this.better = button(reviewTexts.showBetter, () => this.#reveal(this.desk.node));
    this.giveUp = button(reviewTexts.giveUp, () => this.#reveal(this.sought));
    this.said = el('p', { class: 'facts', role: 'status' });
    /** The game whose mistakes have become puzzles. @type {Tree | null} */
    this.offered = null;
    /** Called to solve them. @type {() => void} */
    this.practise = () => {};
    this.puzzles = button('', () => this.practise(), { hidden: true });
    this.element = el(
      'div',
      { class: 'review', hidden: true },
      this.accuracy,
      el('p', { class: 'quiet' }, reviewTexts.accuracyMeans),
      el('div', { class: 'controls' }, this.puzzles),
    );
    /** A panel of its own, because it belongs beside the board. */
    this.steps = el(
      'section',
      { class: 'panel mistakes', 'aria-label': reviewTexts.title, hidden: true },
      el('div', { class: 'controls' }, this.previous, this.next),
      this.said,
      el('div', { class: 'controls' }, this.retry, this.better, this.giveUp),
      el('label', { class: 'inline' }, `${reviewTexts.whose} `, this.side),
    );
    desk.addEventListener('node', (event) => {
      const byMove = event instanceof CustomEvent && event.detail.byMove;
      if (byMove && this.#isTry) this.#judge();
      else this.show();
    });
    desk.addEventListener('tree', () => this.show());
  }

  /** Whether the player seeks a better move. */
  get isSeeking() {
    return this.sought !== null;
  }

  /** The mistakes of the main line. */
  get #mistakes() {
    return (this.desk.tree?.main ?? []).filter((node) => node.judgement !== '');
  }

  /** The side whose mistakes to step through: at first the player's own, if the engine played the other. */
  get #whose() {
    const { chosen } = this;
    if (chosen && chosen.tree === this.desk.tree) return chosen.side;
    return this.play.onlyPerson ?? BOTH;
  }

  /** The mistakes to step through. */
  get #stops() {
    const side = this.#whose;
    return this.#mistakes.filter(({ parent }) => side === BOTH || parent?.position.side === side);
  }

  /** @param {string} side */
  #choose(side) {
    const { tree } = this.desk;
    if (!tree) return;
    this.chosen = { tree, side };
    this.show();
  }

  /** Whether the last move is a try at the mistake. */
  get #isTry() {
    const { node } = this.desk;
    return !!this.sought && !!node && node.parent === this.sought.parent;
  }

  /**
   * Offers puzzles of the mistakes of a game.
   * @param {Tree} tree
   * @param {number} count
   */
  offer(tree, count) {
    this.offered = count > 0 ? tree : null;
    this.puzzles.textContent = reviewTexts.practise(count);
    this.show();
  }

  show() {
    const { tree, node } = this.desk;
    this.puzzles.hidden = !tree || this.offered !== tree;
    this.element.hidden = !tree?.isJudged;
    this.steps.hidden = !tree?.isJudged;
    if (!tree?.isJudged || !node) {
      this.sought = null;
      return;
    }
    this.accuracy.textContent = reviewTexts.accuracy(
      this.#accuracy('attackers'),
      this.#accuracy('defenders'),
    );
    this.showSteps();
    if (this.sought && (node === this.sought.parent || this.#isTry)) return;
    this.sought = null;
    const isMistake = this.#stops.includes(node);
    const isRevealed = node === this.revealed;
    this.retry.hidden = !isMistake || isRevealed;
    this.better.hidden = !isMistake || isRevealed || !node.parent?.best;
    this.giveUp.hidden = true;
    this.said.textContent = isMistake ? this.#about(node, isRevealed) : '';
  }

  /** Shows the chosen side, and whether it has mistakes besides this position. */
  showSteps() {
    const { node } = this.desk;
    if (!node) return;
    this.side.value = this.#whose;
    const isLast = this.#stops.every((stop) => stop === node);
    this.previous.disabled = isLast;
    this.next.disabled = isLast;
  }

  /** The accuracy of a side's moves, in per cent. @param {Side} side */
  #accuracy(side) {
    const judged = (this.desk.tree?.main ?? []).filter(
      (node) => node.parent?.position.side === side && lostBy(node) !== null,
    );
    if (judged.length === 0) return null;
    const sum = judged.reduce((sum, node) => sum + accuracyOf(100 * (lostBy(node) ?? 0)), 0);
    return Math.round(sum / judged.length);
  }

  /**
   * The description of a mistake.
   * @param {Node} node
   * @param {boolean} isRevealed whether to name the better move
   */
  #about(node, isRevealed) {
    const better = isRevealed && node.parent ? bestOf(node.parent) : '';
    return reviewTexts.mistake(node.move?.text ?? '', texts.judgements[node.judgement], better);
  }

  /** Goes to the next mistake, and round from the last to the first. @param {1 | -1} by */
  #step(by) {
    const { node } = this.desk;
    if (!node) return;
    const stops = this.#stops;
    const ahead = stops.filter(({ ply }) => by * (ply - node.ply) > 0);
    const from = ahead.length > 0 ? ahead : stops;
    this.desk.go(from.at(by > 0 ? 0 : -1));
  }

  /** Returns to the position before the mistake for another try. */
  #seek() {
    const { node } = this.desk;
    if (!node?.parent) return;
    this.sought = node;
    this.known = [...node.parent.children];
    this.retry.hidden = true;
    this.better.hidden = true;
    this.giveUp.hidden = false;
    this.said.textContent = reviewTexts.find(sideOf(node));
    this.desk.go(node.parent);
  }

  /** Shows a mistake with the better move. @param {Node | null} mistake */
  #reveal(mistake) {
    if (!mistake) return;
    this.revealed = mistake;
    this.sought = null;
    this.desk.go(mistake);
    this.show();
  }

  /** Judges the tried move, and takes back a bad one. */
  async #judge() {
    const { sought } = this;
    const tried = this.desk.node;
    if (!sought || !tried) return;
    const words = tried.move?.text ?? '';
    this.said.textContent = reviewTexts.thinking(words);
    const unjudged = await this.#analyse(sought, tried);
    if (this.sought !== sought || this.desk.node !== tried) return;
    if (unjudged) {
      this.#takeBack(sought, tried, unjudged);
    } else if (isGood(sought, tried)) {
      this.sought = null;
      this.giveUp.hidden = true;
      this.said.textContent = reviewTexts.right(words);
      this.ended();
    } else if (tried === sought) {
      this.#takeBack(sought, tried, reviewTexts.same(words));
    } else {
      this.#takeBack(sought, tried, reviewTexts.wrong(words, bestOf(tried)));
    }
  }

  /**
   * Analyses a tried move, unless it is the mistake itself.
   * @param {Node} sought
   * @param {Node} tried
   * @returns {Promise<string>} what to say instead of a judgement, if there is none
   */
  async #analyse(sought, tried) {
    try {
      const isJudged = tried === sought || (await this.think(tried));
      return isJudged ? '' : reviewTexts.find(sideOf(sought));
    } catch (error) {
      return texts.failed(error instanceof Error ? error.message : String(error));
    }
  }

  /**
   * Returns to the position before the mistake for another try.
   * @param {Node} sought
   * @param {Node} tried
   * @param {string} words about the try
   */
  #takeBack(sought, tried, words) {
    this.said.textContent = words;
    // A variation of the player's own stays.
    if (!this.known.includes(tried)) this.desk.tree?.remove(tried);
    this.desk.go(sought.parent);
    this.desk.changed();
  }
}

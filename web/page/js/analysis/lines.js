/** The lines that the engine thinks about: scores, moves, how deep and how fast. */

import { el, fill } from '../dom.js';
import { texts } from '../texts.js';
import { decided, scoreText, short } from './chance.js';

/**
 * @typedef {import('../connection/engine.js').Line} Line
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/tree.js').Node} Node
 * @typedef {import('../connection/rules.js').Side} Side
 */

/** How many moves of a line are shown. */
const SHOWN = 12;

/**
 * A move as people write it, if it is not known what it captures: `d2-e2`.
 * @param {string} name
 */
export const withDash = (name) => name.replace(/^([a-z]\d+)(?=[a-z])/, '$1-');

export class LineList {
  /**
   * @param {Desk} desk
   * @param {(moves: string[]) => void} play plays the moves of a line
   */
  constructor(desk, play) {
    this.desk = desk;
    this.play = play;
    /** The position that the lines begin at. @type {Node | null} */
    this.node = null;
    /** How moves are written, by the line of moves that ends with them. @type {Map<string, string>} */
    this.written = new Map();
    this.asking = false;
    this.list = el('ol', { class: 'lines' });
    this.facts = el('p', { class: 'facts' });
    this.chances = el('p', { class: 'facts' });
    this.element = el('div', { class: 'line-list' }, this.list, this.chances, this.facts);
  }

  /**
   * Keeps room for so many lines, so that what is below does not move when they come.
   * @param {number} count
   */
  reserve(count) {
    this.list.style.setProperty('--lines', String(count));
  }

  /**
   * @param {Line[]} lines the best first
   * @param {Side} side the side to move
   * @param {Node | null} [node] the position that they begin at
   */
  show(lines, side, node = null) {
    if (node !== this.node) this.written.clear();
    this.node = node;
    this.#write(lines).catch(() => {});
    fill(this.list, ...lines.map((line) => this.#line(line, side)));
    const [best] = lines;
    this.facts.textContent = best
      ? `${texts.depth} ${best.depth} · ${texts.speed(short(best.nps))}`
      : '';
    this.chances.textContent = best?.wdl ? texts.chances(chances(best.wdl, side)) : '';
  }

  /**
   * Finds out how the moves of lines are written, with what they capture, as the list of moves has it.
   * Lines change fast: only what is not known is asked for, and one question at a time.
   * @param {Line[]} lines
   */
  async #write(lines) {
    const { node } = this;
    if (!node || this.asking) return;
    this.asking = true;
    try {
      for (const { moves } of lines) {
        const shown = moves.slice(0, SHOWN);
        if (this.written.has(shown.join(' '))) continue;
        const words = await this.desk.notate(node, shown);
        if (node !== this.node) return;
        words.forEach((word, at) => this.written.set(shown.slice(0, at + 1).join(' '), word));
        for (const move of this.list.querySelectorAll('.move')) this.#name(move);
      }
    } finally {
      this.asking = false;
    }
  }

  /** @param {Element} move */
  #name(move) {
    const words = this.written.get(move instanceof HTMLElement ? (move.dataset.moves ?? '') : '');
    if (words) move.textContent = words;
  }

  /**
   * @param {Line} line
   * @param {Side} side
   */
  #line(line, side) {
    const end = decided(line.score, side);
    const title = end ? texts.proven(end.winner, end.moves) : '';
    const moves = line.moves.slice(0, SHOWN).map((name, index) => {
      const way = line.moves.slice(0, index + 1);
      return el(
        'button',
        {
          type: 'button',
          class: 'move',
          'data-moves': way.join(' '),
          onclick: () => this.play(way),
        },
        this.written.get(way.join(' ')) ?? withDash(name),
      );
    });
    return el(
      'li',
      { class: 'line' },
      el('span', { class: `score ${end ? 'decided' : ''}`, title }, scoreText(line.score, side)),
      el('span', { class: 'line-moves' }, end ? el('em', {}, `${title} `) : null, ...moves),
    );
  }
}

/**
 * The chances in per cent: attackers, draw, defenders.
 * @param {[number, number, number]} wdl
 * @param {Side} side
 * @returns {[number, number, number]}
 */
function chances(wdl, side) {
  const [win, draw, loss] = wdl.map((value) => Math.round(value / 10));
  return side === 'attackers' ? [win, draw, loss] : [loss, draw, win];
}

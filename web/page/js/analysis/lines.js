/** The engine's lines with their scores, and the depth and speed of the search. */

import { el, fill } from '../dom.js';
import { texts } from '../texts.js';
import { decided, defendersChance, scoreText, short, verdict } from './chance.js';

/**
 * @typedef {import('../connection/engine.js').Line} Line
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/tree.js').Node} Node
 * @typedef {import('../connection/rules.js').Side} Side
 */

/** The number of moves shown of each line. */
const SHOWN = 12;

/**
 * Writes a move with a dash, for as long as its captures are unknown: `d2-e2`.
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
    /** The position at the start of the lines. @type {Node | null} */
    this.node = null;
    /** The notation of each move, by the line of moves that ends with it. @type {Map<string, string>} */
    this.written = new Map();
    this.asking = false;
    this.list = el('ol', { class: 'lines' });
    this.facts = el('p', { class: 'facts' });
    this.chances = el('p', { class: 'facts' });
    this.verdict = el('p', { class: 'facts verdict' });
    this.element = el(
      'div',
      { class: 'line-list' },
      this.verdict,
      this.list,
      this.chances,
      this.facts,
    );
  }

  /**
   * Reserves space for `count` lines, so that nothing below moves when they arrive.
   * @param {number} count
   */
  reserve(count) {
    this.list.style.setProperty('--lines', String(count));
  }

  /**
   * @param {Line[]} lines the best first
   * @param {Side} side the side to move
   * @param {Node | null} [node] the position at their start
   */
  show(lines, side, node = null) {
    if (node !== this.node) this.written.clear();
    this.node = node;
    this.#write(lines).catch(() => {});
    fill(this.list, ...lines.map((line) => this.#line(line, side)));
    const [best] = lines;
    this.verdict.textContent = best ? this.#verdict(best, side) : '';
    this.facts.textContent = best
      ? `${texts.depth} ${best.depth} · ${texts.speed(short(best.nps))}`
      : '';
    this.chances.textContent = best?.wdl ? texts.chances(chances(best.wdl, side)) : '';
  }

  /** Who is ahead, in words. @param {Line} line @param {Side} side */
  #verdict({ score, wdl }, side) {
    const end = decided(score, side);
    if (end) return texts.proven(end.winner, end.moves);
    return texts.verdict(verdict(defendersChance(score, wdl, side)));
  }

  /**
   * Asks for the notation of the moves, with captures, as in the list of moves.
   * Lines change fast, so it asks only for unknown moves, one question at a time.
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
      el('span', { class: 'line-moves' }, ...moves),
    );
  }
}

/**
 * The chances as percentages that sum to 100: attackers, draw, defenders.
 * @param {[number, number, number]} wdl in per mille
 * @param {Side} side
 * @returns {[number, number, number]}
 */
export function chances(wdl, side) {
  const floors = wdl.map((value) => Math.floor(value / 10));
  const missing = 100 - floors.reduce((sum, value) => sum + value, 0);
  // The largest remainders are rounded up.
  const byRemainder = [0, 1, 2].sort((a, b) => (wdl[b] % 10) - (wdl[a] % 10));
  for (const at of byRemainder.slice(0, missing)) floors[at] += 1;
  const [win, draw, loss] = floors;
  return side === 'attackers' ? [win, draw, loss] : [loss, draw, win];
}

/** The lines that the engine thinks about: scores, moves, how deep and how fast. */

import { el, fill } from '../dom.js';
import { texts } from '../texts.js';
import { decided, scoreText, short } from './chance.js';

/**
 * @typedef {import('../connection/engine.js').Line} Line
 * @typedef {import('../connection/rules.js').Side} Side
 */

export class LineList {
  /** @param {(moves: string[]) => void} play plays the moves of a line */
  constructor(play) {
    this.play = play;
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
   */
  show(lines, side) {
    fill(this.list, ...lines.map((line) => this.#line(line, side)));
    const [best] = lines;
    this.facts.textContent = best
      ? `${texts.depth} ${best.depth} · ${texts.speed(short(best.nps))}`
      : '';
    this.chances.textContent = best?.wdl ? texts.chances(chances(best.wdl, side)) : '';
  }

  /**
   * @param {Line} line
   * @param {Side} side
   */
  #line(line, side) {
    const end = decided(line.score, side);
    const title = end ? texts.proven(end.winner, end.moves) : '';
    const moves = line.moves.slice(0, 12).map((name, index) =>
      el(
        'button',
        {
          type: 'button',
          class: 'move',
          onclick: () => this.play(line.moves.slice(0, index + 1)),
        },
        name,
      ),
    );
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

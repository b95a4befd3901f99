/** The evaluation bar beside the board. */

import { el } from '../dom.js';
import { texts } from '../texts.js';

/** @typedef {import('../connection/rules.js').Side} Side */

export class Bar {
  constructor() {
    this.fill = el('div', { class: 'bar-fill' });
    this.words = el('div', { class: 'bar-words', 'aria-hidden': 'true' });
    this.element = el(
      'div',
      {
        class: 'bar',
        role: 'meter',
        'aria-label': texts.advantage,
        'aria-valuemin': 0,
        'aria-valuemax': 100,
        hidden: true,
      },
      this.fill,
      this.words,
    );
    this.show(0.5, '');
  }

  /** @param {Side} side the side at the bottom */
  setLower(side) {
    this.element.classList.toggle('bar-defenders-below', side === 'defenders');
  }

  /**
   * @param {number} chance the defenders' chance to win, from 0 to 1
   * @param {string} words
   */
  show(chance, words) {
    const percent = Math.round(chance * 100);
    this.fill.style.setProperty('--share', `${percent}%`);
    this.words.textContent = words;
    this.element.setAttribute('aria-valuenow', String(percent));
    this.element.setAttribute(
      'aria-valuetext',
      `${texts.chances([100 - percent, 0, percent])} ${words}`,
    );
  }
}

/** What the side not to move threatens: its wins and captures if it could move now, as arrows and in words. */

import { el } from '../dom.js';
import { onKeys } from '../keys.js';
import { needing } from '../needs.js';
import { keep, recall } from '../settings.js';
import { threatTexts } from '../texts-learning.js';

/**
 * @typedef {import('../board/board.js').Arrow} Arrow
 * @typedef {import('../connection/rules.js').Move} Move
 * @typedef {import('../connection/rules.js').Side} Side
 * @typedef {import('../game/desk.js').Desk} Desk
 * @typedef {import('../game/tree.js').Node} Node
 */

/** The colours of the marks of threats. @type {Record<Side, string>} */
const COLOURS = { attackers: '#c0262b', defenders: '#7a3fb0' };

/** The widths of arrows: a threatened win is drawn like the engine's best move. */
const [WIN_RANK, CAPTURE_RANK] = [1, 3];

/** Sends the event `changed` when the board must be redrawn. */
export class Threats extends EventTarget {
  /** @param {Desk} desk */
  constructor(desk) {
    super();
    this.desk = desk;
    /** Whether the threats of the position may be shown. */
    this.isAllowed = false;
    /** The position whose threats are shown. @type {Node | null} */
    this.node = null;
    /** @type {Arrow[]} */
    this.arrows = [];
    this.switch = needing(
      el('input', {
        type: 'checkbox',
        role: 'switch',
        'aria-keyshortcuts': 'x',
        checked: recall('threat-arrows', false),
      }),
    );
    this.switch.addEventListener('change', () => this.#switched());
    this.words = el('p', { class: 'facts', role: 'status' });
    this.element = el(
      'div',
      { class: 'threats' },
      el('label', { class: 'inline' }, this.switch, ` ${threatTexts.show}`),
      this.words,
    );
    onKeys({ x: () => this.isAllowed && this.switch.click() });
  }

  /**
   * Shows the threats of the position on the board, or none.
   * @param {boolean} isAllowed
   */
  update(isAllowed) {
    this.isAllowed = isAllowed;
    const node = isAllowed && this.switch.checked ? this.desk.node : null;
    if (node === this.node) return;
    this.node = node;
    this.arrows = [];
    this.words.textContent = '';
    if (node) this.#find(node).catch(() => {});
  }

  #switched() {
    keep('threat-arrows', this.switch.checked);
    this.update(this.isAllowed);
    this.dispatchEvent(new Event('changed'));
  }

  /** @param {Node} node */
  async #find(node) {
    const turned = await this.desk.turned(node);
    // The player may have moved on in the meantime.
    if (!turned || this.node !== node) return;
    const { side } = turned;
    const wins = node.position.threats[side];
    const isWin = (/** @type {Move} */ { text }) => wins.some((win) => win.text === text);
    const captures = turned.legal.filter((move) => move.captures.length > 0 && !isWin(move));
    const arrowOf =
      (/** @type {number} */ rank) =>
      (/** @type {Move} */ { from, to, captures }) => ({
        from,
        to,
        rank,
        captures,
        colour: COLOURS[side],
      });
    this.arrows = [...wins.map(arrowOf(WIN_RANK)), ...captures.map(arrowOf(CAPTURE_RANK))];
    this.words.textContent = threatTexts.told(side, wins, captures);
    this.dispatchEvent(new Event('changed'));
  }
}

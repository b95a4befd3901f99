/**
 * Arrows and circles that people draw on the board with the right button: dragging makes an arrow, a click a circle,
 * the same again removes it. Shift and Alt give other colours. The left button clears them.
 */

import { svg } from '../dom.js';
import { arrow, ring } from './marks.js';

/** @typedef {import('./marks.js').Point} Point */

/** The colours: with no key, with Shift, with Alt. */
const COLOURS = { plain: '#2c8a4b', shift: '#c0392b', alt: '#2f6fc4' };

/** The width of an arrow, as for the engine's second line. */
const RANK = 2;

export class Drawings {
  /**
   * @param {SVGSVGElement} root the board
   * @param {{ squareAt: (event: PointerEvent) => string | null, middle: (square: string) => Point }} board
   */
  constructor(root, { squareAt, middle }) {
    this.squareAt = squareAt;
    this.middle = middle;
    this.element = svg('g', { 'aria-hidden': 'true', 'pointer-events': 'none' });
    /** The colours by the squares of an arrow, or twice the square of a circle. @type {Map<string, string>} */
    this.drawn = new Map();
    /** @type {string | null} */
    this.from = null;
    root.addEventListener('contextmenu', (event) => event.preventDefault());
    root.addEventListener('pointerdown', (event) => {
      if (event.button === 2) this.#begin(event, root);
      else this.clear();
    });
    root.addEventListener('pointerup', (event) => this.#end(event));
    root.addEventListener('pointercancel', () => (this.from = null));
  }

  /** @param {PointerEvent} event @param {Element} root */
  #begin(event, root) {
    this.from = this.squareAt(event);
    root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  #end(event) {
    const { from } = this;
    const to = this.squareAt(event);
    if (event.button !== 2 || !from) return;
    this.from = null;
    if (!to) return;
    const key = `${from} ${to}`;
    const colour = COLOURS[event.shiftKey ? 'shift' : event.altKey ? 'alt' : 'plain'];
    if (this.drawn.get(key) === colour) this.drawn.delete(key);
    else this.drawn.set(key, colour);
    this.show();
  }

  clear() {
    if (this.drawn.size === 0) return;
    this.drawn.clear();
    this.show();
  }

  /** Draws all again, also when the board has been turned. */
  show() {
    const marks = [...this.drawn].map(([key, colour]) => {
      const [from, to] = key.split(' ');
      const at = this.middle(from);
      return from === to ? ring(at, colour) : arrow(at, this.middle(to), RANK, colour);
    });
    this.element.replaceChildren(...marks);
  }
}

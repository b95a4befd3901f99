/**
 * Arrows and circles that people draw on the board with the right button: dragging makes an arrow, a click a circle,
 * the same again removes it. Shift and Alt give other colours. The left button clears them, unless they are kept.
 */

import { svg } from '../dom.js';
import { COLOURS } from './drawn.js';
import { arrow, ring } from './marks.js';

/** @typedef {import('./drawn.js').Drawn} Drawn */
/** @typedef {import('./marks.js').Point} Point */

/** The width of an arrow, as for the engine's second line. */
const RANK = 2;

/** @param {PointerEvent} event */
const colourOf = (event) => (event.shiftKey ? 'R' : event.altKey ? 'B' : 'G');

export class Drawings {
  /**
   * @param {SVGSVGElement} root the board
   * @param {object} board
   * @param {(event: PointerEvent) => string | null} board.squareAt
   * @param {(square: string) => Point} board.middle
   * @param {(square: string) => boolean} board.has whether the board has a square
   */
  constructor(root, { squareAt, middle, has }) {
    this.squareAt = squareAt;
    this.middle = middle;
    this.has = has;
    this.element = svg('g', { 'aria-hidden': 'true', 'pointer-events': 'none' });
    /** @type {Drawn} */
    this.drawn = new Map();
    /** Stores what a person has drawn; null while it is only for the moment. @type {((drawn: Drawn) => void) | null} */
    this.keep = null;
    /** @type {string | null} */
    this.from = null;
    root.addEventListener('contextmenu', (event) => event.preventDefault());
    // It would put the focus on the square, and the arrow keys would go from square to square.
    root.addEventListener('mousedown', (event) => {
      if (event.button === 2) event.preventDefault();
    });
    root.addEventListener('pointerdown', (event) => {
      if (event.button === 2) this.#begin(event, root);
      else if (!this.keep) this.set(new Map());
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
    const colour = colourOf(event);
    if (this.drawn.get(key) === colour) this.drawn.delete(key);
    else this.drawn.set(key, colour);
    this.show();
    this.keep?.(this.drawn);
  }

  /** @param {Drawn} drawn replaces everything that is drawn */
  set(drawn) {
    this.drawn = drawn;
    this.show();
  }

  /** Draws all again, also when the board has been turned. */
  show() {
    const shapes = [...this.drawn].map(([key, colour]) => {
      const [from, to] = key.split(' ');
      if (!this.has(from) || !this.has(to)) return '';
      const at = this.middle(from);
      const hue = COLOURS[colour];
      return from === to ? ring(at, hue) : arrow(at, this.middle(to), RANK, hue);
    });
    this.element.replaceChildren(...shapes);
  }
}

/** The pieces on the board, animated between positions. */

import { fill, svg } from '../dom.js';
import { piece } from './pieces.js';

/**
 * @typedef {import('../connection/rules.js').Move} Move
 * @typedef {import('./pieces.js').Kind} Kind
 */

/** The duration of a move's animation, in milliseconds. */
const MOVE_TIME = 160;

export class PieceLayer {
  /** @param {(square: string) => { x: number, y: number }} middle returns the centre of a square */
  constructor(middle) {
    this.middle = middle;
    this.element = svg('g', { 'aria-hidden': 'true' });
    /** The pieces by square. @type {Map<string, { kind: Kind, element: SVGGElement }>} */
    this.drawn = new Map();
  }

  clear() {
    this.drawn.clear();
    fill(this.element);
  }

  /**
   * Shows the pieces of a position.
   * @param {Map<string, Kind>} next
   * @param {Move | null} last the move that led there
   * @param {boolean} animate whether to animate that move
   */
  show(next, last, animate) {
    const smooth = animate && !matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (last) this.#move(next, last, smooth);
    for (const [square, { kind, element }] of [...this.drawn]) {
      if (next.get(square) === kind) continue;
      this.drawn.delete(square);
      vanish(element, smooth);
    }
    for (const [square, kind] of next) {
      if (this.drawn.has(square)) continue;
      const element = piece(kind);
      this.#put(element, square, 0, 0, false);
      this.drawn.set(square, { kind, element });
      this.element.append(element);
    }
  }

  /**
   * Reuses the element of the piece that moved, so that it can be animated.
   * @param {Map<string, Kind>} next
   * @param {Move} last
   * @param {boolean} smooth
   */
  #move(next, { from, to }, smooth) {
    const mover = this.drawn.get(from);
    if (!mover || this.drawn.has(to) || next.has(from) || next.get(to) !== mover.kind) return;
    this.drawn.delete(from);
    this.drawn.set(to, mover);
    this.element.append(mover.element);
    this.#put(mover.element, to, 0, 0, smooth);
  }

  /**
   * Shows a piece away from its square while it is dragged.
   * @param {string} square
   * @param {number} right
   * @param {number} down
   */
  carry(square, right, down) {
    const carried = this.drawn.get(square);
    if (!carried) return;
    this.#put(carried.element, square, right, down, false);
    if (right || down) this.element.append(carried.element);
  }

  /**
   * @param {SVGGElement} element
   * @param {string} square
   * @param {number} right
   * @param {number} down
   * @param {boolean} smooth
   */
  #put(element, square, right, down, smooth) {
    const { x, y } = this.middle(square);
    element.style.transition = smooth ? `transform ${MOVE_TIME}ms ease-out` : 'none';
    // CSS animates the style. Exported pictures need the attribute.
    element.style.transform = `translate(${x + right}px, ${y + down}px)`;
    element.setAttribute('transform', `translate(${x} ${y})`);
  }
}

/**
 * Removes a captured piece.
 * @param {SVGGElement} element
 * @param {boolean} smooth
 */
function vanish(element, smooth) {
  if (!smooth) {
    element.remove();
    return;
  }
  element.style.transition = `opacity ${MOVE_TIME}ms ease-in ${MOVE_TIME / 2}ms`;
  element.style.opacity = '0';
  setTimeout(() => element.remove(), 2 * MOVE_TIME);
}

/** The pieces: each kind has a shape of its own, so that none is told by colour alone. */

import { svg } from '../dom.js';

/** @typedef {'t' | 'T' | 'K'} Kind the letter of a piece in a FEN */

/**
 * A piece in a square of 100 units around the origin. Colours are attributes, so that they are part
 * of exported pictures as well.
 * @param {Kind} kind
 * @returns {SVGGElement}
 */
export function piece(kind) {
  const shapesAtSize = svg('g', { transform: 'scale(1.14)' });
  const group = svg('g', { class: `piece piece-${kind}` }, shapesAtSize);
  shapesAtSize.append(
    svg('ellipse', { cx: 0, cy: 26, rx: 33, ry: 13, fill: '#3b2406', opacity: 0.22 }),
  );
  shapesAtSize.append(...shapes[kind]());
  return group;
}

/** @type {Record<Kind, () => SVGElement[]>} */
const shapes = {
  // A dark board with four corners and a cross, as of axes that come from all sides.
  t: () => [
    svg('rect', {
      x: -26,
      y: -26,
      width: 52,
      height: 52,
      rx: 9,
      transform: 'rotate(45)',
      fill: '#34313b',
      stroke: '#121116',
      'stroke-width': 3,
    }),
    svg('rect', {
      x: -18,
      y: -18,
      width: 36,
      height: 36,
      rx: 5,
      transform: 'rotate(45)',
      fill: 'none',
      stroke: '#8d8797',
      'stroke-width': 2.5,
    }),
    svg('path', {
      d: 'M-9-9 9 9M9-9-9 9',
      stroke: '#8d8797',
      'stroke-width': 4,
      'stroke-linecap': 'round',
    }),
  ],
  // A light round shield with its boss.
  T: () => [
    svg('circle', { cx: 0, cy: 0, r: 32, fill: '#f6eedd', stroke: '#6b5638', 'stroke-width': 3 }),
    svg('circle', { cx: 0, cy: 0, r: 23, fill: 'none', stroke: '#b29a70', 'stroke-width': 2.5 }),
    svg('circle', { cx: 0, cy: 0, r: 8, fill: '#b29a70', stroke: '#6b5638', 'stroke-width': 2 }),
  ],
  // A crown on a broader shield.
  K: () => [
    svg('circle', { cx: 0, cy: 0, r: 38, fill: '#f6eedd', stroke: '#a8761a', 'stroke-width': 5 }),
    svg('path', {
      d: 'M-22-12-11-3 0-22 11-3 22-12 17 11h-34z',
      fill: '#d9a02f',
      stroke: '#5d410c',
      'stroke-width': 3,
      'stroke-linejoin': 'round',
    }),
    svg('path', {
      d: 'M-17 17h34',
      stroke: '#5d410c',
      'stroke-width': 6,
      'stroke-linecap': 'round',
    }),
  ],
};

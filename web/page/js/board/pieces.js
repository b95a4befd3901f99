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
  const group = svg('g', { class: `piece piece-${kind}` });
  group.append(svg('ellipse', { cx: 0, cy: 30, rx: 30, ry: 9, fill: '#000', opacity: 0.18 }));
  group.append(...shapes[kind]());
  return group;
}

/** @type {Record<Kind, () => SVGElement[]>} */
const shapes = {
  // A dark shield with four points, as of axes that come from all sides.
  t: () => [
    svg('path', {
      d: 'M0-37 13-13 37 0 13 13 0 37-13 13-37 0-13-13z',
      fill: '#2d2b33',
      stroke: '#121116',
      'stroke-width': 3,
      'stroke-linejoin': 'round',
    }),
    svg('path', {
      d: 'M0-24 8-8 24 0 8 8 0 24-8 8-24 0-8-8z',
      fill: 'none',
      stroke: '#8d8797',
      'stroke-width': 2.5,
      'stroke-linejoin': 'round',
    }),
    svg('circle', { cx: 0, cy: 0, r: 4, fill: '#8d8797' }),
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

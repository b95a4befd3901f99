/** The artwork of board and pieces, from `art.json`. The program draws its pictures from the same file. */

import data from './art.json' with { type: 'json' };
import { svg } from '../dom.js';

/**
 * @typedef {import('./pieces.js').Kind} Kind
 * @typedef {'throne' | 'corners' | 'attackerForts' | 'defenderForts'} Special a kind of square
 * @typedef {{ tag: 'rect' | 'path' | 'circle' | 'ellipse' } & Record<string, string | number>} Shape
 *
 * @typedef {object} Art
 * @property {number} unit the side of a square in a picture
 * @property {number} frame the width of the frame per square of a row
 * @property {number} pieceScale the factor by which pieces are enlarged
 * @property {Record<'frame' | 'name' | 'even' | 'odd' | 'line' | 'goal' | 'arrow', string>} colours
 * @property {Shape} shadow the shadow of a piece
 * @property {Record<Kind, Shape[]>} pieces with the origin at the centre of a square
 * @property {Record<Special, { fill: string, signs: Shape[] }>} squares with the origin at a corner of the square
 * @property {{ from: Shape[], to: Shape[] }} lastMove with the origin at the centre of a square
 */

/** @type {Art} */
export const art = /** @type {any} */ (data);

/** @param {Shape} shape */
export function drawn({ tag, ...attributes }) {
  return svg(tag, attributes);
}

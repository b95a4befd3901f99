/** What the board and the pieces look like: `art.json`, which the program draws its own pictures by, too. */

import data from './art.json' with { type: 'json' };
import { svg } from '../dom.js';

/**
 * @typedef {import('./pieces.js').Kind} Kind
 * @typedef {'throne' | 'corners' | 'attackerForts' | 'defenderForts'} Special a kind of square
 * @typedef {{ tag: 'rect' | 'path' | 'circle' | 'ellipse' } & Record<string, string | number>} Shape
 *
 * @typedef {object} Art
 * @property {number} unit the length of a square's side in a picture
 * @property {number} frame the width of the frame, by the number of squares in a row
 * @property {number} pieceScale how much larger pieces are than they were drawn
 * @property {Record<'frame' | 'name' | 'even' | 'odd' | 'line' | 'goal' | 'arrow', string>} colours
 * @property {Shape} shadow of a piece
 * @property {Record<Kind, Shape[]>} pieces around the middle of a square
 * @property {Record<Special, { fill: string, signs: Shape[] }>} squares from a square's corner
 * @property {{ from: Shape[], to: Shape[] }} lastMove around the middle of a square
 */

/** @type {Art} */
export const art = /** @type {any} */ (data);

/** @param {Shape} shape */
export function drawn({ tag, ...attributes }) {
  return svg(tag, attributes);
}

/** The pieces: each kind has a shape of its own, so that none is told by colour alone. */

import { svg } from '../dom.js';
import { art, drawn } from './art.js';

/** @typedef {'t' | 'T' | 'K'} Kind the letter of a piece in a FEN */

/**
 * A piece in a square of 100 units around the origin. Colours are attributes, so that they are part
 * of exported pictures as well.
 * @param {Kind} kind
 * @returns {SVGGElement}
 */
export function piece(kind) {
  const shapes = [art.shadow, ...art.pieces[kind]].map(drawn);
  const atSize = svg('g', { transform: `scale(${art.pieceScale})` }, ...shapes);
  return svg('g', { class: `piece piece-${kind}` }, atSize);
}

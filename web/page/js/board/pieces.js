/** The pieces. Each kind has its own shape, so that colour is never the only difference. */

import { svg } from '../dom.js';
import { art, drawn } from './art.js';

/** @typedef {'t' | 'T' | 'K'} Kind a piece's letter in a FEN */

/**
 * A piece in a square of 100 units around the origin. Colours are attributes, so that exported
 * pictures keep them.
 * @param {Kind} kind
 * @returns {SVGGElement}
 */
export function piece(kind) {
  const shapes = [art.shadow, ...art.pieces[kind]].map(drawn);
  const atSize = svg('g', { transform: `scale(${art.pieceScale})` }, ...shapes);
  return svg('g', { class: `piece piece-${kind}` }, atSize);
}

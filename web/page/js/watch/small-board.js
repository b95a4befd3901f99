/** A small board: a position to look at, without anything to do on it. */

import { piece } from '../board/pieces.js';
import { piecesOf, placeOf } from '../board/squares.js';
import { UNIT } from '../board/surface.js';
import { svg } from '../dom.js';

/**
 * The picture of a position.
 * @param {string} fen
 * @param {number} side the length of the board's side
 */
export function smallBoard(fen, side) {
  const width = side * UNIT;
  const lines = [];
  for (let at = 0; at <= side; at += 1)
    lines.push(`M${at * UNIT} 0V${width}M0 ${at * UNIT}H${width}`);
  const picture = svg(
    'svg',
    { class: 'small-board', viewBox: `-4 -4 ${width + 8} ${width + 8}`, 'aria-hidden': 'true' },
    svg('rect', { width, height: width, fill: '#dfc49a' }),
    svg('path', { d: lines.join(''), stroke: '#a9885a', 'stroke-width': 4, fill: 'none' }),
  );
  for (const [square, kind] of piecesOf(fen)) {
    const { file, rank } = placeOf(square);
    const drawn = piece(kind);
    const [x, y] = [(file + 0.5) * UNIT, (side - rank - 0.5) * UNIT];
    drawn.setAttribute('transform', `translate(${x} ${y})`);
    picture.append(drawn);
  }
  return picture;
}

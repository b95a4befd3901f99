/** A small static picture of a position. */

import { lastMove } from '../board/marks.js';
import { piece } from '../board/pieces.js';
import { piecesOf, placeOf } from '../board/squares.js';
import { UNIT } from '../board/surface.js';
import { svg } from '../dom.js';

/** @typedef {import('../connection/rules.js').Ruleset} Ruleset */

/**
 * The picture of a position.
 * @param {string} fen
 * @param {number} side the length of the board's side
 * @param {Pick<Ruleset, 'throne' | 'corners'> | null} [ruleset] its special squares
 * @param {{ from: string, to: string } | null} [last] the last move
 */
export function smallBoard(fen, side, ruleset = null, last = null) {
  const width = side * UNIT;
  const lines = [];
  for (let at = 0; at <= side; at += 1)
    lines.push(`M${at * UNIT} 0V${width}M0 ${at * UNIT}H${width}`);
  const middle = (/** @type {string} */ square) => {
    const { file, rank } = placeOf(square);
    return { x: (file + 0.5) * UNIT, y: (side - rank - 0.5) * UNIT };
  };
  const special = [...(ruleset?.throne ?? []), ...(ruleset?.corners ?? [])].map((square) => {
    const { x, y } = middle(square);
    return svg(
      'g',
      { class: 'small-special', transform: `translate(${x - UNIT / 2} ${y - UNIT / 2})` },
      svg('rect', { width: UNIT, height: UNIT, fill: '#b98b4e' }),
      svg('path', { d: 'M20 20 80 80M80 20 20 80', stroke: '#7b5a30', 'stroke-width': 8 }),
    );
  });
  const picture = svg(
    'svg',
    { class: 'small-board', viewBox: `-4 -4 ${width + 8} ${width + 8}`, 'aria-hidden': 'true' },
    svg('rect', { width, height: width, fill: '#e6cfa5' }),
    ...special,
    svg('path', { d: lines.join(''), stroke: '#a07e4f', 'stroke-width': 4, fill: 'none' }),
    last && lastMove(middle(last.from), false),
    last && lastMove(middle(last.to), true),
  );
  for (const [square, kind] of piecesOf(fen)) {
    const drawn = piece(kind);
    const { x, y } = middle(square);
    drawn.setAttribute('transform', `translate(${x} ${y})`);
    picture.append(drawn);
  }
  return picture;
}

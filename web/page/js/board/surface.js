/** The board without its pieces: squares, what is special about some, and the names of files and ranks. */

import { svg } from '../dom.js';
import { nameOf } from './squares.js';

/** @typedef {import('../connection/rules.js').Ruleset} Ruleset */

/** The length of a square's side in the picture. */
export const UNIT = 100;

/**
 * The frame around the squares: on every board the same small share, just enough to read the names in.
 * @param {number} side
 */
export function marginOf(side) {
  return 3.2 * side;
}

/**
 * The colours of the board; they are the same in light and dark, as a board's are.
 */
const colours = {
  frame: '#6f5136',
  name: '#ecdcc0',
  even: '#dfc49a',
  odd: '#d9bc8f',
  line: '#a9885a',
  mark: '#7b5a30',
  throne: '#c79a5b',
  corner: '#b98b4e',
  attackerFort: '#b9a58f',
  defenderFort: '#e9d9b4',
  goal: '#7a4f9a',
};

/**
 * The surface of a ruleset's board.
 * @param {Ruleset} ruleset
 * @param {boolean} flipped
 * @returns {SVGGElement}
 */
export function surface(ruleset, flipped) {
  const { side } = ruleset;
  const width = side * UNIT;
  const margin = marginOf(side);
  const group = svg('g', { class: 'surface', 'aria-hidden': 'true' });
  group.append(
    svg('rect', {
      x: -margin,
      y: -margin,
      width: width + 2 * margin,
      height: width + 2 * margin,
      rx: 0.5 * margin,
      fill: colours.frame,
    }),
  );
  for (let file = 0; file < side; file += 1) {
    for (let rank = 0; rank < side; rank += 1) {
      group.append(square(ruleset, file, rank, flipped));
    }
  }
  if (ruleset.goals.size > ruleset.corners.size && ruleset.goals.size > 4) {
    group.append(edgeOfGoals(width));
  }
  group.append(...names(side, flipped));
  return group;
}

/**
 * Where the corner of a square is in the picture.
 * @param {number} file
 * @param {number} rank
 * @param {number} side
 * @param {boolean} flipped
 */
export function cornerOf(file, rank, side, flipped) {
  return flipped
    ? { x: (side - 1 - file) * UNIT, y: rank * UNIT }
    : { x: file * UNIT, y: (side - 1 - rank) * UNIT };
}

/**
 * @param {Ruleset} ruleset
 * @param {number} file
 * @param {number} rank
 * @param {boolean} flipped
 */
function square(ruleset, file, rank, flipped) {
  const name = nameOf(file, rank);
  const { x, y } = cornerOf(file, rank, ruleset.side, flipped);
  const group = svg('g', { transform: `translate(${x} ${y})` });
  const plain = (file + rank) % 2 === 0 ? colours.even : colours.odd;
  /** @param {string} fill */
  const tile = (fill) =>
    svg('rect', { width: UNIT, height: UNIT, fill, stroke: colours.line, 'stroke-width': 2 });
  /** @param {string} d @param {string} [stroke] */
  const drawn = (d, stroke = colours.mark) =>
    svg('path', { d, fill: 'none', stroke, 'stroke-width': 4, 'stroke-linejoin': 'round' });
  if (ruleset.throne.has(name)) {
    // Two squares across each other, an old sign of kings.
    group.append(tile(colours.throne), drawn('M18 18h64v64H18z'), drawn('M50 6 94 50 50 94 6 50z'));
  } else if (ruleset.corners.has(name)) {
    group.append(
      tile(colours.corner),
      drawn('M16 16h68v68H16zM16 16l68 68M84 16 16 84'),
      svg('circle', {
        cx: 50,
        cy: 50,
        r: 13,
        fill: colours.corner,
        stroke: colours.mark,
        'stroke-width': 4,
      }),
    );
  } else if (ruleset.attackerForts.has(name)) {
    group.append(
      tile(colours.attackerFort),
      drawn('M10 40 40 10M10 70 70 10M30 90 90 30M60 90 90 60'),
    );
  } else if (ruleset.defenderForts.has(name)) {
    group.append(tile(colours.defenderFort), drawn('M22 22h56v56H22z'));
  } else {
    group.append(tile(plain));
  }
  return group;
}

/**
 * A dashed line around a board at whose whole edge the king escapes.
 * @param {number} width
 */
function edgeOfGoals(width) {
  return svg('rect', {
    x: 5,
    y: 5,
    width: width - 10,
    height: width - 10,
    fill: 'none',
    stroke: colours.goal,
    'stroke-opacity': 0.55,
    'stroke-width': 5,
    'stroke-dasharray': '18 12',
  });
}

/**
 * The names of files and ranks.
 * @param {number} side
 * @param {boolean} flipped
 */
function names(side, flipped) {
  const found = [];
  const margin = marginOf(side);
  const size = 0.74 * margin;
  for (let index = 0; index < side; index += 1) {
    const at = (flipped ? side - 1 - index : index) * UNIT + UNIT / 2;
    const below = side * UNIT + margin / 2;
    const text = { fill: colours.name, 'font-size': size, 'font-family': 'system-ui, sans-serif' };
    const middle = { 'text-anchor': 'middle', 'dominant-baseline': 'central' };
    found.push(
      svg('text', { x: at, y: below, ...text, ...middle }, String.fromCharCode(97 + index)),
    );
    const down = side * UNIT - at;
    found.push(svg('text', { x: -margin / 2, y: down, ...text, ...middle }, String(index + 1)));
  }
  return found;
}

/** The board without its pieces: plain and special squares, and the names of files and ranks. */

import { svg } from '../dom.js';
import { art, drawn } from './art.js';
import { nameOf } from './squares.js';

/**
 * @typedef {import('./art.js').Special} Special
 * @typedef {object} BoardRules the parts of a ruleset that show on the board
 * @property {number} side the length of the board's side
 * @property {Set<string>} throne
 * @property {Set<string>} corners
 * @property {Set<string>} attackerForts
 * @property {Set<string>} defenderForts
 * @property {Set<string>} goals
 */

/** The kinds of special squares. The first kind that applies to a square is drawn. @type {Special[]} */
const SPECIAL = ['throne', 'corners', 'attackerForts', 'defenderForts'];

const { colours } = art;

/** The page's own type, which an exported picture lacks. */
const FONT = "'Source Sans 3', system-ui, sans-serif";

/** The length of a square's side in the picture. */
export const UNIT = art.unit;

/**
 * The width of the frame: the same small share of every board, just enough for the names.
 * @param {number} side
 */
export function marginOf(side) {
  return art.frame * side;
}

/**
 * The surface of a ruleset's board.
 * @param {BoardRules} ruleset
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
 * The position of a square's corner in the picture.
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
 * @param {BoardRules} ruleset
 * @param {number} file
 * @param {number} rank
 * @param {boolean} flipped
 */
function square(ruleset, file, rank, flipped) {
  const name = nameOf(file, rank);
  const { x, y } = cornerOf(file, rank, ruleset.side, flipped);
  const special = SPECIAL.find((kind) => ruleset[kind].has(name));
  const look = special && art.squares[special];
  const fill = look?.fill ?? ((file + rank) % 2 === 0 ? colours.even : colours.odd);
  return svg(
    'g',
    { transform: `translate(${x} ${y})` },
    svg('rect', { width: UNIT, height: UNIT, fill, stroke: colours.line, 'stroke-width': 2 }),
    ...(look?.signs ?? []).map(drawn),
  );
}

/**
 * A dashed line around a board whose whole edge is the king's goal.
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
    const text = { fill: colours.name, 'font-size': size, 'font-weight': 600, 'font-family': FONT };
    const middle = { 'text-anchor': 'middle', 'dominant-baseline': 'central' };
    found.push(
      svg('text', { x: at, y: below, ...text, ...middle }, String.fromCharCode(97 + index)),
    );
    const down = side * UNIT - at;
    found.push(svg('text', { x: -margin / 2, y: down, ...text, ...middle }, String(index + 1)));
  }
  return found;
}

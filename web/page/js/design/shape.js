/** The shape of a ruleset that is being designed: its board, its pieces and its special squares. */

import { fenOf, nameOf, piecesOf, placeOf } from '../board/squares.js';

/**
 * @typedef {import('../connection/rules.js').WrittenRuleset} WrittenRuleset
 * @typedef {import('../board/pieces.js').Kind} Kind
 */

/** The tables of areas in a ruleset, which may list squares. */
export const AREAS = /** @type {const} */ ([
  'throne',
  'corners',
  'attacker-forts',
  'defender-forts',
]);

/** The length of the board's side. @param {WrittenRuleset} ruleset */
export const sideOf = ({ start }) => start.split(' ')[0].split('/').length;

/** @param {WrittenRuleset} ruleset @returns {'a' | 'd'} */
const firstOf = ({ start }) => (start.split(' ')[1] === 'd' ? 'd' : 'a');

/**
 * The ruleset with other pieces at its start.
 * @param {WrittenRuleset} ruleset
 * @param {Map<string, Kind>} pieces
 */
export function withPieces(ruleset, pieces) {
  return { ...ruleset, start: fenOf(pieces, sideOf(ruleset), firstOf(ruleset)) };
}

/**
 * The side that has no piece left, if there is one. The program could not play such a game, or end it at once.
 * @param {WrittenRuleset} ruleset
 * @returns {'king' | 'attackers' | null}
 */
export function missing({ start }) {
  const kinds = [...piecesOf(start).values()];
  if (!kinds.includes('K')) return 'king';
  return kinds.includes('t') ? null : 'attackers';
}

/**
 * The ruleset, with what a wider one has outside its board.
 * @param {WrittenRuleset} ruleset
 * @param {WrittenRuleset} wide of the same parity
 */
export function widened(ruleset, wide) {
  const side = sideOf(wide);
  const margin = (side - sideOf(ruleset)) / 2;
  if (margin <= 0) return ruleset;
  const isOutside = (/** @type {string} */ square) => {
    const { file, rank } = placeOf(square);
    return [file, rank].some((at) => at < margin || at >= side - margin);
  };
  const made = resized(ruleset, side);
  const outer = [...piecesOf(wide.start)].filter(([square]) => isOutside(square));
  made.start = fenOf(new Map([...piecesOf(made.start), ...outer]), side, firstOf(ruleset));
  for (const area of AREAS) {
    const { squares } = made[area];
    const more = wide[area].squares?.filter(isOutside) ?? [];
    made[area] = { ...made[area], squares: squares && [...squares, ...more] };
  }
  return made;
}

/**
 * The ruleset on a larger or smaller board, around the same centre. What falls off the board is gone.
 * @param {WrittenRuleset} ruleset
 * @param {number} side of the same parity as before
 * @returns {WrittenRuleset}
 */
export function resized(ruleset, side) {
  const by = (side - sideOf(ruleset)) / 2;
  const moved = (/** @type {string} */ square) => {
    const { file, rank } = placeOf(square);
    const isInside = [file + by, rank + by].every((at) => at >= 0 && at < side);
    return isInside ? [nameOf(file + by, rank + by)] : [];
  };
  /** @type {Map<string, Kind>} */
  const pieces = new Map();
  for (const [square, kind] of piecesOf(ruleset.start)) {
    for (const place of moved(square)) pieces.set(place, kind);
  }
  const made = { ...ruleset, start: fenOf(pieces, side, firstOf(ruleset)) };
  for (const area of AREAS) {
    const { squares } = ruleset[area];
    made[area] = { ...ruleset[area], squares: squares && squares.flatMap(moved) };
  }
  return made;
}

/**
 * The square and those that a quarter, half and three quarters of a turn lead to.
 * @param {string} square
 * @param {number} side
 */
export function turns(square, side) {
  let { file, rank } = placeOf(square);
  const found = new Set();
  for (let turn = 0; turn < 4; turn += 1) {
    found.add(nameOf(file, rank));
    [file, rank] = [rank, side - 1 - file];
  }
  return [...found];
}

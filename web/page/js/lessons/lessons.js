/**
 * The rules as exercises: positions for trying out one rule each. They depend only on the size of the board.
 * The engine decides whether a ruleset has the rule: an exercise that no move solves is left out.
 */

import { fenOf, nameOf } from '../board/squares.js';

/**
 * @typedef {import('../connection/rules.js').Move} Move
 * @typedef {import('../connection/rules.js').Position} Position
 * @typedef {import('../connection/rules.js').Ruleset} Ruleset
 * @typedef {import('../board/pieces.js').Kind} Kind
 * @typedef {[number, number]} Place a file and a rank, from 0
 * @typedef {'capture' | 'kingOpen' | 'kingOnThrone' | 'kingBesideThrone' | 'escape' | 'corner' | 'throne' | 'shieldWall' | 'edgeFort' | 'ring'} LessonName
 *
 * @typedef {object} Exercise
 * @property {Partial<Record<Kind, Place[]>>} pieces
 * @property {'a' | 'd'} side the side to move
 *
 * @typedef {object} Goal
 * @property {number} [captures] the number of pieces that the move must capture
 * @property {string} [reason] the reason for which the game must end
 *
 * @typedef {object} Lesson
 * @property {LessonName} name
 * @property {string} fen
 * @property {Position} position
 * @property {Goal} goal
 */

/**
 * @typedef {object} Plan
 * @property {LessonName} name
 * @property {Goal} goal
 * @property {(last: number, middle: number) => Exercise[]} exercises simplest first; the first
 *   solvable one is used
 */

/** @type {Plan[]} */
const PLANS = [
  {
    name: 'capture',
    goal: { captures: 1 },
    exercises: (last, middle) =>
      // Camps and large corners take up some ranks.
      [1, 2, 4].map((rank) => ({
        side: 'a',
        pieces: {
          K: [[middle, middle]],
          T: [[2, rank]],
          t: [
            [1, rank],
            [last - 1, rank],
          ],
        },
      })),
  },
  {
    name: 'corner',
    goal: { captures: 1 },
    exercises: (last, middle) => [
      {
        side: 'a',
        pieces: {
          K: [[middle, middle]],
          T: [[1, 0]],
          t: [
            [2, 2],
            [last, middle],
          ],
        },
      },
    ],
  },
  {
    name: 'throne',
    goal: { captures: 1 },
    exercises: (last, middle) =>
      [last - 1, middle + 2].map((rank) => ({
        side: 'a',
        pieces: { K: [[1, rank]], T: [[middle, middle - 1]], t: [[last - 1, middle - 2]] },
      })),
  },
  {
    name: 'shieldWall',
    goal: { captures: 2 },
    exercises: (last, middle) => [
      {
        side: 'a',
        pieces: {
          K: [[middle, middle]],
          T: [
            [3, 0],
            [4, 0],
          ],
          t: [
            [2, 0],
            [3, 1],
            [4, 1],
            [5, 2],
          ],
        },
      },
    ],
  },
  {
    name: 'kingOpen',
    goal: { reason: 'king-captured' },
    exercises: (last) =>
      [2, 5].flatMap((rank) =>
        around(
          [2, rank],
          [
            [1, rank],
            [2, rank + 1],
            [2, rank - 1],
          ],
          [last, rank],
          { T: [[last - 1, last - rank + 1]] },
        ),
      ),
  },
  {
    name: 'kingBesideThrone',
    goal: { reason: 'king-captured' },
    exercises: (last, middle) =>
      around(
        [middle, middle + 1],
        [
          [middle - 1, middle + 1],
          [middle, middle + 2],
        ],
        [middle + 1, 1],
        { T: [[1, 1]] },
      ),
  },
  {
    name: 'kingOnThrone',
    goal: { reason: 'king-captured' },
    exercises: (last, middle) =>
      around(
        [middle, middle],
        [
          [middle - 1, middle],
          [middle, middle + 1],
          [middle, middle - 1],
        ],
        [middle + 1, 1],
        { T: [[1, 1]] },
      ),
  },
  {
    name: 'escape',
    goal: { reason: 'king-escaped' },
    exercises: (last, middle) =>
      /** @type {Place[]} */ ([
        [2, 1],
        [0, 2],
        [1, middle],
        [1, 0],
      ]).flatMap((king) =>
        [1, 4].map((rank) => ({
          side: 'd',
          pieces: {
            K: [king],
            t: [
              [last, rank],
              [last - rank, last],
              [middle, last],
            ],
          },
        })),
      ),
  },
  {
    name: 'edgeFort',
    goal: { reason: 'edge-fort' },
    exercises: (last, middle) => [
      {
        side: 'd',
        pieces: {
          K: [[middle, 0]],
          T: [
            [middle - 2, 0],
            [middle - 1, 1],
            [middle, 1],
            [middle + 1, 1],
            [middle + 2, 3],
          ],
          t: [
            [0, last - 1],
            [last, last - 1],
            [middle, last],
          ],
        },
      },
    ],
  },
  {
    name: 'ring',
    goal: { reason: 'encircled' },
    exercises: (last, middle) => [
      {
        side: 'a',
        pieces: {
          K: [[middle, middle]],
          T: [[middle - 1, middle]],
          t: [
            [middle - 2, middle],
            [middle + 2, middle],
            [middle, middle - 2],
            [middle - 1, middle - 1],
            [middle + 1, middle - 1],
            [middle - 1, middle + 1],
            [middle + 1, middle + 1],
            [1, middle + 2],
          ],
        },
      },
    ],
  },
];

/**
 * Positions of a king with attackers on some of his sides and another that can take the last side, fewest
 * attackers first.
 * @param {Place} king
 * @param {Place[]} beside
 * @param {Place} mover
 * @param {Partial<Record<Kind, Place[]>>} others
 * @returns {Exercise[]}
 */
function around(king, beside, mover, others) {
  return beside.map((_, count) => ({
    side: 'a',
    pieces: { ...others, K: [king], t: [...beside.slice(0, count + 1), mover] },
  }));
}

/**
 * Whether a move reaches the goal of a lesson.
 * @param {Goal} goal
 * @param {Position} after the position after the move
 */
export function isReached({ captures, reason }, { last, result }) {
  if (captures !== undefined) return (last?.captures.length ?? 0) >= captures;
  return result?.reason === reason;
}

/**
 * The exercises of a ruleset.
 * @param {Ruleset} ruleset
 * @param {(fen: string, moves: string[]) => Promise<Position>} look
 * @returns {Promise<Lesson[]>}
 */
export async function lessonsOf(ruleset, look) {
  /** @type {Lesson[]} */
  const lessons = [];
  for (const { name, goal, exercises } of PLANS) {
    const last = ruleset.side - 1;
    for (const { pieces, side } of exercises(last, last / 2)) {
      const fen = written(pieces, side, ruleset);
      const position = fen && (await look(fen, []).catch(() => null));
      if (!position || position.result || !(await isSolvable(position, goal, fen, look))) continue;
      lessons.push({ name, fen, position, goal });
      break;
    }
  }
  return lessons;
}

/**
 * Whether a move reaches the goal.
 * @param {Position} position
 * @param {Goal} goal
 * @param {string} fen
 * @param {(fen: string, moves: string[]) => Promise<Position>} look
 */
async function isSolvable(position, goal, fen, look) {
  const { captures } = goal;
  if (captures !== undefined) {
    return position.legal.some((move) => move.captures.length >= captures);
  }
  for (const move of position.threats[position.side].slice(0, 8)) {
    if (isReached(goal, await look(fen, [move.name]))) return true;
  }
  return false;
}

/**
 * The FEN of an exercise; empty if two pieces would share a square because the board is too small.
 * @param {Partial<Record<Kind, Place[]>>} pieces
 * @param {'a' | 'd'} side
 * @param {Ruleset} ruleset
 */
function written(pieces, side, ruleset) {
  /** @type {Map<string, Kind>} */
  const placed = new Map();
  let count = 0;
  for (const [kind, places] of Object.entries(pieces)) {
    for (const [file, rank] of places) {
      placed.set(nameOf(file, rank), /** @type {Kind} */ (kind));
      count += 1;
    }
  }
  if (placed.size < count || ruleset.side % 2 === 0) return '';
  return fenOf(placed, ruleset.side, side);
}

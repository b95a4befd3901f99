/** The exercises of the rules: a position for each board, in which one move shows the rule. */

/**
 * @typedef {import('../board/pieces.js').Kind} Kind
 * @typedef {[number, number]} Place a file and a rank, from 0
 * @typedef {[Place, Place]} Step from a place to another
 * @typedef {'capture' | 'corner' | 'throne' | 'fort' | 'linnaean' | 'shieldWall' | 'kingOpen' | 'kingBesideThrone'
 *   | 'kingOnThrone' | 'kingFort' | 'escape' | 'edgeFort' | 'ring' | 'repetitionDraws' | 'repetitionWins'
 *   | 'repetitionLoses'} LessonName
 *
 * @typedef {object} Exercise
 * @property {Partial<Record<Kind, Place[]>>} pieces
 * @property {'a' | 'd'} side the side to move
 * @property {Step[]} [before] moves that lead to the exercise
 * @property {Step} [end] the move that ends the game, if it is not to be found among those that win
 *
 * @typedef {object} Ending
 * @property {string} reason
 * @property {import('../connection/rules.js').Side | null} [winner] any side if it is missing
 *
 * @typedef {object} Goal
 * @property {number} [captures] the number of pieces that the move must capture
 * @property {Ending} [ending] how the game must end
 * @property {Ending} [avoided] how it must not end
 *
 * @typedef {object} Plan
 * @property {LessonName} name
 * @property {Goal} goal
 * @property {(last: number, middle: number) => Exercise[]} exercises simplest first; the first
 *   solvable one is used
 * @property {(last: number, middle: number) => Exercise} [unless] if this can be solved as well, the ruleset has
 *   another rule instead
 */

/** @type {Plan[]} */
export const PLANS = [
  {
    name: 'capture',
    goal: { captures: 1 },
    exercises: (last, middle) =>
      // On the first of these ranks, forts or large corners may be in the way.
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
    name: 'fort',
    goal: { captures: 1 },
    exercises: (last, middle) => [
      {
        side: 'a',
        pieces: { K: [[middle, middle]], T: [[2, middle]], t: [[3, last - 1]] },
      },
    ],
  },
  {
    name: 'linnaean',
    goal: { captures: 1 },
    exercises: (_, middle) => [
      besideThrone(middle, [
        [middle - 1, middle],
        [middle + 1, middle],
        [middle, middle - 1],
      ]),
    ],
    // Where a king on his throne need not be besieged.
    unless: (_, middle) => besideThrone(middle, []),
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
    goal: { ending: { reason: 'king-captured' } },
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
    goal: { ending: { reason: 'king-captured' } },
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
    goal: { ending: { reason: 'king-captured' } },
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
    name: 'kingFort',
    goal: { ending: { reason: 'king-captured' } },
    exercises: (last, middle) => [
      {
        side: 'a',
        pieces: { K: [[2, middle]], T: [[last - 1, last - 2]], t: [[3, last - 1]] },
      },
    ],
  },
  {
    name: 'escape',
    goal: { ending: { reason: 'king-escaped' } },
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
    goal: { ending: { reason: 'edge-fort' } },
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
    goal: { ending: { reason: 'encircled' } },
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
  {
    name: 'repetitionDraws',
    goal: { ending: { reason: 'repetition', winner: null } },
    exercises: toAndFro,
  },
  {
    name: 'repetitionWins',
    goal: { ending: { reason: 'repetition', winner: 'attackers' } },
    exercises: toAndFro,
  },
  {
    name: 'repetitionLoses',
    goal: { avoided: { reason: 'repetition', winner: 'defenders' } },
    exercises: toAndFro,
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
 * A defender beside the king on his throne, whom an attacker can stand against.
 * @param {number} middle
 * @param {Place[]} besiegers
 * @returns {Exercise}
 */
function besideThrone(middle, besiegers) {
  return {
    side: 'a',
    pieces: {
      K: [[middle, middle]],
      T: [[middle, middle + 1]],
      t: [...besiegers, [middle - 2, middle + 2]],
    },
  };
}

/**
 * Both sides have moved to and fro, and the attackers can bring about the first position for the second or third time.
 * The king is shut in, so that nobody has anything better.
 * @param {number} last
 * @param {number} middle
 * @returns {Exercise[]}
 */
function toAndFro(last, middle) {
  /** @type {Record<'T' | 't', Step>} */
  const step = {
    T: [
      [2, 2],
      [2, 1],
    ],
    t: [
      [last - 2, 2],
      [last - 2, 1],
    ],
  };
  const back = (/** @type {Step} */ [from, to]) => /** @type {Step} */ ([to, from]);
  const once = [step.T, step.t, back(step.T)];
  const end = back(step.t);
  return [once, [...once, end, ...once]].map((before) => ({
    side: 'd',
    pieces: {
      K: [[middle, middle]],
      T: [
        step.T[0],
        [middle - 1, middle],
        [middle + 1, middle],
        [middle, middle - 1],
        [middle, middle + 1],
      ],
      t: [step.t[0]],
    },
    before,
    end,
  }));
}

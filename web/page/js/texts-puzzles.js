/** What the room of puzzles says; `texts.js` has all the rest. */

import { counted, sides } from './texts.js';

/** @typedef {import('./connection/rules.js').Side} Side */

/** @type {Record<string, (moves: number) => string>} */
const tasks = {
  win: () => 'win',
  'win-in': (moves) => `win in ${counted(moves, 'move', 'moves')}`,
  hold: () => 'do not lose',
  'only-move': () => 'find the only move',
};

/** What is proven, by goal. @type {Record<string, string>} */
const proven = {
  win: 'Proven: one move wins by force, no other does.',
  'win-in': 'Proven: one move wins in time, no other does. Some may win later.',
  hold: 'Proven: one move does not lose, every other does.',
  'only-move':
    'Proven: every other move loses by force. That the solution holds is not proven; no win against it was found.',
};

/** @type {Record<string, string>} */
const themes = {
  'capture-king': 'Capture of the king',
  escape: 'Escape',
  fork: 'Two ways to escape',
  block: 'Block',
  sacrifice: 'Sacrifice',
  quiet: 'Quiet move',
  encirclement: 'Encirclement',
  'shield-wall': 'Shield wall',
  'edge-fort': 'Edge fort',
  'no-moves': 'No moves left',
  'only-defence': 'Only defence',
};

/** How a game ends after a move, by the reason for the result. @type {Record<string, string>} */
const endings = {
  'king-captured': 'the king is captured',
  'king-escaped': 'the king escapes',
  encircled: 'the defenders are encircled',
  'edge-fort': 'the king is safe in an edge fort',
  'king-trapped': 'the king is trapped at the edge',
  'corners-closed': 'the corners are closed to the defenders',
  repetition: 'the position is repeated',
  'no-moves': 'no legal move is left',
};

export const puzzleTexts = {
  title: 'Puzzle',
  loading: 'The puzzles are being loaded.',
  none: 'No puzzle passes these filters.',
  /** @param {Side} side @param {string} goal @param {number} [plies] */
  task: (side, goal, plies = 1) =>
    `${sides[side]} to move: ${tasks[goal]?.(Math.ceil(plies / 2)) ?? goal}.`,
  proven,
  themes,
  sides,
  all: 'All',
  filters: 'Choose puzzles',
  ruleset: 'Game',
  side: 'Side',
  theme: 'Theme',
  difficulty: 'Difficulty',
  /** @type {Record<string, string>} */
  difficulties: {
    easy: 'Easy, below 900',
    medium: 'Medium, 900 to 1300',
    hard: 'Hard, 1300 to 1700',
    expert: 'Expert, from 1700',
  },
  /** @param {number} count */
  count: (count) => counted(count, 'puzzle', 'puzzles'),
  /** A choice of a filter. @param {string} words @param {number} count the puzzles that pass it */
  choice: (words, count) => `${words} (${count})`,
  rules: 'Show the rules',
  hint: 'Hint',
  solution: 'Solution',
  next: 'Next puzzle',
  again: 'Try again',
  takeBack: 'Take back',
  right: 'Right. Go on.',
  solved: 'Solved.',
  solvedWithHelp: 'Solved, with help.',
  shown: 'This is the solution.',
  /** @param {string} square */
  hintPiece: (square) => `Move the piece on ${square}.`,
  /** @param {string} move */
  hintMove: (move) => `Play ${move}.`,
  refuting: 'Not the solution. Looking for the refutation.',
  /** @param {string} move @param {string} reply @param {string} reason of the result */
  losesAtOnce: (move, reply, reason) =>
    `${move} loses: after ${reply} ${endings[reason] ?? 'the game is over'}.`,
  /** @param {string} move @param {number | null} moves of the winner @param {string} reply */
  loses: (move, moves, reply) =>
    `${move} loses${moves ? ` in ${counted(moves, 'move', 'moves')}` : ''}, proven: the reply is ${reply}.`,
  /** @param {string} move @param {string} reply */
  draws: (move, reply) => `${move} does not win, proven. A good reply is ${reply}.`,
  /** @param {string} move @param {string} reply */
  misses: (move, reply) =>
    `${move} is not the solution.${reply ? ` A good reply is ${reply}.` : ''}`,
  /** @param {string} move @param {string} reply */
  late: (move, reply) => `${move} does not win in time, proven. A good reply is ${reply}.`,
  line: 'Solution, move by move',
  rest: 'From here on several moves win; one way to the end:',
  /** @param {number} rating @param {number} deviation */
  rating: (rating, deviation) => `Your rating: ${rating} ± ${2 * deviation}`,
  /** @param {number} streak @param {number} best */
  streak: (streak, best) => `Streak: ${streak}, longest: ${best}`,
  /** @param {number} solved @param {number} tried */
  history: (solved, tried) => `${solved} of ${tried} solved`,
  /** @param {number} count */
  due: (count) => `${count} to repeat`,
  /** @param {number | undefined} rating */
  puzzleRating: (rating) => (rating === undefined ? '' : `Rated ${rating}`),
  /** @param {string} id */
  id: (id) => `Puzzle ${id}`,
};

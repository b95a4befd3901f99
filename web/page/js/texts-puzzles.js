/** Text of the room of puzzles. */

import { say, words } from './languages/words.js';

/** @typedef {import('./connection/rules.js').Side} Side */

const { puzzles } = words;

/** What answers a move, if that is known. @param {string} reply */
const goodReply = (reply) => (reply ? ` ${say(puzzles.goodReply, { reply })}` : '');

/**
 * The texts for keys that come with the puzzles.
 * @param {Readonly<Record<string, string>>} texts
 */
const open = (texts) => texts;

const proven = open(puzzles.proven);
const endings = open(puzzles.endings);

export const puzzleTexts = {
  ...puzzles,
  sides: words.sides,
  themes: open(puzzles.themes),
  difficulties: open(puzzles.difficulties),
  /** @param {Side} side @param {string} goal @param {number} [plies] */
  task(side, goal, plies = 1) {
    const { 'win-in': winIn, ...others } = puzzles.tasks;
    const tasks = /** @type {Readonly<Record<string, Readonly<Record<Side, string>>>>} */ (others);
    if (goal === 'win-in') return say(winIn[side], { count: Math.ceil(plies / 2) });
    return tasks[goal]?.[side] ?? goal;
  },
  /** What is proven of a puzzle. @param {string} goal @param {number} [plies] of a proven win */
  proof(goal, plies) {
    if (goal === 'best' && plies) return say(puzzles.bestWins, { count: Math.ceil(plies / 2) });
    return proven[goal] ?? '';
  },
  /** @param {number} count */
  count: (count) => say(puzzles.count, { count }),
  /** A choice of a filter. @param {string} words @param {number} number the puzzles that pass it */
  choice: (words, number) => say(puzzles.choice, { words, number }),
  /** @param {string} square */
  hintPiece: (square) => say(puzzles.hintPiece, { square }),
  /** @param {string} move */
  hintMove: (move) => say(puzzles.hintMove, { move }),
  /** @param {string} move @param {string} reply @param {string} reason of the result */
  losesAtOnce: (move, reply, reason) =>
    say(puzzles.losesAtOnce, { move, reply, ending: endings[reason] ?? puzzles.endings.over }),
  /** @param {string} move @param {number | null} count moves of the winner @param {string} reply */
  loses: (move, count, reply) =>
    count ? say(puzzles.losesIn, { move, count, reply }) : say(puzzles.loses, { move, reply }),
  /** @param {string} move @param {string} reply */
  draws: (move, reply) => say(puzzles.draws, { move }) + goodReply(reply),
  /** @param {string} move @param {string} reply */
  misses: (move, reply) => say(puzzles.misses, { move }) + goodReply(reply),
  /** @param {string} move @param {string} reply */
  late: (move, reply) => say(puzzles.late, { move }) + goodReply(reply),
  /** @param {string} move @param {number} count moves of the winner, with this one @param {string} reply */
  winsLater: (move, count, reply) => say(puzzles.winsLater, { move, count }) + goodReply(reply),
  /** @param {number} rating @param {number} deviation */
  rating: (rating, deviation) => say(puzzles.rating, { rating, deviation: 2 * deviation }),
  /** @param {number} streak @param {number} best */
  streak: (streak, best) => say(puzzles.streak, { streak, best }),
  /** @param {number} solved @param {number} tried */
  history: (solved, tried) => say(puzzles.history, { solved, tried }),
  /** @param {number} count */
  due: (count) => say(puzzles.due, { count }),
  /** @param {number | undefined} rating */
  puzzleRating: (rating) => (rating === undefined ? '' : say(puzzles.puzzleRating, { rating })),
  /** @param {string} id */
  id: (id) => say(puzzles.id, { id }),
};

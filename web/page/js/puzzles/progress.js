/** What the browser keeps of a player's puzzles: the rating, the streak, what was missed. */

import { keep, recall } from '../settings.js';
import { NEW_PLAYER, rate } from './glicko.js';

/**
 * @typedef {object} Attempt
 * @property {string} id
 * @property {number} time in milliseconds since 1970
 * @property {boolean} solved
 * @property {number} rating of the player afterwards
 *
 * @typedef {object} Review a puzzle that was missed
 * @property {number} due in milliseconds since 1970
 * @property {number} days until the next time, once it is solved
 *
 * @typedef {object} Progress
 * @property {import('./glicko.js').Rating} player
 * @property {number} streak puzzles solved in a row
 * @property {number} best the longest streak
 * @property {Attempt[]} attempts the newest last
 * @property {Record<string, Review>} reviews by the ids of puzzles
 */

const NAME = 'puzzles';

/** The attempts that are kept. */
const MAX_ATTEMPTS = 2000;

const DAY = 24 * 60 * 60 * 1000;

/** A puzzle that was missed comes again after this many days, and then after twice as many. */
const FIRST_INTERVAL = 1;

/** After this many days a puzzle that was missed once is known. */
const MAX_INTERVAL = 32;

/** How sure the ratings of puzzles are. */
const PUZZLE_DEVIATION = 80;

/** @returns {Progress} */
export function progress() {
  const empty = { player: NEW_PLAYER, streak: 0, best: 0, attempts: [], reviews: {} };
  const kept = { ...empty, ...recall(NAME, {}) };
  const isWhole =
    Number.isFinite(kept.player?.rating) &&
    Array.isArray(kept.attempts) &&
    kept.reviews instanceof Object;
  return isWhole ? kept : empty;
}

/**
 * Notes an attempt.
 * @param {{ id: string, rating?: number }} puzzle
 * @param {boolean} solved
 * @param {number} [now]
 * @returns {Progress}
 */
export function note(puzzle, solved, now = Date.now()) {
  const before = progress();
  const attempted = before.attempts.some(({ id }) => id === puzzle.id);
  // Each puzzle is a period with one game. One that is known says nothing about the player any more.
  const player =
    attempted || puzzle.rating === undefined
      ? before.player
      : rate(before.player, [{ rating: puzzle.rating, deviation: PUZZLE_DEVIATION, won: solved }]);
  const streak = solved ? before.streak + 1 : 0;
  const attempt = { id: puzzle.id, time: now, solved, rating: Math.round(player.rating) };
  const after = {
    player,
    streak,
    best: Math.max(before.best, streak),
    attempts: [...before.attempts, attempt].slice(-MAX_ATTEMPTS),
    reviews: review(before.reviews, puzzle.id, solved, now),
  };
  keep(NAME, after);
  return after;
}

/**
 * @param {Record<string, Review>} reviews
 * @param {string} id
 * @param {boolean} solved
 * @param {number} now
 * @returns {Record<string, Review>}
 */
function review(reviews, id, solved, now) {
  const { [id]: known, ...others } = reviews;
  if (!solved)
    return { ...others, [id]: { due: now + FIRST_INTERVAL * DAY, days: FIRST_INTERVAL } };
  if (!known) return reviews;
  const days = 2 * known.days;
  return days > MAX_INTERVAL ? others : { ...others, [id]: { due: now + days * DAY, days } };
}

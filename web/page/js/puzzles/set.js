/** The puzzles that come with the program or from the player's games, and the choice of the next one. */

import { request } from '../connection/games.js';
import { ownPuzzles } from './mistakes.js';

/**
 * @typedef {import('../connection/rules.js').Side} Side
 *
 * @typedef {object} Puzzle
 * @property {string} id
 * @property {string} ruleset
 * @property {string} fen
 * @property {Side} side that solves
 * @property {'win' | 'win-in' | 'hold' | 'only-move' | 'best'} goal the last of the player's own games
 * @property {boolean} own whether it comes from the player's own games
 * @property {string[]} solution moves of both sides in turn
 * @property {string[]} rest a way to the end of the game
 * @property {string[][]} defences lines in which the other side defends otherwise
 * @property {number | undefined} plies
 * @property {string[]} themes
 * @property {number | undefined} rating
 *
 * @typedef {object} Filters an empty text stands for all
 * @property {string} source `own` for the player's own games
 * @property {string} ruleset
 * @property {string} side
 * @property {string} theme
 * @property {string} difficulty
 */

/** Passes all puzzles. @type {Filters} */
export const ALL = { source: '', ruleset: '', side: '', theme: '', difficulty: '' };

/** The ranges of ratings to choose from. @type {Record<string, [number, number]>} */
export const difficulties = {
  easy: [0, 900],
  medium: [900, 1300],
  hard: [1300, 1700],
  expert: [1700, Infinity],
};

/** The next puzzle is one of this many that suit the player best. */
const CHOICE = 12;

/** @returns {Promise<Puzzle[]>} */
export async function loadPuzzles() {
  const response = await request('puzzles.jsonl');
  if (!response.ok) throw new Error(response.statusText);
  const lines = (await response.text()).split('\n').filter(Boolean);
  return lines.map((line) => readPuzzle(JSON.parse(line)));
}

/**
 * The puzzles of the player's own games, without those whose rules the program no longer has.
 * @param {import('../game/desk.js').Desk} desk
 * @returns {Promise<Puzzle[]>}
 */
export async function loadOwn(desk) {
  const own = ownPuzzles().map((puzzle) => ({ ...readPuzzle(puzzle), own: true }));
  const rulesets = await Promise.all(own.map(({ ruleset }) => desk.describe(ruleset)));
  return own.filter((_, at) => rulesets[at] !== null);
}

/** @param {any} told @returns {Puzzle} */
function readPuzzle(told) {
  const words = (/** @type {string | undefined} */ text) => (text ?? '').split(' ').filter(Boolean);
  return {
    ...told,
    own: false,
    side: told.fen.split(' ')[1] === 'd' ? 'defenders' : 'attackers',
    solution: words(told.solution),
    rest: words(told.rest),
    defences: (told.defences ?? []).map(words),
    themes: told.themes ?? [],
  };
}

/**
 * The puzzles that pass the filters.
 * @param {Puzzle[]} puzzles
 * @param {Filters} filters
 */
export function matching(puzzles, { source, ruleset, side, theme, difficulty }) {
  const [low, high] = difficulties[difficulty] ?? [0, Infinity];
  return puzzles.filter(
    (puzzle) =>
      (!source || puzzle.own) &&
      (!ruleset || puzzle.ruleset === ruleset) &&
      (!side || puzzle.side === side) &&
      (!theme || puzzle.themes.includes(theme)) &&
      (puzzle.rating ?? low) >= low &&
      (puzzle.rating ?? low) < high,
  );
}

/**
 * The filters without those that no puzzle passes.
 * @param {Puzzle[]} puzzles
 * @param {Filters} filters
 * @returns {Filters}
 */
export function usable(puzzles, filters) {
  const kept = { ...ALL };
  for (const name of /** @type {(keyof Filters)[]} */ (Object.keys(ALL))) {
    const value = filters[name];
    if (matching(puzzles, { ...ALL, [name]: value }).length > 0) kept[name] = value;
  }
  return kept;
}

/**
 * The next puzzle: one that was missed and is due, else a new one near the player's rating, else one
 * that was solved longest ago.
 * @param {Puzzle[]} puzzles
 * @param {import('./progress.js').Progress} progress
 * @param {string | null} last the id of the one before
 * @param {number} [now]
 * @returns {Puzzle | null}
 */
export function nextPuzzle(puzzles, { player, attempts, reviews }, last, now = Date.now()) {
  const others = puzzles.filter(({ id }) => id !== last);
  const due = others.find(({ id }) => reviews[id] && reviews[id].due <= now);
  if (due) return due;
  const tried = new Map(attempts.map(({ id, time }) => [id, time]));
  const away = (/** @type {Puzzle} */ { rating }) => Math.abs((rating ?? 0) - player.rating);
  const fresh = others.filter(({ id }) => !tried.has(id)).sort((a, b) => away(a) - away(b));
  if (fresh.length > 0) {
    return fresh[Math.floor(Math.random() * Math.min(CHOICE, fresh.length))];
  }
  const time = (/** @type {Puzzle} */ { id }) => tried.get(id) ?? 0;
  return others.sort((a, b) => time(a) - time(b))[0] ?? puzzles[0] ?? null;
}

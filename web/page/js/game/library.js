/** The saved games of this browser, shared by all tabs: the last hundred. */

import { forget, keep, recall } from '../settings.js';

/**
 * @typedef {import('./keeper.js').KeptGame} KeptGame
 *
 * @typedef {object} Entry a saved game as shown in the list
 * @property {string} id
 * @property {number} time the time of the last change, in milliseconds since 1970
 * @property {string} [date] the date of the game in the format of records
 * @property {string} title the title of the ruleset
 * @property {string} attackers
 * @property {string} defenders
 * @property {number} moves
 * @property {import('../connection/rules.js').Position['result']} result
 * @property {boolean} running whether it is still being played
 */

const LIST = 'games';

/** The maximum number of saved games. */
const MAX_GAMES = 100;

/** @param {string} id */
const nameOf = (id) => `game.${id}`;

/** An id for a new game. */
export function newId() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}

/** @param {any} entry @returns {entry is Entry} */
const isEntry = (entry) =>
  [entry?.id, entry?.title, entry?.attackers, entry?.defenders].every(
    (text) => typeof text === 'string',
  ) && Number.isFinite(entry.time);

/** Whether a stored value is a game that can be put on the board. @param {any} game @returns {game is KeptGame} */
const isGame = (game) =>
  typeof game?.variant === 'string' &&
  [game.alternates, game.line, game.at].every(Array.isArray) &&
  [game.players, game.start].every((part) => part instanceof Object);

/**
 * The saved games, newest first.
 * @returns {Entry[]}
 */
export function keptGames() {
  return recall(LIST, /** @type {Entry[]} */ ([])).filter(isEntry);
}

/**
 * @param {string} id
 * @returns {KeptGame | null}
 */
export function keptGame(id) {
  const game = recall(nameOf(id), {});
  return isGame(game) ? game : null;
}

/**
 * The game that a tab had before it was loaded.
 * @param {string} name
 * @returns {KeptGame | null}
 */
export function gameOfTab(name) {
  const game = recall(name, {}, { inTab: true });
  return isGame(game) ? game : null;
}

/**
 * The parts of a game that make it the same: rules, players, moves with variations and comments.
 * @param {KeptGame} game
 */
function identity({ variant, alternates, fen, players, comment, line }) {
  const written = JSON.stringify(line, (name, value) => (name === 'judged' ? undefined : value));
  return JSON.stringify([variant, alternates, fen, players, comment, written]);
}

/**
 * Finds a saved game that is the same as another one, and not in progress.
 * @param {string} title the title of its ruleset
 * @param {KeptGame} game without a date it may be of any
 * @returns {{ id: string, game: KeptGame } | null}
 */
export function findGame(title, game) {
  const { attackers, defenders } = game.players;
  for (const entry of keptGames()) {
    if (entry.running || entry.title !== title) continue;
    if (entry.attackers !== attackers || entry.defenders !== defenders) continue;
    const other = keptGame(entry.id);
    if (!other || (game.date && game.date !== other.date)) continue;
    if (identity(other) === identity(game)) return { id: entry.id, game: other };
  }
  return null;
}

/**
 * Saves a game. If the browser's storage is full, the oldest games are deleted.
 * @param {Entry} entry
 * @param {KeptGame} game
 */
export function keepGame(entry, game) {
  const others = keptGames().filter(({ id }) => id !== entry.id);
  while (others.length >= MAX_GAMES) drop(others);
  while (!keep(nameOf(entry.id), game) && others.length > 0) drop(others);
  keep(LIST, [entry, ...others]);
}

/** @param {Entry[]} entries newest first */
function drop(entries) {
  const oldest = entries.pop();
  if (oldest) forget(nameOf(oldest.id));
}

/** @param {string} id */
export function forgetGame(id) {
  keep(
    LIST,
    keptGames().filter((entry) => entry.id !== id),
  );
  forget(nameOf(id));
}

/**
 * Claims a game, so that no two tabs write to it. The claim ends with the page.
 * @param {string} id
 * @param {number} [patience] how long to wait for another page to release it, in milliseconds
 * @returns {Promise<(() => void) | null>} releases the claim; null if another tab has the game
 */
export function claim(id, patience = 0) {
  // Browsers offer locks only on trusted connections. Localhost is always trusted.
  if (!('locks' in navigator)) return Promise.resolve(() => {});
  return new Promise((resolve) => {
    const how = patience > 0 ? { signal: AbortSignal.timeout(patience) } : { ifAvailable: true };
    const request = navigator.locks.request(`branan.${nameOf(id)}`, how, (lock) => {
      if (lock) return new Promise((release) => resolve(() => release(undefined)));
      resolve(null);
    });
    request.catch(() => resolve(null));
  });
}

/** The saved games of this browser, shared by all tabs: the last hundred. */

import { forget, keep, recall } from '../settings.js';

/**
 * @typedef {import('./keeper.js').KeptGame} KeptGame
 *
 * @typedef {object} Entry a saved game as shown in the list
 * @property {string} id
 * @property {number} time the time of the last change, in milliseconds since 1970
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

/**
 * The saved games, newest first.
 * @returns {Entry[]}
 */
export function keptGames() {
  return recall(LIST, /** @type {Entry[]} */ ([]));
}

/**
 * @param {string} id
 * @returns {KeptGame | null}
 */
export function keptGame(id) {
  return recall(nameOf(id), /** @type {KeptGame | null} */ (null));
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

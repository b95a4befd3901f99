/** The games that this browser keeps for all its tabs, and after a restart: the last hundred. */

import { forget, keep, recall } from '../settings.js';

/**
 * @typedef {import('./keeper.js').KeptGame} KeptGame
 *
 * @typedef {object} Entry a kept game, as a list shows it
 * @property {string} id
 * @property {number} time when it was last changed, in milliseconds since 1970
 * @property {string} title of the ruleset
 * @property {string} attackers
 * @property {string} defenders
 * @property {number} moves
 * @property {import('../connection/rules.js').Position['result']} result
 * @property {boolean} running whether it is still being played
 */

const LIST = 'games';

/** The number of games that are kept. */
const MAX_GAMES = 100;

/** @param {string} id */
const nameOf = (id) => `game.${id}`;

/** A name for a new game. */
export function newId() {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}

/**
 * The kept games, the newest first.
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
 * Keeps a game. The oldest ones make room for it where the browser has none left.
 * @param {Entry} entry
 * @param {KeptGame} game
 */
export function keepGame(entry, game) {
  const others = keptGames().filter(({ id }) => id !== entry.id);
  while (others.length >= MAX_GAMES) drop(others);
  while (!keep(nameOf(entry.id), game) && others.length > 0) drop(others);
  keep(LIST, [entry, ...others]);
}

/** @param {Entry[]} entries of which the last is the oldest */
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
 * Claims a game for this tab, so that no two of them write to it. The claim ends with the page.
 * @param {string} id
 * @param {number} [patience] how long to wait for another page to let go, in milliseconds
 * @returns {Promise<(() => void) | null>} lets go of it; null if another tab has it
 */
export function claim(id, patience = 0) {
  // Browsers offer locks only where the connection is trusted; this machine's own always is.
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

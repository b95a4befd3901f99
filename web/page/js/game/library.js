/** The saved games of this browser, shared by all tabs: a hundred. */

import { forget, keep, recall, stored } from '../settings.js';
import { gameStore } from './game-store.js';

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
 * @property {import('./participants.js').Participants | null} [participants] of a game of this page
 * @property {number} moves
 * @property {import('../connection/rules.js').Position['result']} result
 * @property {boolean} running whether it is still being played
 * @property {boolean} [isLeft] whether the player has left it, so that no tab begins with it
 */

/** The maximum number of saved games. */
const MAX_GAMES = 100;

/** The list in the storage of earlier versions of the page, each game of which had a name of its own. */
const OLD_LIST = 'games';

/** @param {string} id */
const oldName = (id) => `game.${id}`;

/** How the names of games begin that a page could not save before it was closed. */
const UNSAVED = 'unsaved.';

/** Tells all tabs, this one included, that the saved games have changed. */
const news = new BroadcastChannel('branan.games');
const changes = new EventTarget();
news.addEventListener('message', () => changes.dispatchEvent(new Event('changed')));

function tellChanged() {
  news.postMessage('changed');
  changes.dispatchEvent(new Event('changed'));
}

/** Calls back when a tab has changed the saved games. @param {() => void} changed */
export function onGamesChanged(changed) {
  changes.addEventListener('changed', changed);
}

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

/** How much a game is worth keeping: one that runs most, and one that was played here more than one that was opened. @param {Entry} entry */
const worthOf = ({ running, participants }) => (running ? 2 : participants ? 1 : 0);

/**
 * The ids of the games beyond the maximum: of those least worth keeping the oldest.
 * @param {Entry[]} others
 * @param {number} room the number of games that may stay
 */
function surplus(others, room) {
  const byWorth = [...others].sort(
    (one, other) => worthOf(other) - worthOf(one) || other.time - one.time,
  );
  return byWorth.slice(Math.max(room, 0)).map(({ id }) => id);
}

/**
 * Writes a game. If the browser's storage is full, the oldest games are deleted.
 * @param {Entry} entry
 * @param {KeptGame} game
 * @param {(known: Entry | undefined) => boolean} [isNew] whether it replaces the stored one
 */
async function write(entry, game, isNew = () => true) {
  const store = await gameStore();
  for (;;) {
    try {
      await store.put(entry, game, (known, others) =>
        isNew(known) ? surplus(others, MAX_GAMES - 1) : null,
      );
      return;
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'QuotaExceededError') throw error;
      const others = (await store.entries()).filter(({ id }) => id !== entry.id);
      if (others.length === 0) throw error;
      await store.remove(surplus(others, others.length - 1));
    }
  }
}

/** Takes over the games of earlier versions of the page, and of pages that were closed before they had saved theirs. */
async function takeOver() {
  if (!(await gameStore()).isLasting) return;
  const oldGames = recall(OLD_LIST, /** @type {Entry[]} */ ([])).filter(isEntry);
  for (const entry of oldGames.reverse()) {
    const game = recall(oldName(entry.id), {});
    // A game that is there already was taken over before, and may have gone on since.
    if (isGame(game)) await write(entry, game, (known) => known === undefined);
    forget(oldName(entry.id));
  }
  forget(OLD_LIST);
  for (const name of stored(UNSAVED)) {
    const { entry, game } = recall(name, /** @type {any} */ ({}));
    if (isEntry(entry) && isGame(game)) {
      await write(entry, game, (known) => !known || known.time < entry.time);
    }
    forget(name);
  }
}

/** @type {Promise<void> | null} */
let ready = null;

/** The store, after everything from elsewhere has been taken over. */
async function library() {
  // What cannot be taken over now stays where it is.
  ready ??= takeOver().catch(() => {});
  await ready;
  return gameStore();
}

/**
 * The saved games, newest first.
 * @returns {Promise<Entry[]>}
 */
export async function keptGames() {
  const entries = await (await library()).entries();
  return entries.filter(isEntry).sort((one, other) => other.time - one.time);
}

/** Whether saved games outlive this page. */
export async function gamesLast() {
  return (await library()).isLasting;
}

/**
 * @param {string} id
 * @returns {Promise<KeptGame | null>}
 */
export async function keptGame(id) {
  const game = await (await library()).game(id);
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
 * @returns {Promise<{ id: string, game: KeptGame } | null>}
 */
export async function findGame(title, game) {
  const { attackers, defenders } = game.players;
  for (const entry of await keptGames()) {
    if (entry.running || entry.title !== title) continue;
    if (entry.attackers !== attackers || entry.defenders !== defenders) continue;
    const other = await keptGame(entry.id);
    if (!other || (game.date && game.date !== other.date)) continue;
    if (identity(other) === identity(game)) return { id: entry.id, game: other };
  }
  return null;
}

/**
 * Saves a game.
 * @param {Entry} entry
 * @param {KeptGame} game
 */
export async function keepGame(entry, game) {
  await library();
  await write(entry, game);
  forget(UNSAVED + entry.id);
  tellChanged();
}

/**
 * Saves a game of a page that is being closed, which has no time for the database. The next page takes it over.
 * @param {Entry} entry
 * @param {KeptGame} game
 */
export function keepAtOnce(entry, game) {
  keep(UNSAVED + entry.id, { entry, game });
}

/** @param {string} id */
export async function forgetGame(id) {
  await (await library()).remove([id]);
  tellChanged();
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
    const request = navigator.locks.request(`branan.game.${id}`, how, (lock) => {
      if (lock) return new Promise((release) => resolve(() => release(undefined)));
      resolve(null);
    });
    request.catch(() => resolve(null));
  });
}

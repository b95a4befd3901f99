/** What a person does on the page, and what they then see. Tests get it from `harness.js`. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

/** @typedef {import('playwright-core').Page} Page */

/** The time limit of any wait, in milliseconds. Generous, for busy machines. */
export const PATIENCE = 120_000;

/**
 * The fragment of an address that shows a game.
 * @param {string} view
 * @param {Record<string, string>} game
 */
export function address(view, game) {
  return `${view}?${new URLSearchParams(game)}`;
}

/**
 * Changes the fragment of the page's address.
 * @param {Page} page
 * @param {string} hash
 */
export async function show(page, hash) {
  await page.evaluate((hash) => (location.hash = hash), hash);
}

/**
 * Starts a game with the form.
 * @param {Page} page
 * @param {{ ruleset: string, players?: string, seconds?: string }} terms
 */
export async function newGame(page, { ruleset, players = 'attackers', seconds = '0.1' }) {
  await page.getByLabel('Game', { exact: true }).selectOption(ruleset);
  await page.getByLabel('You play').selectOption(players);
  if (players !== 'both') await page.getByLabel('Seconds per move').fill(seconds);
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('.game-panel').waitFor();
}

/** Resigns the game. @param {Page} page */
export async function resign(page) {
  for (const name of ['Resign', 'Yes']) {
    await page.getByRole('button', { name, exact: true }).click();
  }
  await page.locator('.status.finished').waitFor();
}

/** A game of two people with two moves, which the attackers have resigned. @param {Page} page */
export async function lose(page) {
  await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
  await move(page, 'd1', 'b1');
  await shows(status(page), 'Defenders to move');
  await move(page, 'd3', 'b3');
  await shows(status(page), 'Attackers to move');
  await resign(page);
}

/**
 * The clickable squares whose labels contain some words.
 * @param {Page} page
 * @param {string} words
 */
export function squares(page, words) {
  return page.evaluate((words) => {
    const cells = [...document.querySelectorAll('.cell-movable')];
    return cells
      .filter((cell) => cell.getAttribute('aria-label')?.includes(words))
      .map((cell) => /** @type {SVGElement} */ (cell).dataset.square ?? '');
  }, words);
}

/**
 * The same, as soon as there is one.
 * @param {Page} page
 * @param {string} words
 */
export async function someSquares(page, words) {
  await eventually(async () => String((await squares(page, words)).length > 0), 'true');
  return squares(page, words);
}

/** The time after which a choice on the board is made again, in milliseconds. */
const RETRY = 5000;

/**
 * Moves a piece with two clicks, as soon as the move is possible. A board that is set up anew in between forgets
 * the first click.
 * @param {Page} page
 * @param {string} from
 * @param {string} to
 */
export async function move(page, from, to) {
  const target = page.locator(`[data-square=${to}][aria-label*="possible move"]`);
  for (let left = PATIENCE; ; left -= RETRY) {
    await page.locator(`.cell-movable[data-square=${from}]`).click();
    try {
      await target.click({ timeout: RETRY });
      return;
    } catch (error) {
      if (left <= RETRY) throw error;
    }
  }
}

/**
 * Clicks a square.
 * @param {Page} page
 * @param {string} square
 */
export async function click(page, square) {
  await page.locator(`[data-square=${square}]`).click();
}

/**
 * The element with the status of the game.
 * @param {Page} page
 */
export function status(page) {
  return page.locator('.game-panel .status');
}

/**
 * Waits until an element shows the expected text.
 * @param {import('playwright-core').Locator} place
 * @param {string | RegExp} expected the whole text, or a pattern in it
 */
export async function shows(place, expected) {
  await eventually(async () => (await place.textContent()) ?? '', expected);
}

/**
 * Waits for an expected text. The program's answers take a moment.
 * @param {() => Promise<string>} read
 * @param {string | RegExp} expected the whole text, or a pattern in it
 */
export async function eventually(read, expected) {
  const isRight = (/** @type {string} */ text) =>
    typeof expected === 'string' ? text === expected : expected.test(text);
  const end = performance.now() + PATIENCE;
  let text = await read();
  while (!isRight(text) && performance.now() < end) {
    await setTimeout(50);
    text = await read();
  }
  assert.ok(isRight(text), `'${text}' is not ${expected}`);
}

/**
 * Waits until the page has the expected number of elements.
 * @param {import('playwright-core').Locator} things
 * @param {number} expected
 */
export async function counts(things, expected) {
  await eventually(async () => String(await things.count()), String(expected));
}

/**
 * Waits until it is a person's turn or the game is over.
 * @param {Page} page
 * @param {number} [moves] the number of moves made by then, unless the game ends earlier
 */
export async function waitForTurn(page, moves = 0) {
  await page.waitForFunction((moves) => {
    const words = document.querySelector('.game-panel .status');
    if (words?.classList.contains('finished')) return true;
    const made = document.querySelectorAll('.moves .move').length;
    return words?.textContent?.includes('to move') && made >= moves;
  }, moves);
}

/**
 * Clicks a button and returns the file that the page then offers. A press is lost if the page moves the button away before
 * the release, so it is repeated.
 * @param {Page} page
 * @param {string} button its name
 */
export async function saved(page, button) {
  for (let left = PATIENCE; ; left -= RETRY) {
    // Its failure is also handled if the click fails first.
    const waiting = page.waitForEvent('download', { timeout: RETRY }).catch(() => null);
    await page.getByRole('button', { name: button, exact: true }).click();
    const download = await waiting;
    if (download) {
      const path = await download.path();
      return { name: download.suggestedFilename(), path, bytes: await readFile(path) };
    }
    const faults = await page.locator('.error:visible').allTextContents();
    assert.ok(left > RETRY && faults.length === 0, `no file from '${button}': ${faults}`);
  }
}

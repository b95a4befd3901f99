/** Times of use for `npm run measure`: a move, the engine's answer, a long game, the analysis of a game. */

import { address } from './harness.js';
import { timesOf, watchMoves } from './move-times.js';
import { someGame } from './some-game.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page */
const ready = (page) => page.waitForSelector('body[data-ready]');

/** Plays a few moves and takes their times. @param {Page} page @param {string} link */
async function movesOf(page, link) {
  await page.addInitScript(watchMoves);
  await page.goto(link);
  await ready(page);
  await page.getByLabel('Seconds per move').fill('0.1');
  for (let turn = 0; turn < 4; turn += 1) {
    await page.waitForFunction((made) => {
      const moves = document.querySelectorAll('.moves .move').length;
      return moves >= made && document.querySelector('.cell-movable');
    }, 2 * turn);
    await page.locator('.cell-movable').first().click();
    await page.locator('[aria-label*="possible move"]').first().click();
    await page.waitForFunction(
      (made) => document.querySelectorAll('.moves .move').length >= made,
      2 * turn + 2,
    );
  }
  await page.waitForTimeout(500);
  return timesOf(page);
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} link
 * @returns {Promise<{ clicks: number[], answers: number[], open: number, judge: number }>} in milliseconds
 */
export async function use(browser, link) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  const times = await movesOf(page, link);
  const long = await someGame('alea-evangelii', 300);
  const short = await someGame('copenhagen', 60);
  const open = async (
    /** @type {string} */ variant,
    /** @type {string} */ moves,
    /** @type {number} */ plies,
  ) => {
    const start = performance.now();
    await page.evaluate((hash) => (location.hash = hash), address('analyse', { variant, moves }));
    await page.waitForFunction(
      (plies) => document.querySelectorAll('.moves .move').length === plies,
      plies,
    );
    return performance.now() - start;
  };
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  const opened = await open('alea-evangelii', long, 300);
  await open('copenhagen', short, 60);
  await page.getByLabel('Time per position').selectOption('100');
  const start = performance.now();
  await page.getByRole('button', { name: 'Analyse game' }).click();
  await page.locator('.review').waitFor();
  const judge = performance.now() - start;
  await context.close();
  return { ...times, open: opened, judge };
}

/** Times of use for `npm run measure`: a move, the engine's answer, a long game, the analysis of a game. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { address, program } from './harness.js';
import { timesOf, watchMoves } from './move-times.js';

/** @typedef {import('playwright-core').Page} Page */

/**
 * Some legal moves of a game that lasts.
 * @param {string} variant
 * @param {number} plies
 */
async function someGame(variant, plies) {
  const engine = spawn(program, { stdio: ['pipe', 'pipe', 'ignore'] });
  // The iterator buffers lines: several can arrive at once.
  const lines = createInterface({ input: engine.stdout })[Symbol.asyncIterator]();
  engine.stdin.write(`setoption name UCI_Variant value ${variant}\n`);
  /** @type {string[]} */
  const moves = [];
  while (moves.length < plies) {
    engine.stdin.write(`position startpos moves ${moves.join(' ')}\nstate\n`);
    let text = '';
    while (!text.startsWith('state ')) text = (await lines.next()).value;
    const { legal } = JSON.parse(text.slice(6));
    // Few captures, and no position twice: the moves wander over the list.
    const quiet = legal.filter((/** @type {string} */ move) => !move.includes('x'));
    const move = quiet[(7 * moves.length + 3) % quiet.length] ?? legal[0];
    moves.push(move.replace(/x.*/, '').replace('-', ''));
  }
  engine.kill();
  return moves.join(' ');
}

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

/** The time people wait for the board, and for an engine move to appear. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  click,
  newGame,
  serve,
  sizes,
  someSquares,
  timeToPlay,
  waitForTurn,
  withPage,
} from './harness.js';
import { median, timesOf, watchMoves } from './move-times.js';

serve();

/** The promised times, in milliseconds. */
const BOARD = 1000;
const MOVE = 50;

/** The factor allowed on top of that, because the tests run beside many others on busy machines. */
const ALLOWANCE = 20;

/** @param {number} time */
const shown = (time) => time.toFixed(0);

test('the board is playable quickly', async (context) => {
  const times = [];
  for (let attempt = 0; attempt < 5; attempt += 1) times.push(await timeToPlay());
  context.diagnostic(`from the start of the program to the board: ${times.map(shown)} ms`);
  assert.ok(Math.min(...times) < ALLOWANCE * BOARD, String(times));
});

test('an engine move is shown quickly', async (context) => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.addInitScript(watchMoves);
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await newGame(page, { ruleset: 'copenhagen' });
    for (let turn = 1; turn <= 6; turn += 1) {
      await waitForTurn(page, 2 * turn - 2);
      const [piece] = await someSquares(page, 'attacker');
      await click(page, piece);
      const [target] = await someSquares(page, 'possible move');
      await click(page, target);
      await waitForTurn(page, 2 * turn);
    }
    // The last time arrives only after its frame has been painted.
    await page.waitForFunction(() => /** @type {any} */ (window).moveTimes.answers.length >= 6);
    const { answers: times } = await timesOf(page);
    assert.ok(times.length >= 6, `${times.length} answers were seen`);
    context.diagnostic(`from the answer to the move on the screen: ${times.map(shown)} ms`);
    assert.ok(median(times) < ALLOWANCE * MOVE, String(times));
  });
});

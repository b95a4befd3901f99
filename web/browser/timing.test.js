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

serve();

/** The promised times, in milliseconds. */
const BOARD = 1000;
const MOVE = 50;

/** The factor allowed on top of that, because the tests run beside many others on busy machines. */
const ALLOWANCE = 20;

/** @param {number[]} times */
const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

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
    await page.addInitScript(watchAnswers);
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
    await page.waitForFunction(() => /** @type {any} */ (window).times.length >= 6);
    const times = await page.evaluate(() => /** @type {any} */ (window).times);
    assert.ok(times.length >= 6, `${times.length} answers were seen`);
    context.diagnostic(`from the answer to the move on the screen: ${times.map(shown)} ms`);
    assert.ok(median(times) < ALLOWANCE * MOVE, String(times));
  });
});

/** Runs in the page: measures the time from each `bestmove` to the frame that shows its move. */
function watchAnswers() {
  /** @type {number[]} */
  const times = [];
  Object.assign(window, { times });
  let answered = 0;
  const listen = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (/** @type {any[]} */ ...args) {
    // Take the time before the page handles the message.
    if (args[0] === 'message') {
      listen.call(this, 'message', (event) => {
        const { data } = /** @type {MessageEvent} */ (event);
        if (/^bestmove/m.test(String(data))) answered = performance.now();
      });
    }
    return Reflect.apply(listen, this, args);
  };
  new MutationObserver((changes) => {
    const isMove = changes.some(
      ({ target }) => target instanceof Element && target.matches('.moves'),
    );
    if (!answered || !isMove) return;
    const since = answered;
    answered = 0;
    // A timeout set in a frame runs after the frame has been painted.
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - since)));
  }).observe(document, { subtree: true, childList: true });
}

/** How long a person waits: for a board, and for a move that the engine has made. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  click,
  newGame,
  serve,
  sizes,
  squares,
  timeToPlay,
  waitForTurn,
  withPage,
} from './harness.js';

serve();

/** What is promised, in milliseconds. */
const BOARD = 1000;
const MOVE = 50;

/** How much longer it may take here: the tests run on machines that do much else at the same time. */
const ALLOWANCE = 5;

/** @param {number[]} times */
const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];

/** @param {number} time */
const shown = (time) => time.toFixed(0);

test('a board can soon be played', async (context) => {
  const times = [];
  for (let attempt = 0; attempt < 5; attempt += 1) times.push(await timeToPlay());
  context.diagnostic(`from the start of the program to the board: ${times.map(shown)} ms`);
  assert.ok(Math.min(...times) < ALLOWANCE * BOARD, String(times));
});

test('a move is shown as soon as the engine has answered', async (context) => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.addInitScript(watchAnswers);
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await newGame(page, { ruleset: 'copenhagen' });
    for (let turn = 1; turn <= 6; turn += 1) {
      await waitForTurn(page, 2 * turn - 2);
      const [piece] = await squares(page, 'attacker');
      await click(page, piece);
      const [target] = await squares(page, 'possible move');
      await click(page, target);
      await waitForTurn(page, 2 * turn);
    }
    // The last one is added after its frame has been painted.
    await page.waitForFunction(() => /** @type {any} */ (window).times.length >= 6);
    const times = await page.evaluate(() => /** @type {any} */ (window).times);
    assert.ok(times.length >= 6, `${times.length} answers were seen`);
    context.diagnostic(`from the answer to the move on the screen: ${times.map(shown)} ms`);
    assert.ok(median(times) < ALLOWANCE * MOVE, String(times));
  });
});

/** In the page: measures from each `bestmove` that arrives to the frame that shows its move. */
function watchAnswers() {
  /** @type {number[]} */
  const times = [];
  Object.assign(window, { times });
  let answered = 0;
  const listen = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (/** @type {any[]} */ ...args) {
    // Before the page itself hears of it.
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
    // What follows a frame runs when it has been painted.
    requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - since)));
  }).observe(document, { subtree: true, childList: true });
}

/** A slow connection to the program: what people do before it has answered. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  click,
  eventually,
  move,
  newGame,
  serve,
  shows,
  sizes,
  status,
  waitForTurn,
  withPage,
} from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** A connection whose answers can be held up. */
class Line {
  /** Sends the answers that are held up. Empty while none are. @type {(() => void)[]} */
  held = [];
  isHeld = false;
  /** Holds up the answers after one that matches. @type {RegExp | null} */
  last = null;

  /** @param {Page} page */
  async use(page) {
    await page.routeWebSocket(/.*/, (ws) => {
      const server = ws.connectToServer();
      ws.onMessage((message) => server.send(message));
      server.onMessage((message) => {
        if (this.isHeld) this.held.push(() => ws.send(message));
        else ws.send(message);
        if (this.last?.test(String(message))) this.isHeld = true;
      });
    });
  }

  hold() {
    this.isHeld = true;
  }

  release() {
    this.isHeld = false;
    this.last = null;
    for (const send of this.held.splice(0)) send();
  }
}

/** @param {(page: Page, line: Line) => Promise<void>} test */
async function slowly(test) {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    const line = new Line();
    await line.use(page);
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await test(page, line);
  });
}

/** The moves of the game as one line. @param {Page} page */
const moves = async (page) => (await page.locator('.moves .move').allTextContents()).join(' ');

/** The errors that the page has told. @param {Page} page */
async function errorsOf(page) {
  /** @type {string[]} */
  const errors = [];
  await page.exposeFunction('noteError', (/** @type {string} */ words) => errors.push(words));
  await page.evaluate(() => {
    const place = document.querySelector('[role=alert]');
    const note = Reflect.get(window, 'noteError');
    if (place)
      new MutationObserver(() => note(place.textContent)).observe(place, { childList: true });
  });
  return errors;
}

test('a move is taken back before the program has answered it', async () => {
  await slowly(async (page, line) => {
    await newGame(page, { ruleset: 'tablut', players: 'both' });
    await move(page, 'd9', 'd8');
    await shows(status(page), 'Defenders to move');
    line.hold();
    await move(page, 'e7', 'f7');
    await page.getByRole('button', { name: 'Take back' }).click();
    line.release();
    await move(page, 'e7', 'h7');
    await eventually(() => moves(page), 'd9-d8 e7-h7');
    // Saved as well.
    await page.reload();
    await eventually(() => moves(page), 'd9-d8 e7-h7');
  });
});

test('a move is taken back while the engine answers it', async () => {
  await slowly(async (page, line) => {
    await newGame(page, { ruleset: 'tablut', players: 'attackers' });
    await move(page, 'd9', 'd8');
    await waitForTurn(page, 2);
    const before = await moves(page);
    // The engine's answer is known, but not yet played. None of its moves can be in the way of this one.
    line.last = /^bestmove/m;
    await move(page, 'd8', 'd9');
    await eventually(async () => String(line.isHeld), 'true');
    await page.getByRole('button', { name: 'Take back' }).click();
    line.release();
    await eventually(() => moves(page), before);
    await shows(status(page), 'Attackers to move');
    await move(page, 'd8', 'd9');
    await waitForTurn(page, 4);
    assert.ok((await moves(page)).startsWith(`${before} d8-d9 `));
  });
});

test('a second move waits for the answer to the first', async () => {
  await slowly(async (page, line) => {
    const errors = await errorsOf(page);
    await newGame(page, { ruleset: 'tablut', players: 'both' });
    line.hold();
    await move(page, 'd9', 'd8');
    for (const square of ['f9', 'f8']) await click(page, square);
    line.release();
    await shows(status(page), 'Defenders to move');
    await move(page, 'e7', 'f7');
    await eventually(() => moves(page), 'd9-d8 e7-f7');
    assert.deepEqual(errors, []);
  });
});

test('the first move of a game is made once, however fast the second click', async () => {
  await slowly(async (page, line) => {
    const errors = await errorsOf(page);
    await page.getByLabel('Game', { exact: true }).selectOption('tablut');
    await page.getByLabel('You play').selectOption('both');
    await page.locator('.cell-movable[data-square=d9]').click();
    line.hold();
    for (const square of ['d8', 'f9', 'f8']) await click(page, square);
    line.release();
    await move(page, 'e7', 'f7');
    await eventually(() => moves(page), 'd9-d8 e7-f7');
    assert.deepEqual(errors, []);
  });
});

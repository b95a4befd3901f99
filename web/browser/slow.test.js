/** A slow engine: the page shows how long it thinks, and the player can make it move. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  address,
  counts,
  eventually,
  move,
  newGame,
  program,
  serve,
  show,
  shows,
  sizes,
  status,
  waitForTurn,
  withPage,
} from './harness.js';

const engine = fileURLToPath(new URL('slow-engine.js', import.meta.url));

// The engine reacts to `stop` after ten seconds: long enough for a busy machine to show what happens before.
serve('--engine', `'${process.execPath}' '${engine}' '${program}' 10000`);

for (const [name, viewport] of Object.entries(sizes)) {
  test(`the thinking time and "Move now" on a ${name}`, async () => {
    await withPage({ viewport }, async (page) => {
      await newGame(page, { ruleset: 'brandubh-macwhite' });
      await move(page, 'd1', 'b1');
      await page.getByText('The engine is thinking for the defenders…').waitFor();
      await page.getByText(/^\d+:\d\d so far$/).waitFor();
      await page.getByRole('button', { name: 'Move now' }).click();
      await waitForTurn(page, 2);
      await counts(page.locator('.moves .move'), 2);
      await counts(page.getByText(/so far$/), 0);
    });
  });
}

test('a move is taken back at once', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    /** @type {string[]} */
    const heard = [];
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => heard.push(String(payload))),
    );
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await newGame(page, { ruleset: 'brandubh-macwhite' });
    await move(page, 'd1', 'b1');
    await page.getByText('The engine is thinking for the defenders…').waitFor();
    await page.getByRole('button', { name: 'Take back' }).click();
    await shows(status(page), 'Attackers to move');
    assert.ok(!heard.some((line) => /^bestmove/m.test(line)), 'before the engine has stopped');
  });
});

test('an engine that was switched off tells no more, though it has not stopped yet', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    let told = 0;
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (/^info .* pv /m.test(String(payload))) told += 1;
      }),
    );
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await show(page, address('analyse', { variant: 'copenhagen' }));
    const lines = page.locator('.lines li');
    await lines.first().waitFor();
    await page.getByRole('switch', { name: 'Analyse this position' }).click();
    await counts(lines, 0);
    const before = told;
    await eventually(async () => String(told > before + 2), 'true');
    await counts(lines, 0);
  });
});

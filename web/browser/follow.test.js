/** Following a game of a match. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { program, serveMatch, show, shows, sizes, withPage } from './harness.js';

const engines = ['one', 'two'].flatMap((name) => ['--engine', `cmd=${program}`, `name=${name}`]);
const terms = [
  '--each',
  'st=0.1',
  'timemargin=10000',
  '--variant',
  'alea-evangelii',
  '--rounds',
  '500',
];

serveMatch(...engines, ...terms);

test('a running game can be stepped through while it goes on', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const running = page.getByRole('region', { name: 'In progress' });
      const moves = page.locator('.moves .move');
      await running.locator('.board-button .piece').first().waitFor();
      // Games are short, so one may end between the look and the click.
      for (let attempt = 1; ; attempt += 1) {
        assert.ok(attempt < 10, 'a game that goes on is found');
        await running.locator('.board-button').first().click();
        await moves.nth(1).waitFor();
        const before = await moves.count();
        const grows = page.waitForFunction(
          (before) => document.querySelectorAll('.moves .move').length > before,
          before,
          { timeout: 10_000 },
        );
        if (await grows.catch(() => null)) break;
        await show(page, 'watch');
      }
      // The analysis engine is off during a match, and a viewer at the end follows new moves.
      assert.equal(await page.locator('.line').count(), 0);
      await page.waitForFunction(isAtEnd);
      await page.getByRole('button', { name: 'First position' }).click();
      await page.getByRole('button', { name: 'One move forward' }).click();
      const here = (await page.locator('.move.here').textContent()) ?? '';
      const before = await moves.count();
      await page.waitForFunction(
        (before) => document.querySelectorAll('.moves .move').length > before,
        before,
      );
      await shows(page.locator('.move.here'), here);
      await page.getByRole('button', { name: 'Last position' }).click();
      await page.waitForFunction(isAtEnd);
    },
    '',
  );
});

/** Runs in the page: whether the last move is being viewed. */
function isAtEnd() {
  const moves = [...document.querySelectorAll('.moves .move')];
  return moves.at(-1)?.classList.contains('here') ?? false;
}

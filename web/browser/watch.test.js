/** Watching a match. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import {
  address,
  eventually,
  program,
  serveMatch,
  show,
  shows,
  sizes,
  withPage,
} from './harness.js';

const engines = ['one', 'two, whose name is long'].flatMap((name) => [
  '--engine',
  `cmd=${program}`,
  `name=${name}`,
]);
// More games than the tests can play.
const terms = ['--each', 'depth=2', '--variant', 'brandubh-macwhite', '--rounds', '50000'];

serveMatch(...engines, ...terms);

for (const [name, viewport] of Object.entries(sizes)) {
  test(`the games of a match and its standings on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        await page.getByRole('row', { name: /^one/ }).waitFor();
        await page.getByRole('row', { name: /^two/ }).waitFor();
        const progress = page.getByText(/^[\d,]+ of 100,000 games played$/);
        const before = await progress.textContent();
        await page.waitForFunction(
          (before) =>
            ![...document.querySelectorAll('.facts')].some((words) => words.textContent === before),
          before,
        );
        const top = async (/** @type {string} */ part) =>
          (await page.locator(part).boundingBox())?.y ?? 0;
        const isLast = (await top('.foot')) > (await top('.watch'));
        assert.ok(isLast || viewport.width > viewport.height, 'the foot comes after the boards');
        // A word is not cut in two, nor a number from its sign.
        const lines = await page
          .locator('.scores :is(th, td):not(:first-child)')
          .evaluateAll((cells) =>
            cells.map((cell) => {
              const range = document.createRange();
              range.selectNodeContents(cell);
              return range.getClientRects().length;
            }),
          );
        assert.ok(lines.length > 8 && lines.every((count) => count === 1), lines.join());
        const boards = page.locator('.board-button');
        // The game in progress has the room of many, but not more than the window. Between two games there
        // is none.
        await eventually(async () => {
          const [one, all] = [
            await boards.first().boundingBox(),
            await page.locator('.watch').boundingBox(),
          ];
          const room = Math.min(0.75 * viewport.height, all?.width ?? 0);
          const width = one?.width ?? 0;
          return width > 0.9 * room && width <= room + 1 ? 'fits' : `${width} of ${room}`;
        }, 'fits');
        await boards.first().locator('.piece').first().waitFor();
        // The throne and the corners, and the squares of the last move.
        await boards.first().locator('.small-special').nth(4).waitFor();
        await boards.first().locator('.mark-last').nth(1).waitFor();
        await check(page);
        const ended = page.getByRole('region', { name: 'Latest games' });
        await ended.locator('.board-button').first().click();
        await page.locator('.moves .move').nth(3).waitFor();
        await page.getByRole('link', { name: 'Watch' }).click();
        await boards.first().waitFor();
        // From a game of the match there is another way back, which other games do not have.
        const back = page.getByRole('link', { name: 'Back to the match' });
        await ended.locator('.board-button').first().click();
        await check(page);
        await back.click();
        await boards.first().waitFor();
        assert.equal(await back.isVisible(), false);
        await show(page, address('analyse', { variant: 'tablut', moves: 'e2g2' }));
        await shows(page.locator('.moves .move'), 'e2-g2');
        assert.equal(await back.isVisible(), false);
      },
      '',
    );
  });
}

/** Following a game of a match. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Follower } from '../page/js/watch/follower.js';
import { counts, program, serveMatch, show, shows, sizes, withPage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

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

/** Whether the list of moves becomes longer, so that the game goes on. @param {Page} page */
async function grows(page) {
  const before = await page.locator('.moves .move').count();
  const longer = page.waitForFunction(
    (before) => document.querySelectorAll('.moves .move').length > before,
    before,
    { timeout: 10_000 },
  );
  return (await longer.catch(() => null)) !== null;
}

/** Follows a game, and looks back while it goes on. Whether it went on long enough. @param {Page} page */
async function stepsAlong(page) {
  if (!(await grows(page))) return false;
  // The analysis engine is off during a match, and a viewer at the end follows new moves.
  await counts(page.locator('.line'), 0);
  await page.waitForFunction(isAtEnd);
  await page.getByRole('button', { name: 'First position' }).click();
  await page.getByRole('button', { name: 'One move forward' }).click();
  const here = (await page.locator('.move.here').textContent()) ?? '';
  if (!(await grows(page))) return false;
  await shows(page.locator('.move.here'), here);
  return true;
}

test('a running game can be stepped through while it goes on', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const running = page.getByRole('region', { name: 'In progress' });
      const moves = page.locator('.moves .move');
      await running.locator('.board-button .piece').first().waitFor();
      // A game may end at any time. Then another one is tried.
      for (let attempt = 1; ; attempt += 1) {
        assert.ok(attempt < 10, 'a game that goes on is found');
        await running.locator('.board-button').first().click();
        await moves.nth(1).waitFor();
        if (await stepsAlong(page)) break;
        await show(page, 'watch');
      }
      await page.getByRole('button', { name: 'Last position' }).click();
      await page.waitForFunction(isAtEnd);
    },
    '',
  );
});

test('a game is followed on after a reload', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const running = page.getByRole('region', { name: 'In progress' });
      for (let attempt = 1; ; attempt += 1) {
        assert.ok(attempt < 10, 'a game that goes on is found');
        await running.locator('.board-button').first().click();
        await page.locator('.moves .move').nth(1).waitFor();
        if (!(await grows(page))) {
          await show(page, 'watch');
          continue;
        }
        await page.reload();
        await page.waitForSelector('body[data-ready]');
        if (await grows(page)) break;
        await show(page, 'watch');
      }
      await page.waitForFunction(isAtEnd);
    },
    '',
  );
});

test('news of a game that comes while it is asked for is not lost', async (context) => {
  const play = (/** @type {string[]} */ moves, result = '*') => ({
    ...{ result, termination: 'resign' },
    moves: moves.map((text) => ({ text })),
  });
  const answers = [play(['d1b1']), play(['d1b1', 'd3b3'], 'attackers')];
  context.mock.method(globalThis, 'fetch', async () => Response.json(answers.shift()));
  const tip = { position: { result: null } };
  const tree = { result: null };
  /** @type {any} */
  const desk = { tree, follow: async () => tip, changed: () => {} };
  const follower = new Follower(desk, '', async () => true);
  follower.followed = /** @type {any} */ ({ number: 1, tree, tip, plies: 0 });
  const first = follower.update(/** @type {any} */ ({ running: [{ number: 1, plies: 1 }] }));
  await Promise.all([first, follower.update({ running: [] })]);
  assert.deepEqual(tree.result, { winner: 'attackers', reason: 'resign' });
});

/** Runs in the page: whether the last move is being viewed. */
function isAtEnd() {
  const moves = [...document.querySelectorAll('.moves .move')];
  return moves.at(-1)?.classList.contains('here') ?? false;
}

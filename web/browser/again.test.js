/** Clocks as people know them, another game on the same terms, and the times of moves. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  click,
  counts,
  eventually,
  move,
  newGame,
  serve,
  shows,
  someSquares,
  sizes,
  status,
  withPage,
} from './harness.js';

serve();

test('a usual clock is chosen, and another game on the same terms has it too', async () => {
  await withPage({ viewport: sizes.phone }, async (page) => {
    await page.getByLabel('You play').selectOption('both');
    await page.getByLabel('Time', { exact: true }).selectOption('3+2');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const clocks = page.locator('.plate-clock');
    await shows(clocks.first(), '3:00');
    await move(page, 'd1', 'c1');
    // Two seconds more, less those that it took.
    await shows(page.getByRole('timer', { name: 'Attackers’ clock' }), /^(3:0[0-2]|2:5\d)$/);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await shows(status(page), /win: the other side has resigned/);
    // Two people change places themselves.
    await counts(page.getByRole('button', { name: 'Swap sides' }), 0);
    await page.getByRole('button', { name: 'Rematch' }).click();
    await counts(page.locator('.moves .move'), 0);
    await shows(status(page), 'Attackers to move');
    await shows(clocks.first(), '3:00');
  });
});

test('the sides are swapped after a game, and both games are saved', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite' });
    await move(page, 'd1', 'c1');
    await counts(page.locator('.moves .move'), 2);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await shows(status(page), /You resigned/);
    await page.getByRole('button', { name: 'Swap sides' }).click();
    // The engine has the attackers now, and begins.
    await counts(page.locator('.moves .move'), 1);
    await shows(status(page), 'Defenders to move');
    await shows(page.locator('.lower .plate-side'), 'Defenders');
    await page.getByRole('link', { name: 'Records' }).click();
    await counts(page.locator('.saved-game'), 2);
  });
});

test('moves are in two columns, each with its time', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await move(page, 'd1', 'c1');
    await move(page, 'd3', 'b3');
    await move(page, 'c1', 'c2');
    await counts(page.locator('.moves .move'), 3);
    const time = page.locator('.ply .time').nth(1);
    await eventually(
      async () => (await time.getAttribute('data-time')) ?? '',
      /^\d+\.\d s$|^\d+:\d\d$/,
    );
    // Copied moves can be pasted.
    await shows(page.locator('.moves'), /^1\.d1-c1 d3-b3 2\.c1-c2 $/);
    const corners = await page.locator('.moves .ply').evaluateAll((plies) =>
      plies.map((ply) => {
        const { x, y } = ply.getBoundingClientRect();
        return { x, y };
      }),
    );
    assert.equal(corners[0].y, corners[1].y);
    assert.ok(corners[1].x > corners[0].x);
    assert.equal(corners[2].x, corners[0].x);
    assert.ok(corners[2].y > corners[0].y);
  });
});

test('clocks are as they were when a move is taken back, also after a reload', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await page.getByLabel('You play').selectOption('both');
    await page.getByLabel('Time', { exact: true }).selectOption('clock');
    await page.getByLabel('Minutes').fill('15');
    await page.getByLabel('Seconds added').fill('60');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    const clock = page.getByRole('timer', { name: 'Attackers’ clock' });
    for (const isReloaded of [false, true]) {
      await move(page, 'd1', 'c1');
      await shows(clock, /^1(5:[1-5]|6:)/);
      if (isReloaded) await page.reload();
      await page.getByRole('button', { name: 'Take back' }).click();
      await shows(status(page), 'Attackers to move');
      // At once: the clock runs.
      assert.match((await clock.textContent()) ?? '', /^1(4:|5:00)/);
    }
  });
});

test('only a move of one’s own can be taken back', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'defenders' });
    await counts(page.locator('.moves .move'), 1);
    await shows(status(page), 'Defenders to move');
    const takeBack = page.getByRole('button', { name: 'Take back' });
    assert.ok(await takeBack.isDisabled());
    const [from] = await someSquares(page, '');
    await click(page, from);
    await page.locator('.mark-target').first().waitFor();
    await page.locator('[aria-label*="possible move"]').first().click();
    await counts(page.locator('.moves .move'), 3);
    await takeBack.click();
    await counts(page.locator('.moves .move'), 1);
    assert.ok(await takeBack.isDisabled());
  });
});

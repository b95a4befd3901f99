/** The clocks can be read in every window and language. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockText } from '../page/js/game/clock.js';
import { counts, move, serve, show, withPage } from './harness.js';

serve();

test('a clock counts down in seconds, and in tenths at the end', () => {
  const texts = [61_000, 60_000, 10_001, 10_000, 9999, 9960, 950, 40, 0].map(clockText);
  const expected = [
    '1:01',
    '1:00',
    '0:11',
    '0:10',
    '0:09.9',
    '0:09.9',
    '0:00.9',
    '0:00.0',
    '0:00.0',
  ];
  assert.deepEqual(texts, expected);
});

for (const locale of ['en-GB', 'de-DE', 'fr-FR', 'es-ES']) {
  test(`the clocks stay on one line in narrow windows (${locale})`, async () => {
    for (const [width, height, hasTouch] of /** @type {[number, number, boolean][]} */ ([
      [320, 568, true],
      [360, 740, true],
      [412, 915, true],
      [360, 225, false],
    ])) {
      await withPage({ viewport: { width, height }, hasTouch, locale }, async (page) => {
        await page.locator('select:has(option[value=both])').selectOption('both');
        await page.locator('select:has(option[value="15+10"])').selectOption('15+10');
        await page.locator('.start button').click();
        await page.locator('.plate-clock.runs').waitFor();
        // Taken pieces need room as well.
        await page.locator('.plate-taken').evaluateAll((places) => {
          const svg = '<svg viewBox="-45 -45 600 90"></svg>';
          for (const place of places) place.innerHTML = svg;
        });
        const found = await page.locator('.plate-clock').evaluateAll((clocks) =>
          clocks.map((clock) => {
            const style = getComputedStyle(clock);
            const box = clock.getBoundingClientRect();
            const tools = document.querySelector('.board-tools')?.getBoundingClientRect();
            const row = clock.closest('.plate-row')?.getBoundingClientRect();
            const isCovered = !!tools && tools.top < box.bottom && tools.left < box.right - 0.5;
            return {
              isOneLine: box.height < 2 * parseFloat(style.lineHeight || style.fontSize),
              isWhole: clock.scrollWidth <= clock.clientWidth,
              isInside: !!row && box.left >= row.left && box.right <= row.right + 0.5,
              isCovered: isCovered && box.top < tools.bottom,
            };
          }),
        );
        const good = { isOneLine: true, isWhole: true, isInside: true, isCovered: false };
        assert.deepEqual(found, [good, good], `${width}×${height}`);
      });
    }
  });
}

/** Begins a game between two people with half a minute each. @param {import('playwright-core').Page} page */
async function begin(page) {
  await page.getByLabel('You play').selectOption('both');
  await page.getByLabel('Time', { exact: true }).selectOption('clock');
  await page.getByLabel('Minutes').fill('0.5');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.locator('.plate-clock.runs').waitFor();
}

test('the board of another game has neither the players nor the clocks of the game in progress', async () => {
  await withPage({}, async (page) => {
    await begin(page);
    await show(page, 'rules?game=copenhagen');
    await page.locator('#board [data-square=k11]').waitFor();
    await counts(page.locator('.plate-side:visible'), 2);
    await counts(page.locator(':is(.plate-name, .plate-clock):visible'), 0);
    await show(page, 'play');
    await counts(page.locator(':is(.plate-name, .plate-clock):visible'), 4);
  });
});

test('the question whether to leave a game ends with the game, and when the player goes elsewhere', async () => {
  await withPage({}, async (page) => {
    await page.clock.install();
    await page.reload();
    await page.waitForSelector('body[data-ready]');
    await begin(page);
    await move(page, 'd1', 'b1');
    await counts(page.locator('.moves .move'), 1);
    const question = page.getByRole('dialog');
    await page.getByRole('button', { name: 'New game' }).click();
    await question.waitFor();
    await show(page, 'rules');
    await question.waitFor({ state: 'detached' });
    await show(page, 'play');
    await page.getByRole('button', { name: 'New game' }).click();
    await question.waitFor();
    await page.clock.fastForward(31_000);
    await page.getByText(/run out of time/).waitFor();
    await question.waitFor({ state: 'detached' });
  });
});

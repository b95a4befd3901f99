/** What the side not to move threatens, as arrows and in words. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import { address, counts, move, serve, show, shows, sizes, withPage } from './harness.js';

serve();

/** @typedef {import('playwright-core').Page} Page */

/** The defenders threaten to escape to two corners, and to capture c5. */
const ESCAPE = '7/6t/1Tt4/7/7/3T3/1K5 a';

/** The attackers threaten to capture the king. */
const CAPTURE = '7/6t/2tKt2/2t1t2/7/3t3/7 d';

/** @param {string} fen */
const analysis = (fen) => address('analyse', { variant: 'brandubh-macwhite', fen });

const toggle = (/** @type {Page} */ page) => page.getByRole('switch', { name: 'Show threats' });
const words = (/** @type {Page} */ page) => page.locator('.threats [role=status]');
const arrows = (/** @type {Page} */ page) => page.locator('.board .arrow');
const circles = (/** @type {Page} */ page) => page.locator('.board .drawn-ring');

/** Switches the engine off, whose arrows would be counted too. @param {Page} page */
const rest = (page) => page.getByRole('switch', { name: 'Analyse this position' }).uncheck();

for (const [name, viewport] of Object.entries(sizes)) {
  test(`threatened escapes and captures are shown on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        await rest(page);
        await counts(arrows(page), 0);
        await toggle(page).check();
        await shows(
          words(page),
          'The defenders threaten to win: b1-a1, b1-g1. The defenders threaten to capture: d2-d5xc5.',
        );
        await counts(arrows(page), 3);
        await counts(circles(page), 1);
        await check(page);
        // The choice outlives a reload.
        await page.reload();
        await page.waitForSelector('body[data-ready]');
        await counts(arrows(page), 3);
        await toggle(page).uncheck();
        await counts(arrows(page), 0);
        await counts(circles(page), 0);
        await shows(words(page), '');
      },
      analysis(ESCAPE),
    );
  });
}

test('threats follow the moves', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await rest(page);
      await toggle(page).check();
      await shows(words(page), 'The attackers threaten to win: g6-d6xd5.');
      await counts(circles(page), 1);
      await move(page, 'd5', 'd7');
      await shows(words(page), 'The defenders threaten to win: d7-a7, d7-g7.');
      await counts(arrows(page), 2);
      await page.getByRole('button', { name: 'One move back' }).click();
      await shows(words(page), 'The attackers threaten to win: g6-d6xd5.');
    },
    analysis(CAPTURE),
  );
});

test('a key shows threats in the analysis alone', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await rest(page);
      await toggle(page).focus();
      await page.keyboard.press('Space');
      await shows(words(page), 'The defenders threaten nothing.');
      await page.keyboard.press('Space');
      await shows(words(page), '');
      await toggle(page).blur();
      await page.keyboard.press('x');
      await shows(words(page), 'The defenders threaten nothing.');
      await show(page, 'play');
      await page.waitForSelector('body[data-view=play]');
      await page.keyboard.press('x');
      await show(page, 'analyse');
      assert.ok(await toggle(page).isChecked());
    },
    address('analyse', { variant: 'brandubh-macwhite' }),
  );
});

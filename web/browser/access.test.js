/** Runs axe on every view, in both themes and both window sizes, and checks that every board fits. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import { address, newGame, serve, show, sizes, withPage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** Whether everything fits the width of the window. @param {Page} page */
function fits(page) {
  return page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
}

/** The theme used at each size. */
const themes = /** @type {const} */ ({ desktop: 'light', phone: 'dark' });

for (const [name, viewport] of Object.entries(sizes)) {
  const colorScheme = themes[/** @type {keyof typeof sizes} */ (name)];
  test(`every view on a ${name}, ${colorScheme}`, async () => {
    await withPage({ viewport, colorScheme }, async (page) => {
      await check(page);
      await newGame(page, { ruleset: 'tablut', players: 'both' });
      await check(page);
      await page.getByRole('button', { name: 'Resign' }).click();
      await check(page);
      await page.getByRole('button', { name: 'Yes' }).click();
      await check(page);
      await show(page, address('analyse', { variant: 'copenhagen', moves: 'a4a3' }));
      await page.locator('.line').nth(2).waitFor();
      await page.getByRole('button', { name: 'Set up a position' }).click();
      await check(page);
      await show(page, 'records');
      await check(page);
      assert.ok(await fits(page));
    });
  });

  test(`boards of all sizes fit on a ${name}`, async () => {
    const five = 'dim:5 esc:e ks:w surf:n start:/2t2/2T2/tTKTt/2T2/2t2/';
    for (const variant of [five, 'brandubh-macwhite', 'tablut-15', 'alea-evangelii']) {
      await withPage(
        { viewport },
        async (page) => {
          const box = await page.locator('.board').boundingBox();
          assert.ok(
            box && box.x >= 0 && box.x + box.width <= viewport.width,
            `${variant} is cut off`,
          );
          assert.ok(box.y + box.height <= viewport.height, `${variant} needs scrolling`);
          assert.ok(await fits(page), variant);
        },
        address('analyse', { variant }),
      );
    }
  });
}

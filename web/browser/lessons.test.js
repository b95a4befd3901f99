/** The rules as exercises. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import { address, counts, eventually, serve, show, shows, sizes, withPage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** @param {Page} page @param {string} square */
async function click(page, square) {
  const area = page.locator(`#lesson-board [data-square=${square}]`);
  await area.scrollIntoViewIfNeeded();
  await area.click();
}

/** @param {Page} page */
const names = async (page) =>
  (await page.locator('.lesson-list button').allTextContents()).join(', ');

for (const [name, viewport] of Object.entries(sizes)) {
  test(`exercises are tried, failed and solved on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        const said = page.locator('.lesson [role=status]');
        await shows(page.locator('.lesson-task'), /Capture the defender between two/);
        await click(page, 'f2');
        await click(page, 'f1');
        await shows(said, 'Not quite. Try again.');
        await page.getByRole('button', { name: 'Try again' }).click();
        await shows(said, '');
        await click(page, 'f2');
        await click(page, 'd2');
        await shows(said, 'Right.');
        await eventually(() => names(page), /Capture ✓/);
        await check(page);
        await page.getByRole('button', { name: 'Next exercise' }).click();
        await shows(page.locator('.lesson-task'), /against the corner/);
        await click(page, 'c3');
        await click(page, 'c1');
        await shows(said, 'Right.');
      },
      address('rules', { variant: 'brandubh-macwhite' }),
    );
  });
}

test('a ruleset has exercises for the rules that it has', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const expected = {
        'brandubh-macwhite': /Capture, The hostile corner, .*The escape, The ring$/,
        copenhagen: /Shield wall, .*The escape, The edge fort, The ring$/,
        tablut: /^Capture, The hostile throne, The king in the open/,
        'ashton-tablut': /The king on the throne, The escape$/,
      };
      for (const [variant, list] of Object.entries(expected)) {
        await show(page, address('rules', { variant }));
        await eventually(() => names(page), list);
      }
      assert.doesNotMatch(await names(page), /corner|Shield|ring/);
    },
    'rules',
  );
});

test('the king is taken by as many as the ruleset asks for', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const pieces = page.locator('#lesson-board .piece-t');
      for (const [variant, open, throne] of [
        ['brandubh-macwhite', 2, 4],
        ['copenhagen', 4, 4],
      ]) {
        await show(page, address('rules', { variant: String(variant) }));
        const squares = variant === 'copenhagen' ? 121 : 49;
        await counts(page.locator('#lesson-board [data-square]'), squares);
        await page.locator('.lessons').waitFor();
        await page.getByRole('button', { name: 'The king in the open' }).click();
        await counts(pieces, Number(open));
        await page.getByRole('button', { name: 'The king on the throne' }).click();
        await counts(pieces, Number(throne));
      }
    },
    'rules',
  );
});

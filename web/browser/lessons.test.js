/** The rules as exercises. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import {
  address,
  counts,
  eventually,
  newGame,
  serve,
  show,
  shows,
  sizes,
  status,
  withPage,
} from './harness.js';

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
        foteviken: /^Capture, .*The king in the open.*The escape/,
        magpie: /^Capture, .*The escape/,
        'alea-evangelii': /^Capture, .*The king in the open, .*The escape, .*The ring$/,
        'ashton-tablut': /^Capture, .*The king on the throne, The escape$/,
      };
      for (const [variant, list] of Object.entries(expected)) {
        await show(page, address('rules', { variant }));
        await eventually(() => names(page), list);
      }
      await eventually(() => names(page), /^(?!.*(corner|Shield|ring))/);
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

test('the rules of another game are shown while a game goes on', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      await page.getByLabel('Rules of').selectOption('copenhagen');
      await shows(page.locator('.rules h2'), /Copenhagen/);
      await eventually(() => names(page), /Shield wall/);
      await counts(page.locator('#lesson-board [data-square]'), 121);
      // The large board shows its start, and the own game again elsewhere.
      await counts(page.locator('#board [data-square]'), 121);
      await show(page, 'play');
      await counts(page.locator('#board [data-square]'), 49);
      await show(page, 'rules');
      await shows(page.locator('.rules h2'), /Brandubh/);
    },
    address('rules', { variant: 'brandubh-macwhite' }),
  );
});

test('the field for the game comes first, and its start position is read-only', async () => {
  await withPage(
    { viewport: sizes.desktop },
    async (page) => {
      const field = page.getByLabel('Rules of');
      await page.locator('.lessons').waitFor();
      const [first, exercises] = await Promise.all([
        field.boundingBox(),
        page.locator('.lessons').boundingBox(),
      ]);
      assert.ok(first && exercises && first.y < exercises.y);
      await field.selectOption('tablut');
      await counts(page.locator('#board .piece-t'), 16);
      await counts(page.locator('#board .cell-movable'), 0);
    },
    address('rules', { variant: 'brandubh-macwhite', moves: 'd1b1' }),
  );
});

test('the game whose rules are shown can be played, and a running one is left only if agreed', async () => {
  await withPage({ viewport: sizes.desktop }, async (page) => {
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await show(page, 'rules');
    await page.getByLabel('Rules of').selectOption('tablut');
    await counts(page.locator('#board .piece-t'), 16);
    await page.getByRole('button', { name: 'Play this game' }).click();
    await page.getByRole('button', { name: 'Keep playing' }).click();
    await show(page, 'play');
    await shows(status(page), 'Attackers to move');
    await counts(page.locator('#board .piece-t'), 8);
    await show(page, 'rules');
    await page.getByLabel('Rules of').selectOption('tablut');
    await shows(page.locator('.rules h2'), /Tablut/);
    await page.getByRole('button', { name: 'Play this game' }).click();
    await page.getByRole('button', { name: 'Leave this game' }).click();
    await page.waitForSelector('body[data-view=play][data-setting-up]');
    await eventually(() => page.getByLabel('Game', { exact: true }).inputValue(), 'tablut');
    await counts(page.locator('#board .piece-t'), 16);
  });
});

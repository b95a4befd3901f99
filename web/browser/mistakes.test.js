/** Stepping through the mistakes of an analysed game. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import { serve, shows, sizes, withPage } from './harness.js';
import { reloadJudged } from './judged-game.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/**
 * Steps through all mistakes, until the first one comes again or there is no other.
 * @param {Page} page
 * @returns {Promise<string[]>} the moves, with their marks
 */
async function steps(page) {
  const next = page.getByRole('button', { name: 'Next mistake' });
  const first = page.getByRole('button', { name: 'First position' });
  if (await first.isEnabled()) await first.click();
  /** @type {string[]} */
  const found = [];
  while (await next.isEnabled()) {
    await next.click();
    const here = (await page.locator('.move.here').textContent()) ?? '';
    if (found.includes(here)) {
      assert.equal(here, found[0]);
      break;
    }
    found.push(here);
  }
  return found;
}

test('the mistakes of the side that the person played come first, and others on request', async () => {
  await withPage(
    {},
    async (page) => {
      await reloadJudged(page, { attackers: 'engine', defenders: 'person' });
      const side = page.getByLabel('Whose mistakes');
      assert.equal(await side.inputValue(), 'defenders');
      assert.deepEqual(await steps(page), ['c4-c6??']);
      await side.selectOption('Attackers');
      assert.deepEqual(await steps(page), ['d6-f6?!', 'a4-a6?']);
      await side.selectOption('Both sides');
      assert.deepEqual(await steps(page), ['d6-f6?!', 'c4-c6??', 'a4-a6?']);
      await reloadJudged(page, { attackers: 'person', defenders: 'person' });
      assert.equal(await side.inputValue(), 'both');
      await check(page);
    },
    'analyse',
  );
});

test('from the last position of the game the next mistake is the first one', async () => {
  await withPage(
    {},
    async (page) => {
      await reloadJudged(page, { attackers: 'person', defenders: 'person' });
      const here = page.locator('.move.here');
      await page.getByRole('button', { name: 'Last position' }).click();
      await page.getByRole('button', { name: 'Next mistake' }).click();
      await shows(here, 'd6-f6?!');
      await page.getByRole('button', { name: 'Previous mistake' }).click();
      await shows(here, 'a4-a6?');
    },
    'analyse',
  );
});

test('a better move can be sought beside the board of a phone without scrolling', async () => {
  await withPage(
    { viewport: sizes.phone, hasTouch: true },
    async (page) => {
      await reloadJudged(page, { attackers: 'person', defenders: 'engine' });
      await page.getByRole('button', { name: 'Next mistake' }).click();
      const panels = await page.locator('.side').boundingBox();
      assert.ok(panels);
      for (const name of ['Next mistake', 'Find a better move', 'One move forward']) {
        const box = await page.getByRole('button', { name, exact: true }).boundingBox();
        assert.ok(box && box.y >= panels.y, name);
        assert.ok(box.y + box.height <= panels.y + panels.height, name);
      }
      assert.equal(await page.locator('.side').evaluate(({ scrollTop }) => scrollTop), 0);
    },
    'analyse',
  );
});

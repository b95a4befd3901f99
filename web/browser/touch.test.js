/** Fingers: targets are large enough, and a double tap does not zoom. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, eventually, newGame, serve, show, withPage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** The smallest side of a target, in pixels. */
const LEAST = 44;

/** A phone that is used with fingers. */
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** The visible buttons, links and fields that are too small. @param {Page} page */
function tooSmall(page) {
  return page.evaluate((least) => {
    const targets = [...document.querySelectorAll('button, a, summary, select, textarea, input')];
    const tapped = targets
      // A tap on the label of a box is one on the box.
      .map((target) => target.closest('label.inline') ?? target)
      .filter((target) => target.checkVisibility() && !target.classList.contains('skip'));
    return [...new Set(tapped)]
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        return width < least - 0.1 || height < least - 0.1;
      })
      .map((target) => {
        const { width, height } = target.getBoundingClientRect();
        return `${target.tagName}.${target.className} "${target.textContent}" ${width}×${height}`;
      });
  }, LEAST);
}

/** Waits until nothing is too small: what is drawn anew is measured anew. @param {Page} page */
const measure = (page) => eventually(async () => (await tooSmall(page)).join('\n'), '');

test('every target in every room is 44 pixels wide and high', async () => {
  await withPage(phone, async (page) => {
    assert.ok(await page.evaluate(() => matchMedia('(pointer: coarse)').matches));
    await measure(page);
    await newGame(page, { ruleset: 'brandubh-macwhite', players: 'both' });
    await measure(page);
    await page.getByRole('button', { name: 'Resign' }).tap();
    await measure(page);
    await page.getByRole('button', { name: 'Yes' }).tap();
    await show(page, address('analyse', { variant: 'brandubh-macwhite', moves: 'd1c1 d3b3 c1c2' }));
    await page.locator('.line').nth(2).waitFor();
    await measure(page);
    await page.getByRole('button', { name: 'Set up a position' }).tap();
    await measure(page);
    for (const view of ['puzzles', 'rules', 'records', 'design']) {
      await show(page, view);
      await page.waitForSelector(`body[data-view=${view}]`);
      if (view === 'puzzles') await page.getByRole('button', { name: 'Solution' }).tap();
      if (view === 'rules') await page.locator('.lesson-list button').first().waitFor();
      if (view === 'design') {
        await page.locator('.design-part').first().waitFor();
        await page.evaluate(() => {
          for (const part of document.querySelectorAll('details')) part.open = true;
        });
      }
      await measure(page);
      const fits = () =>
        page.evaluate(() => String(document.documentElement.scrollWidth <= innerWidth));
      await eventually(fits, 'true');
    }
  });
});

test('a double tap does not zoom', async () => {
  await withPage(phone, async (page) => {
    const action = await page.evaluate(
      () => getComputedStyle(document.documentElement).touchAction,
    );
    assert.equal(action, 'manipulation');
    const scale = () => page.evaluate(() => visualViewport?.scale);
    const box = await page.locator('.top').boundingBox();
    assert.ok(box);
    for (let tap = 0; tap < 2; tap += 1) await page.touchscreen.tap(box.x + 5, box.y + 5);
    assert.equal(await scale(), 1);
  });
});

/** The panels beside the board: they start at their top, and no text runs out of them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { address, eventually, serve, show, sizes, withPage } from './harness.js';

/** @typedef {import('playwright-core').Page} Page */

serve();

/** The errors of the browser for requests that the program refuses. */
const REFUSED = /422/;

const LONG = 'x'.repeat(100_000);

/** Checks that nothing in the panels is wider than they are. @param {Page} page */
async function fits(page) {
  const wide = await page.evaluate(() => {
    const places = [...document.querySelectorAll('.side, .side *, .alert, .upper *')];
    return places
      .filter((place) => place.getBoundingClientRect().right > innerWidth + 1)
      .filter((place) => !place.closest('.plate, .cards, .line-moves'))
      .map((place) => `${place.tagName}.${place.getAttribute('class')}`);
  });
  assert.deepEqual(wide, []);
}

for (const [name, viewport] of Object.entries(sizes)) {
  test(`another view starts at its top on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        const side = page.locator('.side');
        await page.waitForFunction(() => {
          const side = document.querySelector('.side');
          side?.scrollTo(0, 10_000);
          return (side?.scrollTop ?? 0) > 0;
        });
        await show(page, 'records');
        await page.waitForSelector('body[data-view=records]');
        await eventually(async () => String(await side.evaluate((side) => side.scrollTop)), '0');
      },
      'analyse',
    );
  });

  test(`long words stay in their panels on a ${name}`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        await show(page, 'records');
        for (const text of [LONG, `dim:7 ${LONG}`, `1. ${LONG}-a1`, `7/${LONG}/7 a`]) {
          await page.getByLabel(/Or paste/).fill(text);
          await page.getByRole('button', { name: 'Read', exact: true }).click();
          const error = page.locator('.facts.error', { hasText: 'That did not work' });
          await error.waitFor();
          const words = (await error.textContent()) ?? '';
          assert.ok(words.length < 400 && !/connection/.test(words), words);
          await fits(page);
          await error.evaluate((error) => error.classList.remove('error'));
        }
        const record = `[Event "${'e'.repeat(300)}"]\n[Variant "tablut"]\n[Attackers "${'R'.repeat(300)}"]
[Result "*"]\n\n1. e2-g2 {${'c'.repeat(500)}} *\n\n`;
        await page.getByLabel(/Or paste/).fill(record);
        await page.getByRole('button', { name: 'Read', exact: true }).click();
        await page.waitForSelector('body[data-view=analyse]');
        await fits(page);
        await show(page, 'records');
        await page.locator('.saved-game', { hasText: 'RRR' }).waitFor();
        await fits(page);
        await show(page, address('analyse', { variant: 'y'.repeat(500) }));
        await page.getByRole('alert').getByText('That did not work').waitFor();
        await fits(page);
      },
      'play',
      REFUSED,
    );
  });
}

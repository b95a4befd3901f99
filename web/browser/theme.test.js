/** The light and the dark theme: the player's choice, or else the system's. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serve, withPage } from './harness.js';

serve();

test('the theme is chosen by hand, and the way back leads to that of the system', async () => {
  await withPage({ colorScheme: 'light' }, async (page) => {
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const button = page.getByRole('button', { name: 'Light or dark' });
    const light = await colour();
    await button.click();
    const dark = await colour();
    assert.notEqual(dark, light);
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.equal(await colour(), dark);
    // The choice of the other theme stays when the system changes.
    await button.click();
    assert.equal(await colour(), light);
    // That of the system's own theme follows the system.
    await button.click();
    assert.equal(await colour(), dark);
    await page.emulateMedia({ colorScheme: 'light' });
    assert.equal(await colour(), light);
    await page.reload();
    assert.equal(await colour(), light);
  });
});

test('the evaluation bar has an edge that is seen in either theme', async () => {
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await withPage(
      { colorScheme },
      async (page) => {
        await page.locator('.bar').waitFor();
        const shades = await page.evaluate(() => {
          const bar = /** @type {Element} */ (document.querySelector('.bar'));
          const colours = [
            getComputedStyle(bar).borderTopColor,
            getComputedStyle(document.body).backgroundColor,
          ];
          return colours.map((colour) => {
            const [red, green, blue] = (colour.match(/\d+/g) ?? []).map(Number);
            return 0.3 * red + 0.6 * green + 0.1 * blue;
          });
        });
        assert.ok(Math.abs(shades[0] - shades[1]) > 80, `${colorScheme}: ${shades}`);
      },
      'analyse',
    );
  }
});

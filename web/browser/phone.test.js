/** The link for a phone: the code to scan. `start.test.js` has a page that other devices cannot open. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from './axe.js';
import { serve, shows, sizes, withPage } from './harness.js';

serve('--host', '0.0.0.0');

/** What the browser says to every page that comes without encryption from another machine. */
const UNENCRYPTED = /^The Cross-Origin-Opener-Policy header has been ignored/;

for (const [name, viewport] of Object.entries(sizes)) {
  test(`a ${name} shows the link and its code`, async () => {
    await withPage(
      { viewport },
      async (page) => {
        await page.getByRole('button', { name: 'On a phone' }).click();
        const dialog = page.getByRole('dialog');
        await shows(dialog.locator('.address'), /^http:\/\/[\d.]+:\d+\/#token=[\da-f]{32}$/);
        const code = dialog.getByRole('img', { name: 'code with the link' });
        const box = await code.boundingBox();
        assert.ok(box && box.width > 150 && box.x >= 0 && box.x + box.width <= viewport.width);
        await check(page);
        await dialog.getByRole('button', { name: 'Close' }).click();
        await dialog.waitFor({ state: 'detached' });
      },
      'play',
      UNENCRYPTED,
    );
  });
}

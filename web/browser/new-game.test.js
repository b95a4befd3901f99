/** The new-game form. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { click, serve, shows, withPage } from './harness.js';

serve();

for (const width of [320, 360, 375, 390, 412]) {
  test(`a card at the edge shows that more games follow in a window ${width} pixels wide`, async () => {
    await withPage({ viewport: { width, height: 844 }, hasTouch: true }, async (page) => {
      const shares = await page.locator('.cards').evaluate((cards) => {
        const edge = cards.getBoundingClientRect().right;
        return [...cards.children].map((card) => {
          const { left, width } = card.getBoundingClientRect();
          return Math.min(Math.max((edge - left) / width, 0), 1);
        });
      });
      assert.ok(
        shares.some((share) => share > 0.25 && share < 0.75),
        String(shares),
      );
    });
  });
}

test('the time and the level are seen above Start on a phone', async () => {
  for (const locale of ['en-GB', 'de-DE']) {
    const viewport = { width: 390, height: 844 };
    await withPage({ viewport, hasTouch: true, locale }, async (page) => {
      const top = (await page.locator('.start').boundingBox())?.y ?? 0;
      for (const field of ['.range output', '.range input', 'select:has(option[value="3+2"])']) {
        const box = await page.locator(field).boundingBox();
        assert.ok(box && box.y + box.height <= top, `${field} in ${locale}`);
      }
    });
  }
});

for (const [width, height] of [
  [1280, 800],
  [390, 844],
]) {
  test(`a time that is too short is said and seen, also after a move, at ${width}×${height}`, async () => {
    await withPage({ viewport: { width, height } }, async (page) => {
      await page.getByLabel('Time', { exact: true }).selectOption('clock');
      const minutes = page.getByLabel('Minutes per side');
      await minutes.fill('0.1');
      const start = page.getByRole('button', { name: 'Start', exact: true });
      const moveAPiece = async () => {
        await click(page, 'd1');
        await click(page, 'b1');
      };
      for (const begin of [() => start.click(), moveAPiece]) {
        await minutes.press('ArrowUp');
        await minutes.fill('0.1');
        await page.locator('.side').evaluate((side) => side.scrollTo(0, 0));
        await begin();
        const words = 'Minutes per side: 0.5 to 180, in steps of 0.5.';
        await shows(page.locator('.start [role=alert]'), words);
        const [field, bar] = [
          await minutes.boundingBox(),
          await page.locator('.start').boundingBox(),
        ];
        assert.ok(field && bar && field.y > 0 && field.y + field.height <= bar.y, 'it is seen');
      }
      await minutes.fill('3');
      await shows(page.locator('.start [role=alert]'), '');
      await start.click();
      await page.locator('.game-panel').waitFor();
    });
  });
}
